import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { deriveAccountKeys } from '../../src/coins/codec/hdkey.ts'
import { coins } from '../../src/coins/index.ts'
import { hour } from '../../src/kernel/clock.ts'
import { deriveAddress, startBilling } from '../helpers/billing.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, deriveXpub, startService } from '../helpers/service.ts'
import { testWallet } from '../helpers/wallet.ts'

const service = await startBilling(fileScope)
const { accounts, createInvoiceFor, fetchRequestedOutput, anotherMerchant } = service

test('an address is allocated on the first request for a coin, once per invoice and coin, and never changes', async () => {
  const uid = await createInvoiceFor()
  assert.deepEqual(await service.stores.invoices.listAddresses(uid), [])
  const first = await fetchRequestedOutput(uid, 'LTC')
  assert.deepEqual(
    (await service.stores.invoices.listAddresses(uid)).map(({ coin, address }) => [coin, address]),
    [['LTC', first.address]],
  )
  assert.deepEqual(await fetchRequestedOutput(uid, 'LTC'), first)
  await fetchRequestedOutput(uid, 'DOGE')
  assert.equal((await service.stores.invoices.listAddresses(uid)).length, 2)
})

test('an extended public key gives a new address per invoice: m/0/i below the key, from i = 0', async () => {
  const shop = await anotherMerchant('in-order')
  for (const index of [0, 1, 2]) {
    const uid = await createInvoiceFor(shop)
    for (const code of coins.keys())
      assert.equal((await fetchRequestedOutput(uid, code)).address, deriveAddress('in-order', code, index))
  }
})

