import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { coins } from '../../src/coins/index.ts'
import { hour, minute } from '../../src/kernel/clock.ts'
import { deriveAddress, start, startBilling } from '../helpers/billing.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, deriveXpub, startService } from '../helpers/service.ts'

const service = await startBilling(fileScope)
const {
  accounts,
  createInvoiceFor,
  fetchRequestedOutput,
  fetchRequestedAmount,
  createFixedAddressMerchant,
  anotherMerchant,
} = service

type FixedMerchant = Awaited<ReturnType<typeof createFixedAddressMerchant>>

/** Takes consecutive amounts on that merchant's address, for invoices of an unknown account. */
async function takeAmounts(
  { address }: FixedMerchant,
  { length, from = 50_000_000 }: { length: number; from?: number },
) {
  const coin = coins.get('LTC') ?? assert.fail()
  const script = Buffer.from(coin.addressToScript(address, 'regtest') ?? assert.fail()).toString('hex')
  const values = Array.from({ length }, (_, index) => ({
    coin: 'LTC',
    script,
    amount: from + index,
    invoice_uid: `other ${from + index}`,
    live_until: new Date(start + hour).toISOString(),
  }))
  await service.database.transact(({ query }) =>
    query.insertInto('reserved_amounts').values(values).execute(),
  )
}

/** No further invoice of 50 USD is possible. */
async function assertNoAmountLeft({ token }: FixedMerchant) {
  const reply = await service.request('/invoices', { method: 'POST', token, body: { amount: 50 } })
  assertRejected(reply, 400, 'no_payment_option')
  assert.match(String(reply.json.error), /\. Too many invoices of this amount are open\.$/)
}

test('a fixed address never has the same amount in two valid quotes: a new quote is increased by single base units', async () => {
  const shop = await createFixedAddressMerchant('fixed', 'LTC')
  const uids = [
    await createInvoiceFor(shop, { amount: 50 }),
    await createInvoiceFor(shop, { amount: 50 }),
    await createInvoiceFor(shop, { amount: 50 }),
  ]
  for (const [index, uid] of uids.entries())
    assert.deepEqual(await fetchRequestedOutput(uid, 'LTC'), {
      address: shop.address,
      amount: 50_000_000 + index,
    })
  // The option shows the amount of the payment request.
  const { payment_options } = await service.getInvoice(uids[2] ?? '')
  assert.equal(payment_options[0]?.amount, '0.50000002')
  // Another price needs no offset, unless it meets an amount that has one.
  assert.equal(
    (await fetchRequestedOutput(await createInvoiceFor(shop, { amount: 60 }), 'LTC')).amount,
    60_000_000,
  )
})

test('two accounts that share a fixed address never request the same amount', async () => {
  const one = await createFixedAddressMerchant('sharing-one', 'DOGE')
  const other = await createFixedAddressMerchant('sharing-two', 'DOGE', one.address)
  assert.deepEqual(
    [
      await fetchRequestedAmount(one, 'DOGE'),
      await fetchRequestedAmount(other, 'DOGE'),
      await fetchRequestedAmount(one, 'DOGE'),
    ],
    [25_000_000_000, 25_000_000_001, 25_000_000_002],
  )
})

test('an amount is free again once the invoice is cancelled', async () => {
  const shop = await createFixedAddressMerchant('cancelling', 'LTC')
  const uid = await createInvoiceFor(shop, { amount: 50 })
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_001)
  assert.equal((await service.cancel(uid, shop)).status, 200)
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_000)
})

test('an amount is free again once the invoice is paid', async () => {
  const shop = await createFixedAddressMerchant('earning', 'LTC')
  const uid = await createInvoiceFor(shop, { amount: 50 })
  assert.equal((await service.pay(uid, 'LTC')).reply.status, 200)
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_000)
})

test('an amount is reserved until the end of the quote and its grace period, and for all quotes of its own invoice', async (t) => {
  const { clock, ...ownService } = await startBilling(t, { destinations: ['LTC'] })
  const shop = await ownService.createFixedAddressMerchant('holding', 'LTC')
  const uid = await ownService.createInvoiceFor(shop, { amount: 50 })
  clock.set(start + 16 * minute - 1)
  assert.equal(await ownService.fetchRequestedAmount(shop, 'LTC'), 50_000_001)
  clock.set(start + 16 * minute)
  assert.equal(await ownService.fetchRequestedAmount(shop, 'LTC'), 50_000_000)
  // The first invoice's own amount was taken: its new quote has another one.
  assert.equal((await ownService.fetchRequestedOutput(uid, 'LTC')).amount, 50_000_002)
  // A new quote of the same price keeps the amount.
  clock.advance(14 * minute + 30_000)
  assert.equal((await ownService.fetchRequestedOutput(uid, 'LTC')).amount, 50_000_002)
})

