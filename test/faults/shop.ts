import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { coins } from '../../src/coins/index.ts'
import { createTransact } from '../../src/composition/stores.ts'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openTestDatabase, type TestDatabase, type TestScope } from '../helpers/databases.ts'
import type { Reply, Shown, Template } from '../helpers/replies.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { deriveXpub, type Merchant } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A database, new unless it is given, with two merchants, for processes that come and go; the test has a connection of its own. */
export async function openShop(t: TestScope, storage?: TestDatabase) {
  const { database, url } = storage ?? (await openTestDatabase(t))
  const use = createAccounts(createTransact(database), { chain: 'regtest', clock: systemClock })
  const [shop, partner] = [await createMerchant('shop'), await createMerchant('partner')]
  return {
    database,
    url,
    shop,
    partner,
    createMerchant,
    waitForAllCoins,
    assertSound,
    assertPaidOnce,
    listEvents,
    countInProgress,
  }

  /** Waits until a process offers every coin: on a busy machine it may be ready before it has polled all networks. The partner asks. */
  async function waitForAllCoins(baseUrl: string): Promise<void> {
    const request = { method: 'POST', token: partner.token, body: price } as const
    await until(async () => {
      const { payment_options: options } = (await sendRequest(baseUrl, '/invoices', request)).json
      return Array.isArray(options) && options.length === coins.size
    })
  }

  async function createMerchant(name: string): Promise<Merchant> {
    const email = `${name}@example.com`
    const { id } = await use.create({ email, password: null, currency: 'USD' })
    for (const code of coins.keys()) await use.setDestination(email, code, { xpub: deriveXpub(name, code) })
    const { token } = await use.createToken(email, { name: 'first' })
    return { id, email, token }
  }

  /** Fails unless every invariant of the database holds. */
  async function assertSound(): Promise<void> {
    const { violations } = await database.runInSnapshot((sql) => diagnose(sql, checks))
    assert.deepEqual(violations, [])
  }

  /** Fails unless these are the only payments; each was accepted and has paid its invoice with one event. */
  async function assertPaidOnce(...uids: readonly string[]): Promise<void> {
    const payments = await database.read.query
      .selectFrom('payments')
      .select(['invoice_uid', 'status'])
      .orderBy('invoice_uid')
      .execute()
    assert.deepEqual(
      payments.map((row) => [row.invoice_uid, row.status]),
      uids.toSorted().map((uid) => [uid, 'accepted']),
    )
    for (const uid of uids) {
      const paid = (await listEvents(`invoice/${uid}`)).filter((type) => type === 'invoice.paid')
      assert.equal(paid.length, 1)
    }
  }

  /** Types of the events of a subject, in their sequence. */
  async function listEvents(subject: string): Promise<string[]> {
    const rows = await database.read.query
      .selectFrom('events')
      .where('subject', '=', subject)
      .orderBy('sequence')
      .select('type')
      .execute()
    return rows.map(({ type }) => type)
  }

  /** The number of payments in progress. */
  async function countInProgress(): Promise<number> {
    const rows = await database.read.query
      .selectFrom('payments')
      .where('status', '=', 'sending')
      .select('id')
      .execute()
    return rows.length
  }
}

export const price = { amount: 12.5, currency: 'USD' }

/**
 * Retries after 503, like clients do: on a busy machine a process may wait too long for a database connection. One that has just started
 * may not have polled every network yet, and offers LTC a moment later.
 */
export async function askWithRetry(...options: Parameters<typeof sendRequest>): Promise<Reply> {
  const isRetryable = ({ status, text }: Reply) =>
    status === 503 || (text.includes('payment_options') && !text.includes('"LTC"'))
  let reply = await sendRequest(...options)
  for (let tries = 1; isRetryable(reply) && tries < 20; tries++) {
    await sleep(250)
    reply = await sendRequest(...options)
  }
  return reply
}

/** A new invoice of that price. */
export async function createInvoice(
  baseUrl: string,
  { token }: Merchant,
  members: object = {},
): Promise<Shown> {
  const body = { ...price, ...members }
  const { status, text } = await askWithRetry(baseUrl, '/invoices', { method: 'POST', token, body })
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

/** The payment request for a wallet of that coin. */
export async function requestFor(baseUrl: string, uid: string, coin: string): Promise<Template> {
  const headers = { accept: 'application/payment-request', 'x-currency': coin }
  const { status, text } = await askWithRetry(baseUrl, `/r/${uid}`, { headers })
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

/** `POST` to the payment URL, at any process. */
export function submit(
  baseUrl: string,
  { paymentUrl, currency }: Template,
  signed: readonly Signed[],
  signal?: AbortSignal,
): Promise<Reply> {
  const body = { currency, transactions: signed.map(({ hex }) => hex) }
  return sendRequest(baseUrl, new URL(paymentUrl).pathname, {
    method: 'POST',
    body,
    ...(signal && { signal }),
  })
}
