import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { createExceptionHelpers, customerAddress, exceptionsPath, toUnits } from './exceptions.ts'

const service = await startPaying(fileScope)
const { part, late, resolve, readInvoice, receive, createInvoice, listExceptions, sendTo, list } =
  createExceptionHelpers(service)
const stranger = await service.anotherMerchant('stranger', ['LTC'])
const viewer = await service.anotherMerchant('viewer', ['LTC'])
await service.request('/api/v1/account/links', { method: 'POST', body: { email: viewer.email } })

/** Sends this much to one address, and records it as the refund. */
async function refund(id: string, amount: bigint, address = customerAddress()) {
  const { txid } = await sendTo('LTC', [{ address, amount: Number(amount) }])
  return { txid, reply: await resolve(id, { resolution: 'refunded', txid }) }
}

async function assertResolutionRejected(id: string, txid: string, reason: RegExp): Promise<void> {
  const { status, json } = await resolve(id, { resolution: 'refunded', txid })
  assert.deepEqual([status, json.code], [400, 'refund_invalid'], JSON.stringify(json))
  assert.match(String(json.error), reason)
}

const readAudit = async (id: string) =>
  (await service.stores.audit.listByAccount(service.merchant.id, 1_000)).filter(
    ({ detail }) => detail.exception === id,
  )

test('a late payment is refunded: the audit log has the transaction, and another refund is a conflict', async () => {
  const { uid, exception } = await late(100n)
  const { txid, reply } = await refund(exception.id, toUnits(exception.amount))
  assert.deepEqual([reply.status, reply.json], [200, { ...exception, status: 'refunded' }])
  const [entry, ...rest] = await readAudit(exception.id)
  assert.deepEqual(rest, [])
  assert.equal(entry?.action, 'payment.exception.resolved')
  assert.deepEqual(entry?.detail, { exception: exception.id, resolution: 'refunded', invoice: uid, txid })
  for (const body of [
    { resolution: 'accept' },
    { resolution: 'keep', note: 'x' },
    { resolution: 'refunded', txid },
  ]) {
    const again = await resolve(exception.id, body)
    assert.deepEqual([again.status, again.json.code], [409, 'exception_resolved'])
  }
  assert.equal((await readInvoice(uid)).status, 'cancelled')
})

test('a refunded part no longer counts when another part is accepted, and a kept one still does', async () => {
  const { uid, exceptions } = await part(30n, 20n, 10n)
  const [first, second, third] = exceptions
  assert.equal((await refund(first?.id ?? '', toUnits(first?.amount ?? ''))).reply.status, 200)
  assert.equal((await resolve(second?.id ?? '', { resolution: 'keep', note: 'agreed' })).status, 200)
  assert.equal((await resolve(third?.id ?? '', { resolution: 'accept' })).status, 200)
  assert.deepEqual((await listExceptions(uid)).map(({ status }) => status).sort(), [
    'accepted',
    'kept',
    'refunded',
  ])
  const { status, payment } = await readInvoice(uid)
  assert.equal(status, 'paid')
  assert.deepEqual(
    (payment.parts as { txid: string }[]).map(({ txid }) => txid),
    [second?.txid, third?.txid],
  )
})

test('a surplus and an excess are refunded, also once the refund is mined', async () => {
  const invoice = await createInvoice()
  await receive(invoice, invoice.amount + 500_000n)
  await receive(invoice, invoice.amount)
  const [excess, surplus] = await listExceptions(invoice.uid)
  assert.deepEqual([excess?.kind, surplus?.kind], ['excess', 'surplus'])
  for (const { id, amount } of [excess, surplus].flatMap((each) => each ?? [])) {
    const { txid } = await sendTo('LTC', [{ address: customerAddress(), amount: Number(toUnits(amount)) }])
    await service.mine('LTC', 2)
    assert.equal((await resolve(id, { resolution: 'refunded', txid })).status, 200)
  }
  assert.equal((await readInvoice(invoice.uid)).status, 'paid')
})

