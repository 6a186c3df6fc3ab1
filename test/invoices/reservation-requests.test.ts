import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createTransact } from '../../src/composition/stores.ts'
import { createAddressAllocator } from '../../src/invoices/address.ts'
import { requirePayable } from '../../src/invoices/invoice.ts'
import { minute } from '../../src/kernel/clock.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { start, startBilling } from '../helpers/billing.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { assertRejected, type Service } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startBilling(fileScope)
const {
  accounts,
  createInvoiceFor,
  fetchRequestedOutput,
  fetchRequestedAmount,
  createFixedAddressMerchant,
  anotherMerchant,
  cancel,
  stores,
  database,
} = service

const readRequest = ({ request }: Pick<Service, 'request'>, uid: string, coin: string) =>
  request(`/r/${uid}`, {
    token: null,
    headers: { accept: 'application/payment-request', 'x-currency': coin },
  })

const readInvoice = async (uid: string) =>
  requirePayable((await stores.invoices.find(uid)) ?? assert.fail('there is no such invoice'))

const listQuotedCoins = async (uid: string) =>
  (await readInvoice(uid)).quote.coins.map(({ code, amountOffset }) => `${code}+${amountOffset}`)

/** Reserves each of these offsets from 50 USD in LTC for other invoices, for a long time. */
async function takeAmounts(
  { address }: { readonly address: string },
  offsets: readonly number[],
): Promise<void> {
  const script = Buffer.from(coins.get('LTC')?.addressToScript(address, 'regtest') ?? assert.fail())
  const row = { coin: 'LTC', script: script.toString('hex'), live_until: new Date(start * 2).toISOString() }
  const values = offsets.map((raise) => ({
    ...row,
    amount: 50_000_000 + raise,
    invoice_uid: `other ${raise}`,
  }))
  await database.transact(({ query }) => query.insertInto('reserved_amounts').values(values).execute())
}

test('no fixed address is issued while its network is unreachable: a transaction mined until then is tx_too_old', async (t) => {
  const paying = await startPaying(t, { destinations: ['LTC'] })
  const shop = await paying.anotherMerchant('cut-off', [])
  const owner = await paying.payer('LTC', [], { name: 'cut-off' })
  await paying.accounts.setDestination(shop.email, 'LTC', { address: owner.address() })
  const createInvoiceUid = async () => (await paying.createInvoice({}, { token: shop.token })).invoice.uid
  const first = await createInvoiceUid()
  const template = await paying.paymentRequest(first, 'LTC')
  const signed = (await paying.payer('LTC')).pay({ template })
  assert.equal(
    (await paying.request(`/invoices/${first}`, { method: 'DELETE', token: shop.token })).status,
    200,
  )
  const [uid, ofKey] = [await createInvoiceUid(), (await paying.createInvoice()).invoice.uid]

  await paying.rpc('LTC', 'sandbox_fail', 'down', 1)
  await until(async () => !(await paying.isOffered('LTC')))
  await paying.rpc('LTC', 'sendrawtransaction', signed.hex)
  await paying.mine('LTC', 3)
  const rejected = await readRequest(paying, uid, 'LTC')
  assertRejected(rejected, 503, 'rates_unavailable')
  assert.match(String(rejected.headers['retry-after']), /^\d+$/)
  // Every address of an extended public key is new: nothing was ever mined to it.
  assert.equal((await readRequest(paying, ofKey, 'LTC')).status, 200)

  await paying.rpc('LTC', 'sandbox_fail', 'none', 0)
  await until(() => paying.isOffered('LTC'))
  const reissued = await paying.paymentRequest(uid, 'LTC')
  assert.deepEqual(reissued.outputs, template.outputs)
  assertPaymentRejected(await paying.submit({ uid, coin: 'LTC' }, signed), 'tx_too_old')
})

test('when no amount is free for a new quote the old one stays: 503 once it has expired, and a new one once an amount is free', async (t) => {
  const { clock } = service
  t.after(() => clock.set(start))
  const shop = await createFixedAddressMerchant('full', 'LTC')
  const uid = await createInvoiceFor(shop, { amount: 50 })
  const { quote } = await readInvoice(uid)
  clock.advance(16 * minute)
  const otherInvoice = await createInvoiceFor(shop, { amount: 50 })
  await takeAmounts(
    shop,
    Array.from({ length: 1_000 }, (_, index) => index + 1),
  )

  assertRejected(await readRequest(service, uid, 'LTC'), 503, 'rates_unavailable')
  assert.equal((await service.getInvoice(uid)).payment_options.length, 1)
  assert.deepEqual((await readInvoice(uid)).quote, quote)

  await cancel(otherInvoice, shop)
  assert.equal((await fetchRequestedOutput(uid, 'LTC')).amount, 50_000_000)
})

/** An invoice whose destinations changed, after the quote, from keys to fixed addresses with its amounts taken. */
async function createOvertaken(name: string, codes: readonly CoinCode[]) {
  const shop = await anotherMerchant(name, codes)
  const uid = await createInvoiceFor(shop, { amount: 50 })
  for (const code of codes) {
    const fixed = await createFixedAddressMerchant(`${name}-${code}`, code)
    await fetchRequestedAmount(fixed, code)
    await accounts.setDestination(shop.email, code, { address: fixed.address })
  }
  return { shop, uid }
}

test('coins that are requested concurrently, each with an amount offset, keep their offsets', async () => {
  for (let round = 0; round < 5; round++) {
    const { uid } = await createOvertaken(`at-once-${round}`, ['LTC', 'DOGE', 'DASH'])
    const templates = await Promise.all(
      (['LTC', 'DOGE', 'DASH'] as const).map(
        async (coin) => (await fetchRequestedOutput(uid, coin)).amount % 10,
      ),
    )
    assert.deepEqual(templates, [1, 1, 1])
    assert.deepEqual((await listQuotedCoins(uid)).sort(), ['DASH+1', 'DOGE+1', 'LTC+1'])
  }
})

test('an amount offset for a replaced quote changes nothing in the new one, and issues no address', async (t) => {
  const { clock } = service
  t.after(() => clock.set(start))
  const { uid } = await createOvertaken('given-way', ['LTC', 'DOGE'])
  const before = await readInvoice(uid)
  clock.advance(20 * minute)
  await service.getInvoice(uid)
  const after = await readInvoice(uid)
  assert.notEqual(after.quote.quotedAt, before.quote.quotedAt)

  const allocate = createAddressAllocator({
    transact: createTransact(database),
    getKey: () => assert.fail('no key was requested'),
    chain: 'regtest',
    getTipHeight: () => 1,
    clock,
    settings: service.config,
  })
  assert.equal(await allocate(before, 'LTC', toBaseUnits(50_000_000n)), null)
  assert.deepEqual(await readInvoice(uid), after)
  assert.deepEqual(await stores.invoices.listAddresses(uid), [])
})
