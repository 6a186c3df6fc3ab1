import assert from 'node:assert/strict'
import { createStores } from '../../src/composition/stores.ts'
import { day, minute } from '../../src/kernel/clock.ts'
import { generateId, hashSecret } from '../../src/kernel/ids.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import type { TestScope } from '../helpers/databases.ts'
import type { Merchant } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'
import { startCheckoutStates } from './checkout-states.ts'

export const order = {
  external_id: 'order-2026-1042',
  business_id: 'lantern',
  location_id: 'Berlin Mitte',
  register_id: 'till 2',
  memo: 'The Left Hand of Darkness, hardback, and two postcards',
  metadata: { customer: 'Ödön Müller', table: '17' },
}

const connectQuery = new URLSearchParams([
  ['permissions', 'btcpay.store.canviewinvoices'],
  ['permissions', 'btcpay.store.cancreateinvoice'],
  ['permissions', 'btcpay.store.webhooks.canmodifywebhooks'],
  ['permissions', 'btcpay.store.cancreatenonapprovedpullpayments'],
  ['applicationName', 'WooCommerce'],
  ['redirect', 'https://lantern-books-and-antiquities.example/?wc-api=callback'],
])

/** Pages that look different as long as an account has nothing. */
const emptyPages = [
  ...['', '/invoices', '/till', '/deliveries', '/people', '/settings/destinations'],
  ...['/settings/destinations/BTC', '/settings/tokens', '/settings/webhooks', '/settings/security'],
]

const settingsPages = ['destinations', 'tokens', 'webhooks', 'preferences', 'security', 'sessions', 'audit']

