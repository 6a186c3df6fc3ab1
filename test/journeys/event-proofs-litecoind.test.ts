import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAnchoring } from '../helpers/anchoring.ts'
import { startLitecoind, withoutLitecoind } from '../helpers/litecoind.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

test('on a Litecoin node, events are anchored; the anchor is sent again after the node lost its mempool, confirmed, and rebuilt when its UTXO was spent', {
  skip: withoutLitecoind,
}, async (t) => {
  const node = await startLitecoind(t)
  const service = await startAnchoring(t, 'LTC', { settings: { LTC_NODE: node.url } })
  const { coin } = service.wallet
  const listMempool = async (): Promise<readonly string[]> => Object(await node.cli('getrawmempool'))
  const { txid: funding } = await node.fund(service.wallet.address(), '0.5')
  const id = await service.createEvent()

  const { txid, root, vout } = await service.waitForAnchor(id)
  const shown = Object(await node.cli('getrawtransaction', [txid, true]))
  assert.equal(shown.vin[0].txid, funding)
  assert.equal(shown.vout[vout].scriptPubKey.hex, `6a2451544e31${root}`)
  assert.equal(shown.vout[vout].scriptPubKey.type, 'nulldata')

  await node.kill()
  await node.restart()
  await until(async () => (await listMempool()).includes(txid))
  await node.mine(2)
  const mined = await service.waitForAnchor(id, ({ block }) => block !== null)
  assert.equal(mined.txid, txid)
  await until(async () => (await service.findProof(id)).confirmations === 2)
  const { block } = (await service.findNewest()) ?? assert.fail()
  const transaction = await node.cli('getrawtransaction', [txid, false, block?.hash])
  const presented = JSON.stringify({ proof: mined, transaction })
  assert.deepEqual((await service.cli('event verify --json', presented)).json, { ok: true })

  // The change is spent by a transaction that a miner prefers.
  const other = await service.createEvent()
  const lost = await service.waitForAnchor(other)
  const spent =
    coin.parse(String(await node.cli('getrawtransaction', [lost.txid]))).inputs[0] ?? assert.fail()
  const [change = assert.fail()] = service.wallet.own({ txid, transaction: coin.parse(String(transaction)) })
  assert.deepEqual([spent.txid, spent.vout], [change.txid, change.vout])
  await node.fund(service.wallet.address('p2pkh'), '0.3')
  await until(async () => (await service.coins()).some(({ amount }) => amount === 30_000_000n))
  const otherScript = testWallet('LTC', 'elsewhere').script()
  const conflicting = service.wallet.sign({
    inputs: [change],
    outputs: [{ script: otherScript, amount: change.amount - 10_000n }],
  })
  const home = await node.cli('getnewaddress', ['', 'bech32'])
  // `fund` has mined the anchor: that block is replaced by one with the conflicting transaction.
  await node.cli('invalidateblock', [await node.cli('getbestblockhash')])
  await node.cli('generateblock', [home, [conflicting.hex]])
  await node.mine(1)

  const made = await service.waitForAnchor(
    other,
    (anchor) => anchor.txid !== lost.txid && anchor.status === 'sent',
  )
  assert.equal(made.root, lost.root)
  await node.mine(1)
  assert.equal((await service.waitForAnchor(other, (anchor) => anchor.block !== null)).txid, made.txid)
})