test('an amount is reserved while a claim is pending, however long', async (t) => {
  const { clock, ...claimed } = await startBilling(t, { destinations: ['LTC'] })
  const shop = await claimed.createFixedAddressMerchant('claimed', 'LTC')
  const uid = await claimed.createInvoiceFor(shop, { amount: 50 })
  await claimed.rpc('LTC', 'sandbox_fail', 'cut', 1_000)
  assert.equal((await claimed.pay(uid, 'LTC')).reply.json.code, 'broadcast_unknown')
  clock.advance(2 * hour)
  assert.equal(await claimed.fetchRequestedAmount(shop, 'LTC'), 50_000_001)
  await claimed.rpc('LTC', 'sandbox_fail', 'none', 0)
})

test('an amount is increased by at most 1000, then the coin is omitted', async () => {
  const shop = await createFixedAddressMerchant('crammed', 'LTC')
  await takeAmounts(shop, { length: 1_000 })
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_001_000)
  await assertNoAmountLeft(shop)
  await accounts.setDestination(shop.email, 'DOGE', { xpub: deriveXpub('crammed', 'DOGE') })
  const { payment_options } = await service.createInvoice({ amount: 50 }, { token: shop.token })
  assert.deepEqual(
    payment_options.map(({ currency }) => currency),
    ['DOGE'],
  )
})

test('a later account on a fixed address gets half of the offsets; the first account gets all of them', async () => {
  const shop = await createFixedAddressMerchant('first-come', 'LTC')
  const [copy, another] = [
    await createFixedAddressMerchant('copy', 'LTC', shop.address),
    await createFixedAddressMerchant('another-copy', 'LTC', shop.address),
  ]
  await takeAmounts(shop, { length: 498 })
  assert.equal(await fetchRequestedAmount(copy, 'LTC'), 50_000_498)
  const last = await createInvoiceFor(another, { amount: 50 })
  for (const late of [copy, another]) await assertNoAmountLeft(late)
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_500)
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_501)
  // Offsets freed below half are available to it again.
  await service.cancel(last, another)
  assert.equal(await fetchRequestedAmount(copy, 'LTC'), 50_000_499)
  await assertNoAmountLeft(copy)
})

test('later accounts cannot exhaust the first one’s offsets with prices close to its own', async () => {
  const shop = await createFixedAddressMerchant('surrounded', 'LTC')
  const copy = await createFixedAddressMerchant('surrounding', 'LTC', shop.address)
  // Half of a range whose base price is free: nothing more may be taken near the first account's price.
  await takeAmounts(shop, { length: 300, from: 49_999_500 })
  await takeAmounts(shop, { length: 200, from: 50_000_600 })
  await assertNoAmountLeft(copy)
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_000)
  // Prices farther away are unlimited.
  const uid = await createInvoiceFor(copy, { amount: 60 })
  assert.equal((await fetchRequestedOutput(uid, 'LTC')).amount, 60_000_000)
})

test('invoices of the first account do not count against the later ones', async () => {
  const shop = await createFixedAddressMerchant('busy', 'LTC')
  const copy = await createFixedAddressMerchant('later-than-busy', 'LTC', shop.address)
  await takeAmounts(shop, { length: 499, from: 49_999_400 })
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_000)
  assert.equal(await fetchRequestedAmount(copy, 'LTC'), 50_000_001)
  await assertNoAmountLeft(copy)
})

test('the first account keeps its priority when it sets the same address again, and loses it when it returns to the address', async () => {
  const shop = await createFixedAddressMerchant('steady', 'LTC')
  const copy = await createFixedAddressMerchant('waiting', 'LTC', shop.address)
  await takeAmounts(shop, { length: 500 })
  const set = (address: string) => accounts.setDestination(shop.email, 'LTC', { address })
  await set(shop.address)
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_500)
  await assertNoAmountLeft(copy)
  await set(deriveAddress('steady', 'LTC', 0))
  await set(shop.address)
  assert.equal(await fetchRequestedAmount(copy, 'LTC'), 50_000_501)
  await assertNoAmountLeft(shop)
})

