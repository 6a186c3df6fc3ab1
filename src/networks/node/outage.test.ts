import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startLitecoind, withoutLitecoind } from '../../../test/helpers/litecoind.ts'
import { createLitecoindWallet } from '../../../test/helpers/litecoind-wallet.ts'
import { ltc } from '../../coins/ltc.ts'
import { NetworkUnavailableError } from '../network.ts'
import { openHttpRpc } from './http-rpc.ts'
import { createNodeNetwork } from './network.ts'

/** The URL of a proxy that forwards requests to the node, and cuts the connection as soon as it responds. */
async function startLossyProxy(t: TestContext, target: string): Promise<string> {
  const url = new URL(target)
  const nodePort = Number(url.port)
  const proxy = createServer((caller) => {
    const node = connect(nodePort, url.hostname)
    caller.pipe(node)
    node.once('data', () => {
      node.destroy()
      caller.destroy()
    })
    caller.on('error', () => {})
    node.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => proxy.close())
  url.port = String((proxy.address() as AddressInfo).port)
  return url.href
}

test('a failing Litecoin node', { skip: withoutLitecoind }, async (t) => {
  const node = await startLitecoind(t)
  const network = createNodeNetwork({ coin: ltc, chain: 'regtest', rpc: node.rpc() })
  const { coin, sign, id } = createLitecoindWallet(node)

  await t.test(
    'a lost response leaves the outcome unknown, and the same bytes are accepted when they are sent again',
    async (t) => {
      const lossy = await startLossyProxy(t, node.url)
      const rpc = openHttpRpc(lossy)
      const hex = await sign([await coin()], ['0.999'])

      const lost = await createNodeNetwork({ coin: ltc, chain: 'regtest', rpc }).broadcast(hex)

      assert.deepEqual(lost, { outcome: 'unknown', text: 'the node did not respond: ECONNRESET' })
      assert.equal(await network.getTransaction(id(hex)), hex)
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
    },
  )

  await t.test('nothing is sent to a node that is down, and it works again when it is back', async () => {
    const spent = await coin()
    const hex = await sign([spent], ['0.999'])
    await node.kill()

    assert.partialDeepStrictEqual(await network.broadcast(hex), { outcome: 'unsent' })
    await assert.rejects(network.findPreviousOutputs([spent]), NetworkUnavailableError)
    await assert.rejects(network.getTip(), NetworkUnavailableError)
    assert.partialDeepStrictEqual(await network.check(), { ready: false })

    await node.restart()
    assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
  })
})