test('a refund pays the amount, minus at most its own fee, to one external address', async () => {
  const { exception } = await late(100n)
  const { id, txid } = exception
  const amount = toUnits(exception.amount)
  await assertResolutionRejected(id, 'ab'.repeat(32), /does not have it/)
  await assertResolutionRejected(id, txid, /itself a payment/)
  // A wallet whose only coin is the amount leaves no change that would be enough by itself.
  const spend = async (addresses: readonly string[], paid: bigint, fee: bigint) => {
    const wallet = await service.payer('LTC', [formatCoins(toBaseUnits(amount))])
    const outputs = addresses.map((address) => ({ address, amount: Number(paid / BigInt(addresses.length)) }))
    const signed = wallet.sign({ inputs: wallet.utxos, outputs, fee })
    await service.rpc('LTC', 'sendrawtransaction', signed.hex)
    return signed.txid
  }
  const customer = customerAddress()
  const fee = 20_000n
  const tooLittle = /does not pay the amount/
  await assertResolutionRejected(
    id,
    await spend([customer, testWallet('LTC', 'b').address()], amount - fee, fee),
    tooLittle,
  )
  await assertResolutionRejected(id, await spend([customer], amount - 10_000_000n, fee), tooLittle)
  const merchant = await createInvoice()
  await assertResolutionRejected(
    id,
    await spend([merchant.address], amount - fee, fee),
    /itself a payment|does not pay/,
  )
  const { status, text } = await resolve(id, {
    resolution: 'refunded',
    txid: (await spend([customer], amount - fee, fee)).toUpperCase(),
  })
  assert.equal(status, 200, text)
})

test('a refund that was mined before the payment arrived, or is used for another exception, is rejected', async () => {
  const early = await sendTo('LTC', [{ address: customerAddress(), amount: 300_000_000 / 10 }])
  await service.mine('LTC', 2)
  const [one, other] = [await late(50n), await late(50n)]
  await assertResolutionRejected(one.exception.id, early.txid, /before the payment/)
  const { txid, reply } = await refund(one.exception.id, toUnits(one.exception.amount))
  assert.equal(reply.status, 200, reply.text)
  await assertResolutionRejected(other.exception.id, txid, /another payment exception/)
  const [third, fourth] = [await late(40n), await late(40n)]
  const shared = await sendTo('LTC', [{ address: customerAddress(), amount: Number(third.amount) }])
  const replies = await Promise.all(
    [third, fourth].map(({ exception }) =>
      resolve(exception.id, { resolution: 'refunded', txid: shared.txid }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
})

test('a resolution needs a txid or a note, and says so', async () => {
  const { exception } = await late(50n)
  for (const body of [
    {},
    { resolution: 'ignore' },
    { resolution: 'refunded' },
    { resolution: 'refunded', txid: 'xyz' },
    { resolution: 'keep' },
    { resolution: 'keep', note: '  ' },
    { resolution: 'keep', note: 'a'.repeat(501) },
    { resolution: 'keep', note: '\0' },
    { resolution: 'keep', note: '\ud800' },
  ]) {
    const { status, json } = await resolve(exception.id, body)
    assert.deepEqual([status, json.code], [400, 'body_invalid'], JSON.stringify(body))
  }
  const { status } = await resolve(exception.id, { resolution: 'keep', note: 'a'.repeat(500) })
  assert.equal(status, 200)
})

test('another account neither sees nor resolves an exception, not even one with view access', async () => {
  const { exception } = await late(50n)
  for (const { token } of [stranger, viewer]) {
    const { status, json } = await resolve(exception.id, { resolution: 'keep', note: 'mine' }, token)
    assert.deepEqual([status, json.code], [404, 'exception_not_found'])
    assert.deepEqual((await service.request(exceptionsPath, { token })).json.payment_exceptions, [])
  }
  for (const id of ['unknown', `pex_${'0'.repeat(26)}`])
    assert.equal((await resolve(id, { resolution: 'accept' })).json.code, 'exception_not_found')
  const { token } = await service.accounts.createToken(service.merchant.email, { name: 'r', scope: 'read' })
  assert.equal((await resolve(exception.id, { resolution: 'accept' }, token)).status, 403)
  assert.equal((await service.request(exceptionsPath, { token })).status, 200)
  assert.ok((await list('?status=open')).some(({ id }) => id === exception.id))
})

test('without a usable node no refund is recorded', async () => {
  const { exception } = await late(50n)
  const { txid } = await sendTo('LTC', [
    { address: customerAddress(), amount: Number(toUnits(exception.amount)) },
  ])
  await service.rpc('LTC', 'sandbox_fail', 'down')
  const { json } = await resolve(exception.id, { resolution: 'refunded', txid })
  assert.equal(json.code, 'network_unavailable')
  await service.rpc('LTC', 'sandbox_fail', 'none')
  await until(async () => (await resolve(exception.id, { resolution: 'refunded', txid })).status === 200)
})
