import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'
import { createExceptionHelpers, customerAddress } from '../payment-exceptions/exceptions.ts'

// At the end, doctor checks that exceptions and payments agree.
const service = await startPaying(fileScope)
const { createInvoice, prepare, send, waitFor } = createAddressPayer(service)
const { listExceptions, resolve, cancel } = createExceptionHelpers(service)
const { rpc } = service

const submit = ({ hex }: Signed) => rpc('BTC', 'sendrawtransaction', hex)
const readHeight = async () => Number(await rpc('BTC', 'getblockcount'))

async function listOpen(uid: string) {
  const open = (await listExceptions(uid)).filter(({ status }) => status === 'open')
  return open.map(({ kind, txid, amount }) => ({ kind, txid, amount: toUnits(amount) }))
}

const waitForOpen = (
  uid: string,
  expected: readonly { readonly kind: string; readonly txid: string; readonly amount: bigint }[],
) => until(async () => isDeepStrictEqual(await listOpen(uid), expected))

async function refund(uid: string): Promise<void> {
  const exceptions = await listExceptions(uid)
  const { id, amount } = exceptions.find(({ status }) => status === 'open') ?? assert.fail('none is open')
  const txid = await send('BTC', customerAddress('BTC'), toUnits(amount))
  const reply = await resolve(id, { resolution: 'refunded', txid })
  assert.equal(reply.status, 200, reply.text)
}

/** Mines a transaction in place of another in the mempool that spends the same coins, and waits until it is the payment. */
async function mineInstead(uid: string, other: string, signed: Signed): Promise<void> {
  await rpc('BTC', 'sandbox_evict', other)
  await submit(signed)
  await service.mine('BTC')
  await waitFor(
    uid,
    ({ received }) =>
      received?.payments.some(({ txid, confirmations }) => txid === signed.txid && confirmations > 0) ===
      true,
  )
}

/** Disconnects the blocks above this height, and mines the transaction in place of the one there that spends the same coins. */
async function mineAgain(uid: string, height: number, signed: Signed): Promise<void> {
  const block = await rpc('BTC', 'getblock', await rpc('BTC', 'getblockhash', height + 1), 2)
  const { tx } = block as { tx: { txid: string; vin: { txid?: string; vout?: number }[] }[] }
  const [input = assert.fail()] = signed.transaction.inputs
  const other = tx.find(({ vin }) => vin.some(({ txid, vout }) => txid === input.txid && vout === input.vout))
  await rpc('BTC', 'sandbox_reorganise', (await readHeight()) - height)
  await mineInstead(uid, other?.txid ?? assert.fail('no such transaction'), signed)
}

/** A late payment, and a fee bump of it that pays half as much again. */
async function payLate() {
  const { uid, address, amount: text } = await createInvoice('BTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  await cancel(uid)
  const amount = toUnits(text)
  const { signed: first, sign } = await prepare('BTC', address, amount, { sequence: 0 })
  await submit(first)
  await waitForOpen(uid, [{ kind: 'late', txid: first.txid, amount }])
  const raised = toBaseUnits((amount * 3n) / 2n)
  const second = sign({ feeRate: 800_000n }, raised)
  await submit(second)
  await waitForOpen(uid, [{ kind: 'late', txid: second.txid, amount: raised }])
  return { uid, amount, first, second }
}

test('a late payment that comes back after its fee bump, is double-spent and comes back again has one open exception', async () => {
  const { uid, amount, first, second } = await payLate()
  const height = await readHeight()
  await mineInstead(uid, second.txid, first)
  const expected = [{ kind: 'late', txid: first.txid, amount }]
  await waitForOpen(uid, expected)
  await rpc('BTC', 'sandbox_reorganise', 1, [first.txid])
  await waitForOpen(uid, [])
  await mineAgain(uid, height, first)
  assert.deepEqual(await listOpen(uid), expected)
})

test('a late payment whose fee bump was refunded needs no other refund when it is double-spent and comes back', async () => {
  const { uid, first, second } = await payLate()
  await refund(uid)
  const height = await readHeight()
  await mineInstead(uid, second.txid, first)
  assert.deepEqual(await listOpen(uid), [])
  await rpc('BTC', 'sandbox_reorganise', 1, [first.txid])
  await until(async () => {
    const row = service.database.read.query.selectFrom('payments').where('invoice_uid', '=', uid)
    return (await row.where('double_spent_hash', 'is not', null).select('id').execute()).length > 0
  })
  await mineAgain(uid, height, first)
  assert.deepEqual(await listOpen(uid), [])
})

test('of a payment whose excess was refunded, only the rest is a surplus once another has paid', async () => {
  const { uid, address, amount: text } = await createInvoice('BTC')
  const amount = toUnits(text)
  const paid = toBaseUnits((amount * 3n) / 2n)
  const { signed: first } = await prepare('BTC', address, paid, { sequence: 0 })
  await submit(first)
  await waitForOpen(uid, [{ kind: 'excess', txid: first.txid, amount: paid - amount }])
  await refund(uid)
  await rpc('BTC', 'sandbox_replace', first.txid)
  const height = await readHeight()
  await service.mine('BTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
  const second = await send('BTC', address, toBaseUnits(amount + 1_000n))
  await waitFor(uid, ({ status }) => status === 'paid')
  await mineAgain(uid, height, first)
  assert.deepEqual(
    new Set(await listOpen(uid)),
    new Set([
      { kind: 'excess', txid: second, amount: 1_000n },
      { kind: 'surplus', txid: first.txid, amount },
    ]),
  )
})

test('if a fee bump keeps one of two equal outputs, it is the one that was refunded: no other money is left to decide about', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const part = Number((toUnits(amount) * 2n) / 5n)
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  const outputs = [0, 1].map(() => ({ address, amount: part }))
  const { signed, sign } = await prepare('BTC', address, 0n, { sequence: 0, outputs })
  await submit(signed)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  await cancel(uid)
  const [, last = assert.fail()] = await readByPayment(uid)
  const txid = await send('BTC', customerAddress('BTC'), toBaseUnits(BigInt(part)))
  const reply = await resolve(last.id, { resolution: 'refunded', txid })
  assert.equal(reply.status, 200, reply.text)
  const bumped = sign({ feeRate: 800_000n, outputs: outputs.slice(1) })
  await submit(bumped)
  await waitForOpen(uid, [])
  await waitFor(uid, ({ received }) => received?.value === '0')
})

/** The exceptions of an invoice, by the order of their payments. */
function readByPayment(uid: string) {
  return service.database.read.query
    .selectFrom('payment_exceptions')
    .where('invoice_uid', '=', uid)
    .orderBy('payment_id')
    .select('id')
    .execute()
}