test('an address from before priorities were recorded has priority over every other', async () => {
  const copy = await createFixedAddressMerchant('new-account', 'LTC')
  const shop = await createFixedAddressMerchant('old-account', 'LTC', copy.address)
  await service.database.transact(({ query }) =>
    query
      .updateTable('destinations')
      .set({ turn: null })
      .where('account_id', '=', query.selectFrom('accounts').select('id').where('email', '=', shop.email))
      .execute(),
  )
  await takeAmounts(shop, { length: 500 })
  await assertNoAmountLeft(copy)
  await accounts.setDestination(shop.email, 'LTC', { address: shop.address })
  assert.equal(await fetchRequestedAmount(shop, 'LTC'), 50_000_500)
})

test('many concurrent invoices of one price on one fixed address, in two processes, have different amounts', async (t) => {
  const otherProcess = await startService(t, { clock: service.clock, sharedStorage: service.storage })
  const shop = await createFixedAddressMerchant('rushed', 'LTC')
  const amounts = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const at = index % 2 ? service : otherProcess
      const { payment_options } = await at.createInvoice({ amount: 50 }, { token: shop.token })
      return payment_options[0]?.amount
    }),
  )
  assert.equal(new Set(amounts).size, 40)
})

test('when an address becomes fixed after the quote was created, the amount is increased on the payment request', async () => {
  const fixed = await createFixedAddressMerchant('fixed-before', 'LTC')
  assert.equal(await fetchRequestedAmount(fixed, 'LTC'), 50_000_000)
  const shop = await anotherMerchant('fixed-after', ['LTC'])
  const uid = await createInvoiceFor(shop, { amount: 50 })
  await accounts.setDestination(shop.email, 'LTC', { address: fixed.address })
  assert.deepEqual(await fetchRequestedOutput(uid, 'LTC'), { address: fixed.address, amount: 50_000_001 })
  const { payment_options } = await service.getInvoice(uid)
  assert.equal(payment_options[0]?.amount, '0.50000001')
})

test('an address that was ever derived for an invoice is rejected as a fixed destination, in any account', async () => {
  const shop = await anotherMerchant('deriving', ['LTC'])
  const { address } = await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')
  const other = await anotherMerchant('copying', [])
  for (const { email } of [shop, other]) {
    await assert.rejects(accounts.setDestination(email, 'LTC', { address }), { code: 'destination_invalid' })
  }
  // The next address belongs to nobody yet.
  const next = deriveAddress('deriving', 'LTC', 1)
  assert.equal((await accounts.setDestination(other.email, 'LTC', { address: next })).kind, 'address')
  // It is skipped then: an address that was derived belongs to one invoice forever.
  assert.equal(
    (await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')).address,
    deriveAddress('deriving', 'LTC', 2),
  )
})

test('when both happen concurrently in two processes, an address is either derived or a fixed destination, never both', async (t) => {
  const otherProcess = await startService(t, { clock: service.clock, sharedStorage: service.storage })
  const shop = await anotherMerchant('racing', ['LTC'])
  const otherMerchant = await anotherMerchant('rival', [])
  for (let index = 0; index < 50; index++) {
    const address = deriveAddress('racing', 'LTC', index)
    const uid = await createInvoiceFor(shop)
    // Either may win the race.
    const setFixedAddress = () =>
      otherProcess.accounts.setDestination(otherMerchant.email, 'LTC', { address })
    const [requested, set] = await Promise.allSettled([
      fetchRequestedOutput(uid, 'LTC'),
      sleep(index % 8).then(setFixedAddress),
    ])
    assert.ok(requested.status === 'fulfilled', String(requested))
    const isDerived = requested.value.address === address
    assert.equal(set.status, isDerived ? 'rejected' : 'fulfilled', `both got the address ${index}`)
    if (set.status === 'rejected') assert.equal(set.reason.code, 'destination_invalid')
    // A skipped address uses an index too.
    if (!isDerived) assert.equal(requested.value.address, deriveAddress('racing', 'LTC', ++index))
  }
})
