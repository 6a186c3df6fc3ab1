import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, second } from '../../src/kernel/clock.ts'
import { parseCoins } from '../../src/kernel/money.ts'
import { type Anchoring, startAnchoring } from '../helpers/anchoring.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

const coin = 'LTC'

/** The mempool of the coin's node. */
async function listMempool({ rpc }: Anchoring): Promise<readonly string[]> {
  return Object(await rpc(coin, 'getrawmempool'))
}

async function assertVerified(service: Anchoring, id: string): Promise<void> {
  const proof = await service.findProof(id)
  const transaction = await service.readTransaction(proof.txid)
  const { json, err } = await service.cli('event verify --json', JSON.stringify({ proof, transaction }))
  assert.deepEqual(json, { ok: true }, err)
}

test('without funds events wait, and the log says once where to send some; when they arrive, anchoring resumes automatically', async (t) => {
  const service = await startAnchoring(t, coin)
  const first = await service.createEvent()
  const listWarnings = () => service.logged.filter((line) => line.includes('event proofs need funds'))
  await until(async () => listWarnings().length > 0)
  const second = await service.createEvent()
  await until(async () => (await service.stores.log.getBounds()).lastWritten === 2)

  const { json } = await service.cli('event coins --json')
  const address = service.wallet.address()
  assert.deepEqual(json, { coin, address, amount: '0', coins: [], events_waiting: 2, unconfirmed: [] })
  const { exit, err } = await service.cli(`event proof ${first} --json`)
  assert.equal(exit, 1)
  assert.match(err, /not anchored yet/)
  assert.equal(listWarnings().length, 1)
  assert.ok(listWarnings()[0]?.includes(address))

  await service.fund()
  const proofs = [await service.waitForAnchor(first), await service.waitForAnchor(second)]
  assert.equal(proofs[0]?.root, proofs[1]?.root)
  await assertVerified(service, second)
})

test('UTXOs are found at both addresses of the key, and the change of one anchor funds the next', async (t) => {
  const service = await startAnchoring(t, coin)
  await service.fund('0.00015', 'p2pkh')
  const seen: string[] = []
  for (const form of ['p2pkh', 'p2pkh', 'p2wpkh'] as const) {
    if (form === 'p2wpkh') await service.fund('1', form)
    const { txid } = await service.waitForAnchor(await service.createEvent())
    const { inputs, outputs } = service.wallet.coin.parse(await service.readTransaction(txid))
    assert.equal(inputs.length, 1)
    assert.deepEqual(outputs[1]?.script, service.wallet.script(form))
    seen.push(txid)
  }
  const [first, next] = seen
  const { inputs } = service.wallet.coin.parse(await service.readTransaction(next ?? ''))
  assert.deepEqual([inputs[0]?.txid, inputs[0]?.vout], [first, 1])
})

test('an unconfirmed UTXO can be added manually; a UTXO of another key is rejected', async (t) => {
  const service = await startAnchoring(t, coin)
  const payer = testWallet(coin, 'payer')
  const funding = String(await service.rpc(coin, 'sandbox_fund', payer.address(), '1'))
  const input = { txid: funding, vout: 0, script: payer.script(), amount: parseCoins('1') ?? assert.fail() }
  const amount = 50_000_000n
  const outputs = [{ script: service.wallet.script(), amount }]
  const { hex, txid } = payer.sign({ inputs: [input], outputs, feeRate: 10_000n })
  await service.rpc(coin, 'sendrawtransaction', hex)

  for (const [outpoint, exit] of [
    [`${txid}:1`, 1],
    [`${txid}:9`, 1],
    ['nonsense', 2],
  ] as const)
    assert.equal((await service.cli(`event fund ${outpoint}`)).exit, exit, outpoint)
  const { json } = await service.cli(`event fund ${txid}:0 --json`)
  assert.deepEqual(json, { coin, txid, vout: 0, amount: '0.5' })
  await assertVerified(service, String((await service.waitForAnchor(await service.createEvent())).event.id))
})

test('an evicted anchor is sent again with the same bytes', async (t) => {
  const service = await startAnchoring(t, coin)
  await service.fund()
  const id = await service.createEvent()
  const { txid } = await service.waitForAnchor(id)
  await service.rpc(coin, 'sandbox_evict', txid)
  await until(async () => (await listMempool(service)).includes(txid))
  assert.equal((await service.findProof(id)).txid, txid)
  assert.equal(await service.anchors(), 1)
})

test('an anchor whose input was spent by another transaction is rebuilt for the same events', async (t) => {
  const service = await startAnchoring(t, coin)
  await service.fund('1')
  const id = await service.createEvent()
  const lost = await service.waitForAnchor(id)
  const child = await service.createEvent()
  await service.waitForAnchor(child)
  await service.rpc(coin, 'sandbox_replace', lost.txid)
  await until(async () => (await service.open()).every(({ reason }) => reason !== null))
  await service.fund('0.5')

  await until(async () => (await service.open()).every(({ reason, status }) => status === 'sent' && !reason))
  const made = await service.findProof(id)
  assert.notEqual(made.txid, lost.txid)
  assert.equal(made.root, lost.root)
  await service.mine(1)
  for (const each of [id, child]) {
    assert.equal((await service.waitForAnchor(each, ({ block }) => block !== null)).confirmations, 1)
    await assertVerified(service, each)
  }
  assert.equal(await service.anchors(), 2)
})

