import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { RawTx, Transaction } from '@scure/btc-signer'
import { coins } from '../../src/coins/index.ts'
import { startAnchoring } from '../helpers/anchoring.ts'
import { until } from '../helpers/until.ts'

const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))))
    .digest()

/** As parsed by another library. */
function parseWithLibrary(hex: string) {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'))
  const { outputs } = RawTx.decode(bytes)
  const options = { allowUnknownOutputs: true, disableScriptCheck: true }
  return {
    id: Transaction.fromRaw(bytes, options).id,
    scripts: outputs.map(({ script }) => Buffer.from(script ?? []).toString('hex')),
  }
}

for (const coin of coins.keys()) {
  test(`${coin}: every event has a proof that leads to a transaction of the chain, and its confirmations grow`, async (t) => {
    const service = await startAnchoring(t, coin)
    await service.fund()
    const ids = [
      await service.createEvent(),
      await service.createEvent({ memo: 'é€😂', metadata: { 10: 'a', 9: 'b' } }),
    ]
    await service.anotherMerchant('friend')
    await service.request('/api/v1/account/links', { method: 'POST', body: { email: 'friend@example.com' } })
    const readWritten = () => service.stores.log.readAll(0, 100)
    await until(async () => (await readWritten()).length === 5)
    const events = await readWritten()
    for (const { id } of events) await service.waitForAnchor(id)

    const linked = await service.findProof(events[3]?.id ?? '')
    const { id, time } = events[3] ?? assert.fail()
    const form = `{"data":{"account_id":1,"id":1},"id":"${id}","sequence":1,"subject":"account/1","time":"${time}","type":"account.link.created"}`
    let hash = sha256(Buffer.of(0), form)
    for (const { side, hash: sibling } of linked.path) {
      const other = Buffer.from(sibling, 'hex')
      hash = side === 'left' ? sha256(Buffer.of(1), other, hash) : sha256(Buffer.of(1), hash, other)
    }
    assert.equal(linked.root, hash.toString('hex'))

    const hex = await service.readTransaction(linked.txid)
    const read = parseWithLibrary(hex)
    assert.equal(read.id, linked.txid)
    assert.equal(read.scripts[linked.vout], `6a2451544e31${linked.root}`)
    assert.equal(linked.confirmations, 0)

    await service.mine(1)
    const mined = await service.waitForAnchor(ids[0] ?? '', ({ block }) => block !== null)
    assert.equal(mined.confirmations, 1)
    await service.mine(2)
    assert.equal((await service.findProof(ids[0] ?? '')).confirmations, 3)
    for (const event of events) {
      const proof = await service.findProof(event.id)
      const transaction = await service.readTransaction(proof.txid)
      const verified = await service.cli('event verify --json', JSON.stringify({ proof, transaction }))
      assert.deepEqual([verified.exit, verified.json], [0, { ok: true }], verified.err)
    }
  })
}
