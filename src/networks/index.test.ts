import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startLitecoind, withoutLitecoind } from '../../test/helpers/litecoind.ts'
import { createMemoryLogger } from '../../test/helpers/memory-logger.ts'
import type { CoinCode } from '../coins/index.ts'
import { silentLogger } from '../kernel/logger.ts'
import { openNetworks } from './index.ts'
import { parseExact } from './node/exact-numbers.ts'
import { NodeUnreachableError, type Rpc, RpcError } from './rpc.ts'

/** An in-process chain that reports fee rates, and can be down. */
function embeddedChain() {
  const responses: Record<string, string> = {
    getblockchaininfo: `{"blocks": 7, "bestblockhash": "${'ab'.repeat(32)}"}`,
    estimatesmartfee: '{"feerate": 0.00002000}',
    getnetworkinfo: '{"relayfee": 0.00000100}',
    getmempoolinfo: '{"mempoolminfee": 0.00000100}',
  }
  const self = { down: false, responses, rpc: { call, batch, close: async () => {} } satisfies Rpc }
  return self

  async function call(method: string): Promise<unknown> {
    if (self.down) throw new NodeUnreachableError('the sandbox is down')
    const response = responses[method]
    if (response === undefined) throw new RpcError(-32601, 'Method not found')
    return parseExact(response)
  }

  function batch(calls: readonly { method: string }[]): Promise<unknown[]> {
    return Promise.all(calls.map(({ method }) => call(method)))
  }
}

function open(t: TestContext, nodes: Partial<Record<CoinCode, string>>) {
  const chain = embeddedChain()
  const logged: string[] = []
  const networks = openNetworks({
    nodes: new Map(Object.entries(nodes) as [CoinCode, string][]),
    chain: 'regtest',
    getEmbeddedRpc: () => chain.rpc,
    log: createMemoryLogger(logged),
  })
  t.after(() => networks.close())
  return { networks, chain, logged }
}

test('a coin is usable once its node has responded, with the node’s fee rate', async (t) => {
  const { networks } = open(t, { BTC: 'sandbox:' })
  assert.equal(networks.isUsable('BTC'), false)

  await networks.waitUntilChecked()

  assert.equal(networks.isUsable('BTC'), true)
  assert.deepEqual(networks.getState('BTC'), { readiness: { ready: true }, feeRate: 2_000n })
  assert.equal((await networks.get('BTC')?.getTip())?.height, 7)
})

test('a coin without a node has no network', async (t) => {
  const { networks } = open(t, { BTC: 'sandbox:' })

  assert.equal(networks.get('LTC'), null)
  assert.equal(networks.getState('LTC'), null)
  assert.equal(networks.isUsable('LTC'), false)
  assert.deepEqual(networks.listCoins(), ['BTC'])
})

test('a node that is down neither blocks startup nor affects other coins', async (t) => {
  const { networks } = open(t, { BTC: 'sandbox:', LTC: 'http://user:secret@127.0.0.1:9' })
  await networks.waitUntilChecked()

  assert.equal(networks.isUsable('BTC'), true)
  assert.equal(networks.isUsable('LTC'), false)
  assert.doesNotMatch(JSON.stringify(networks.getState('LTC')?.readiness), /secret/)
})

test('an invalid network setting is rejected without being echoed', () => {
  const settings = { chain: 'regtest', getEmbeddedRpc: () => embeddedChain().rpc, log: silentLogger } as const

  for (const setting of ['', 'sandbox', 'tcp://user:secret@127.0.0.1', 'http://'])
    assert.throws(
      () =>
        openNetworks({
          ...settings,
          nodes: new Map([
            ['BTC', 'sandbox:'],
            ['LTC', setting],
          ]),
        }),
      (error) => error instanceof Error && !error.message.includes('secret'),
    )
})

test('a real Litecoin node is usable only on its own chain', { skip: withoutLitecoind }, async (t) => {
  const node = await startLitecoind(t)
  const { networks } = open(t, { LTC: node.url, DOGE: node.url })
  await networks.waitUntilChecked()

  assert.equal(networks.isUsable('LTC'), true)
  assert.equal(networks.getState('LTC')?.feeRate, 1_010n)
  assert.deepEqual(networks.getState('DOGE')?.readiness, {
    ready: false,
    reason: "it is another coin's node",
  })
})