test('a reorganisation removes the confirmations of its block; a transaction that is double-spent in the new chain is rebuilt', async (t) => {
  const service = await startAnchoring(t, coin)
  await service.fund('1')
  const id = await service.createEvent()
  const { txid } = await service.waitForAnchor(id)
  await service.mine(1)
  await service.waitForAnchor(id, ({ block }) => block !== null)

  await service.rpc(coin, 'sandbox_reorganise', 1)
  assert.equal((await service.waitForAnchor(id, ({ block }) => block === null)).confirmations, 0)
  await service.mine(1)
  assert.equal((await service.waitForAnchor(id, ({ block }) => block !== null)).txid, txid)

  await service.fund('0.5')
  await until(async () => (await service.coins()).length === 2)
  await service.rpc(coin, 'sandbox_reorganise', 2, [txid])
  const made = await service.waitForAnchor(id, (anchor) => anchor.txid !== txid && anchor.status === 'sent')
  await service.mine(1)
  assert.equal((await service.waitForAnchor(id, ({ block }) => block !== null)).txid, made.txid)
  await assertVerified(service, id)
})

test('when the node does not respond, the same bytes are sent again, whether it accepted them or not', async (t) => {
  const service = await startAnchoring(t, coin, { config: { nodeTimeoutMs: 100 } })
  await service.fund()
  for (const mode of ['cut', 'timeout', 'refuse']) {
    await service.rpc(coin, 'sandbox_fail', mode, 1)
    const before = await service.anchors()
    const id = await service.createEvent()
    const { txid } = await service.waitForAnchor(id)
    assert.deepEqual((await listMempool(service)).includes(txid), true, mode)
    assert.equal(await service.anchors(), before + 1)
  }
  assert.equal((await listMempool(service)).length, 3)
})

test('a node that is down only delays the proofs', async (t) => {
  const service = await startAnchoring(t, coin)
  await service.fund()
  await service.rpc(coin, 'sandbox_fail', 'down', 1)
  const id = await service.createEvent()
  await service.rpc(coin, 'sandbox_fail', 'none', 0)
  await service.waitForAnchor(id)
  await assertVerified(service, id)
})

for (const failpoint of ['anchor.recorded', 'anchor.sent']) {
  test(`killed at ${failpoint}, the service continues with the recorded transaction`, async (t) => {
    const first = await startAnchoring(t, coin)
    const funding = await first.fund()
    await first.close()
    const settings = {
      EVENT_TRANSPORTS: 'blockchain',
      BLOCKCHAIN_COIN: coin,
      BLOCKCHAIN_KEY: Buffer.from(first.wallet.key.secret).toString('hex'),
      BLOCKCHAIN_EVERY: '1',
      SECRET_KEY: '5e'.repeat(32),
      FAILPOINT: `${failpoint}:crash`,
    }
    const killed = await startProcess(t, { url: first.storage.url, port: await freePort(), settings })
    const { token } = first.merchant
    const body = { amount: 1, currency: 'USD' }
    await sendRequest(killed.baseUrl, '/invoices', { method: 'POST', token, body }).catch(() => {})
    assert.equal(await killed.waitUntilEnded(), 'SIGKILL')
    const recorded = (await first.findNewest()) ?? assert.fail()
    assert.equal(recorded.status, 'sending')

    // As if the lease of the killed process had expired in the meantime.
    const clock = createShiftedClock()
    clock.advance(21 * second)
    const restarted = await startAnchoring(t, coin, { sharedStorage: first.storage, clock })
    await until(async () => (await restarted.findNewest())?.status === 'sent')
    assert.equal((await restarted.findNewest())?.txid, recorded.txid)
    assert.deepEqual(await listMempool(restarted), [recorded.txid])
    const { inputs } = restarted.wallet.coin.parse(recorded.hex)
    assert.equal(inputs[0]?.txid, funding)
    assert.equal(await restarted.anchors(), 1)
  })
}

test('one of two processes creates the anchors, and the other takes over when it ends', async (t) => {
  const one = await startAnchoring(t, coin)
  const other = await startAnchoring(t, coin, { sharedStorage: one.storage })
  await one.fund()
  const ids = [await one.createEvent()]
  await one.waitForAnchor(ids[0] ?? '')
  await one.close()
  ids.push(await other.createEvent())
  await other.waitForAnchor(ids[1] ?? '')
  for (const id of ids) await assertVerified(other, id)
  const runs = await other.open()
  const events = runs.reduce((sum, { eventCount }) => sum + eventCount, 0)
  assert.equal(events, (await other.stores.log.getBounds()).lastWritten)
  assert.equal((await listMempool(other)).length, runs.length)
})

test('events are not pruned before their root is created, and the remaining ones can still be proven afterwards', async (t) => {
  const clock = createShiftedClock()
  const first = await startAnchoring(t, coin, { clock })
  const [id, kept] = [await first.createEvent(), await first.createEvent()]
  await first.close()
  clock.advance(2 * day)
  const settings = { EVENTS_KEEP_DAYS: '1' }
  const second = await startAnchoring(t, coin, { clock, settings, sharedStorage: first.storage })
  await second.fund()
  await second.waitForAnchor(kept)
  await assertVerified(second, id)

  await second.database.transact(async ({ query }) => {
    await query.deleteFrom('events').where('id', '=', id).execute()
  })
  await assertVerified(second, kept)
  const { exit, err } = await second.cli(`event proof ${id}`)
  assert.equal(exit, 1)
  assert.match(err, /No event has that id/)
})