/** A shop with something on every page, and the pages that its people and payers see. */
export async function openShopPages(t: TestScope) {
  const service = await startCheckoutStates(t)
  const { merchant, request, states, clock } = service
  const newcomer = await createNewcomer()
  const [cashier, bookkeeper] = [await join('cashier'), await join('bookkeeper')]
  const invitation = await invite()
  const token = await service.accounts.createToken(merchant.email, { name: 'Web shop' })
  const [endpoint, deliveries] = await notifyWebhooks()
  const exceptions = createExceptionHelpers(service)
  const part = await exceptions.part(25n, 30n)
  const late = await exceptions.late(60n)
  const partlyPaid = await receivePart()
  const paid = await service.create({ ...order, expires_in: 86_400 })
  await service.payInvoice(paid, 'LTC')
  const checkouts = await createCheckouts()
  const open = await service.create({ ...order, expires_in: 86_400 })
  const sale = await service.create({ expires_in: 86_400 })

  const invoices = [paid, open, partlyPaid.uid, part.uid, late.uid].map((uid) => `/invoices/${uid}`)
  const ownerPages = [
    ...['', '/invoices', ...invoices, '/invoices?status=cancelled', '/invoices/new'],
    ...[`/invoices/${open}/share`, `/invoices/${paid}/share`],
    ...['/till', `/till/${sale}`, `/till/${paid}`, `/till/${partlyPaid.uid}`],
    ...[part.exceptions[0], late.exception].map((exception) => `/exceptions/${exception?.id}`),
    ...['/deliveries', ...deliveries.map((id) => `/deliveries/${id}`), '/people', '/people/staff'],
    ...['/settings', ...settingsPages.map((name) => `/settings/${name}`)],
    ...['/settings/destinations/LTC', '/settings/tokens/new', `/settings/tokens/${token.id}`],
    ...['/settings/webhooks/new', `/settings/webhooks/${endpoint}`, '/settings/security/codes', '/operator'],
  ]
  const inDashboard = (paths: readonly string[], query = ''): string[] =>
    paths.map((path) => `/dashboard${path}${query}`)
  const inShop = `?account=${merchant.id}`
  const entryPages = ['/', '/login', '/register', '/forgot', '/register/sent', invitation]
  /** Each with the account that opens them; null for visitors. */
  const pages: readonly { account: Merchant | null; paths: readonly string[] }[] = [
    { account: null, paths: [...checkouts, ...entryPages] },
    { account: merchant, paths: [...inDashboard(ownerPages), `/api-keys/authorize?${connectQuery}`] },
    { account: newcomer, paths: inDashboard([...emptyPages, newcomer.passkeyPath]) },
    {
      account: cashier,
      paths: [...inDashboard(['/till', '/invoices', `/till/${sale}`], inShop), '/dashboard/people'],
    },
    {
      account: bookkeeper,
      paths: inDashboard(
        ['', '/invoices', `/invoices/${part.uid}`, `/exceptions/${late.exception.id}`],
        inShop,
      ),
    },
  ]
  return { service, pages }

  async function createNewcomer(): Promise<Merchant & { passkeyPath: string }> {
    const account = await service.anotherMerchant('newcomer', [])
    const id = `pk_${generateId(clock.now())}`
    const passkey = { id, accountId: account.id, credentialId: 'newcomer', publicKey: '', userHandle: '' }
    const dates = { createdAt: clock.now(), lastUsedAt: null }
    await service.database.transact((sql) =>
      createStores(sql).passkeys.insert({
        ...passkey,
        ...dates,
        name: 'Laptop',
        signCount: 0,
        transports: [],
      }),
    )
    return { ...account, passkeyPath: `/settings/security/passkeys/${id}` }
  }

  async function join(role: 'cashier' | 'bookkeeper'): Promise<Merchant> {
    const member = await service.anotherMerchant(role, [])
    await addStaff(service, { accountId: merchant.id, memberId: member.id, role })
    return member
  }

  async function invite(): Promise<string> {
    const [accountId, now] = [merchant.id, clock.now()]
    const email = 'a.very.long.address.that.has.no.place.to.break@accountants-and-tax-advisers.example'
    const fields = { accountId, email, role: 'cashier' as const, expiresAt: now + 7 * day }
    await service.database.transact((sql) =>
      createStores(sql).staff.invite({ ...fields, digest: hashSecret('secret') }, now),
    )
    return '/invitation/secret'
  }

  /** An endpoint, and deliveries that arrived and failed. */
  async function notifyWebhooks(): Promise<readonly [string, readonly string[]]> {
    const failure = '<h1>Internal Server Error</h1>\nat handler (/srv/shop/hooks.js:1:1)'
    const [good, bad] = [await openReceiver(t), await openReceiver(t, respondWith(500, {}, failure))]
    const browser = await openSignedInBrowser(service, merchant.id)
    const send = async (url: string, more: object = {}) => {
      const body = { url, ...more }
      const { json } = await request('/api/v1/webhooks', { method: 'POST', body })
      const path = await browser.submit(`/dashboard/settings/webhooks/${json.id}/test`)
      return [String(json.id), /[^/?]+(?=$|\?)/.exec(path)?.[0] ?? assert.fail(path)] as const
    }
    const [, delivered] = await send(good.url, { description: 'The web shop', types: ['webhook.*'] })
    const [endpoint, failed] = await send(`${bad.url}/a-rather-long-path/that-never-ends/as-they-do`, {
      types: ['webhook.*', 'invoice.reversed'],
    })
    await until(async () => good.received.length === 1 && bad.received.length === 1)
    return [endpoint, [delivered, failed]]
  }

  /** An invoice that accepts any wallet and received a part. */
  async function receivePart() {
    const { uid } = (await service.createInvoice({ ...order, any_wallet: true, expires_in: 86_400 })).invoice
    const { json } = await request(`/invoices/${uid}/address/LTC`, { token: null })
    const invoice = { uid, coin: 'LTC' as const, address: String(json.address), amount: 0n }
    await exceptions.receive(invoice, 3_000_000n)
    return invoice
  }

  async function createCheckouts(): Promise<readonly string[]> {
    const names = ['rejected', 'paid', 'confirming', 'reversed', 'cancelled', 'expired', 'missing'] as const
    const paths: string[] = []
    for (const name of names) paths.push(await states[name]())
    clock.advance(minute)
    const uid = await service.create({ expires_in: 86_400 })
    const addresses = ['', 'LTC', 'BCH', 'BSV'].map((coin) => `/checkout/${partlyPaid.uid}?coin=${coin}`)
    return [...paths, `/checkout/${uid}`, `/checkout/${uid}?coin=BTC`, ...addresses]
  }
}