test('an invoice uses no index for a coin that nobody requests', async () => {
  const shop = await anotherMerchant('lazy', ['LTC'])
  for (let count = 0; count < 3; count++) await createInvoiceFor(shop)
  assert.equal(
    (await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')).address,
    deriveAddress('lazy', 'LTC', 0),
  )
})

test('the counter belongs to coin and key: it is shared by all formats of the key and by all accounts', async () => {
  const seed = createHash('sha256').update('one key').digest()
  const [bitcoin, one, other] = [
    coins.get('BTC'),
    await anotherMerchant('key-one', []),
    await anotherMerchant('key-two', []),
  ]
  const legacy = deriveAccountKeys(seed, { coin: bitcoin ?? assert.fail(), chain: 'regtest' }).xpub
  await accounts.setDestination(one.email, 'BTC', { xpub: legacy })
  await accounts.setDestination(other.email, 'BTC', { xpub: legacy })
  const addresses = []
  for (const shop of [one, other, one, other])
    addresses.push((await fetchRequestedOutput(await createInvoiceFor(shop), 'BTC')).address)
  assert.equal(new Set(addresses).size, 4)

  // The same key for another coin has a counter of its own.
  const litecoin = await anotherMerchant('key-three', [])
  await accounts.setDestination(litecoin.email, 'LTC', { xpub: legacy })
  const { address } = await fetchRequestedOutput(await createInvoiceFor(litecoin), 'LTC')
  const coin = coins.get('LTC') ?? assert.fail()
  assert.equal(
    address,
    coin.scriptToAddress(coin.parseExtendedKey(legacy, 'regtest').deriveScript(0), 'regtest'),
  )
})

test('a key that is set again continues after its last index', async () => {
  const shop = await anotherMerchant('back', ['LTC'])
  await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')
  await accounts.setDestination(shop.email, 'LTC', { xpub: deriveXpub('elsewhere', 'LTC') })
  await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')
  await accounts.setDestination(shop.email, 'LTC', { xpub: deriveXpub('back', 'LTC') })
  assert.equal(
    (await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')).address,
    deriveAddress('back', 'LTC', 1),
  )
})

test('destination advance skips indexes', async () => {
  const shop = await anotherMerchant('ahead', ['LTC'])
  assert.deepEqual(await accounts.advance(shop.email, 'LTC', 20), { coin: 'LTC', nextIndex: 20 })
  assert.equal(
    (await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')).address,
    deriveAddress('ahead', 'LTC', 20),
  )
  assert.deepEqual(await accounts.advance(shop.email, 'LTC', 5), { coin: 'LTC', nextIndex: 26 })
})

test('setting a destination returns its first addresses, to compare with the wallet’s', async () => {
  const xpub = deriveXpub('compared', 'DASH')
  const shop = await anotherMerchant('compared', [])
  assert.deepEqual(await accounts.setDestination(shop.email, 'dash', { xpub }), {
    coin: 'DASH',
    kind: 'xpub',
    firstAddresses: [0, 1, 2].map((index) => deriveAddress('compared', 'DASH', index)),
    isChange: true,
  })
})

test('a key of another network, a private key or an invalid key is rejected, and never echoed', async () => {
  const seed = createHash('sha256').update('secret').digest()
  const coin = coins.get('BTC') ?? assert.fail()
  const { xpub } = deriveAccountKeys(seed, { coin, chain: 'main' })
  const shop = await anotherMerchant('mistaken', [])
  for (const wrong of [
    xpub,
    'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK',
    'x',
    '',
  ]) {
    await assert.rejects(
      accounts.setDestination(shop.email, 'BTC', { xpub: wrong }),
      (error) =>
        error instanceof Error &&
        'code' in error &&
        error.code === 'destination_invalid' &&
        (wrong.length < 2 || !error.message.includes(wrong.slice(4, 30))),
    )
  }
  await assert.rejects(
    accounts.setDestination(shop.email, 'BTC', { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }),
  )
  await assert.rejects(
    accounts.setDestination(shop.email, 'BTC', { address: deriveAddress('x', 'DASH', 0).slice(1) }),
  )
  await assert.rejects(accounts.setDestination(shop.email, 'ETH', { xpub }))
})

test('an invoice keeps its address when the account’s destination changes, even across new quotes', async (t) => {
  const { clock, ...ownService } = await startBilling(t, { destinations: ['LTC'] })
  const uid = await ownService.createInvoiceFor()
  const unrequested = await ownService.createInvoiceFor()
  const before = await ownService.fetchRequestedOutput(uid, 'LTC')
  const { address } = testWallet('LTC', 'elsewhere')
  await ownService.accounts.setDestination('shop@example.com', 'LTC', { address: address() })
  assert.deepEqual(await ownService.fetchRequestedOutput(uid, 'LTC'), before)
  clock.advance(hour)
  assert.deepEqual(await ownService.fetchRequestedOutput(uid, 'LTC'), before)
  assert.equal((await ownService.fetchRequestedOutput(unrequested, 'LTC')).address, address())
  assert.equal(
    (await ownService.fetchRequestedOutput(await ownService.createInvoiceFor(), 'LTC')).address,
    address(),
  )
})

test('no address is issued twice, and no unique violation surfaces: concurrent invoices and requests in two processes', async (t) => {
  const otherProcess = await startService(t, { clock: service.clock, sharedStorage: service.storage })
  const shop = await anotherMerchant('crowded')
  const codes = [...coins.keys()]
  const requested = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const [processA, processB] = index % 2 ? [service, otherProcess] : [otherProcess, service]
      const { invoice } = await processA.createInvoice({ amount: 5 + index }, { token: shop.token })
      const code = codes[index % codes.length] ?? assert.fail()
      // Each is requested twice at once, in both processes.
      const requests = await Promise.all(
        [processA, processB].map((each) => each.paymentRequest(invoice.uid, code)),
      )
      assert.deepEqual(requests[0]?.outputs, requests[1]?.outputs)
      return `${code} ${requests[0]?.outputs[0]?.address}`
    }),
  )
  assert.equal(new Set(requested).size, 120)
})

test('the counter survives a restart', async (t) => {
  const shop = await anotherMerchant('restarted', ['LTC'])
  await fetchRequestedOutput(await createInvoiceFor(shop), 'LTC')
  const next = await startService(t, { clock: service.clock, sharedStorage: service.storage })
  const { invoice } = await next.createInvoice({}, { token: shop.token })
  const { outputs } = await next.paymentRequest(invoice.uid, 'LTC')
  assert.equal(outputs[0]?.address, deriveAddress('restarted', 'LTC', 1))
})

test('a coin without a destination is not offered; the error lists those that are', async () => {
  const shop = await anotherMerchant('choosy', ['LTC', 'DOGE'])
  const uid = await createInvoiceFor(shop)
  const headers = { accept: 'application/payment-request', 'x-currency': 'BTC' }
  const reply = await service.request(`/r/${uid}`, { token: null, headers })
  assert.match(assertRejected(reply, 400, 'coin_not_offered'), /LTC, DOGE|DOGE, LTC/)
})
