import assert from 'node:assert/strict'
import { finishRestore } from '../../src/composition/restore.ts'
import { createManualClock, minute, toIsoString } from '../../src/kernel/clock.ts'
import { createAuthenticator } from '../helpers/authenticator.ts'
import { openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { openTestDatabase, type TestScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

const anchorWallet = testWallet('LTC', 'anchors')

/** Neither the broker nor the receiver exists, so their queues stay full. */
const settings = {
  EVENT_TRANSPORTS: 'amqp,blockchain',
  AMQP_URL: 'amqp://127.0.0.1:1',
  BLOCKCHAIN_COIN: 'LTC',
  BLOCKCHAIN_KEY: Buffer.from(anchorWallet.key.secret).toString('hex'),
  BLOCKCHAIN_EVERY: '1',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
const hook = 'http://127.0.0.1:1/hook'

/** Writes rows into every table through the service, and stops it. Its database has been restored once. */
export async function openFullDatabase(t: TestScope) {
  const clock = createManualClock(Date.parse('2026-03-01T12:00:00.000Z'))
  const storage = await openTestDatabase(t)
  await finishRestore(storage.database, clock)
  const service = await startService(t, {
    listen: 'localhost',
    settings,
    clock,
    on: storage,
    destinations: ['BTC', 'LTC'],
  })
  await fillInvoices(service)
  await waitForWebhooks(service)
  clock.advance(16 * minute)
  await fillAccounts(service)
  await fillChain(service)
  await service.close()
  return storage
}

type Service = Awaited<ReturnType<typeof startService>>

async function post(service: Service, path: string, body: unknown, status = 200) {
  const reply = await service.request(path, { method: 'POST', body })
  assert.equal(reply.status, status, reply.text)
  return reply.json
}

async function fillInvoices(service: Service): Promise<void> {
  await post(service, '/api/v1/webhooks', { url: hook, types: ['invoice.*'] })
  const whole = {
    webhook_url: hook,
    redirect_url: 'https://shop.example/thanks',
    memo: 'two coffees',
    external_id: 'order-1',
    business_id: 'shop',
    location_id: 'corner',
    register_id: 'left',
    metadata: { table: '4' },
  }
  const paid = await service.createInvoice(whole, { headers: { 'idempotency-key': 'once' } })
  assert.equal((await service.pay(paid.invoice.uid, 'LTC')).reply.status, 200)
  const open = await service.createInvoice({ memo: 'open' })
  await service.paymentRequest(open.invoice.uid, 'BTC')
  const rejected = { currency: 'BTC', transactions: ['00'] }
  await post(service, `/payments/json/BTC/${open.invoice.uid}`, rejected, 400)
  const cancelled = await service.createInvoice()
  await service.request(`/invoices/${cancelled.invoice.uid}`, { method: 'DELETE' })

  const fixed = await service.anotherMerchant('fixed', [])
  await service.accounts.setDestination(fixed.email, 'DOGE', {
    address: testWallet('DOGE', 'fixed').address(),
  })
  const shared = await service.createInvoice({}, { token: fixed.token })
  await service.paymentRequest(shared.invoice.uid, 'DOGE')
}

async function fillAccounts(service: Service): Promise<void> {
  const { query } = service.database.read
  // Reading an invoice with an expired price refreshes the quote.
  for (const { uid } of await query
    .selectFrom('invoices')
    .where('status', '=', 'unpaid')
    .select('uid')
    .execute())
    await service.getInvoice(uid)
  // Without webhooks.
  const { id: accountId } = await service.anotherMerchant('staffed', ['LTC'])
  const till = openBrowser(service)
  await till.register('cashier@example.com', 'correct horse battery')
  const { id: memberId } = await service.accounts.find('cashier@example.com')
  await addStaff(service, { accountId, memberId, role: 'cashier' })
  await till.submit(`/dashboard/till?account=${accountId}`, { amount: '3' })
  await till.submit('/logout')
  const { email } = await service.anotherMerchant('books', [])
  await post(service, '/api/v1/account/links', { email })
  await post(service, '/api/v1/account/links', { email: 'nobody@example.com' }, 404)
  const owner = openBrowser(service)
  await owner.register('owner@example.com', 'correct horse battery')
  await addPasskey(service, owner)
  await openBrowser(service).post('/login', { email: 'owner@example.com', password: 'a wrong guess' })
  await openBrowser(service)
    .submit('/forgot', { email: 'owner@example.com' })
    .catch(() => {})
}

async function addPasskey({ baseUrl }: Service, owner: TestBrowser): Promise<void> {
  const passkeys = '/dashboard/settings/security/passkeys'
  const options = JSON.parse((await owner.post(`${passkeys}/options`, { name: 'Phone' })).text)
  const credential = createAuthenticator({ origin: baseUrl, rpId: 'localhost' }).create(options)
  await owner.submit(passkeys, { name: 'Phone', credential })
}

async function fillChain(service: Service): Promise<void> {
  const anchored = async () => (await service.stores.anchors.findNewest())?.status === 'sent'
  await service.rpc('LTC', 'sandbox_fund', anchorWallet.address(), '1')
  await until(anchored)
  await service.rpc('LTC', 'generatetoaddress', 10, testWallet('LTC', 'miner').address())
  const tip = await service.rpc('LTC', 'getblockcount')
  await until(async () => (await service.stores.followedBlocks.findNewest('LTC'))?.height === tip)
  const mined = service.database.read.query.selectFrom('anchors').select('block_hash')
  await until(async () => (await mined.execute()).every(({ block_hash }) => block_hash !== null))
  const confirmed = service.database.read.query.selectFrom('payments').select('confirmed_at')
  await until(async () => (await confirmed.execute()).every(({ confirmed_at }) => confirmed_at !== null))
  await waitForWebhooks(service)
}

/** Waits until nothing is due: how often each delivery was attempted then depends on the clock alone. */
async function waitForWebhooks({ stores, database, clock }: Service): Promise<void> {
  await until(
    async () =>
      (await stores.webhookFanOut.readCompletePosition()) === (await stores.log.getBounds()).lastWritten,
  )
  const { query } = database.read
  const due = query
    .selectFrom('webhook_deliveries')
    .where('next_at', '<=', toIsoString(clock.now()))
    .select('id')
  const inProgress = query
    .selectFrom('webhook_attempts')
    .where('ms', 'is', null)
    .where('error', 'is', null)
    .select('number')
  await until(async () => (await due.execute()).length === 0 && (await inProgress.execute()).length === 0)
}
