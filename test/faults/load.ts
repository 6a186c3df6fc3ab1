import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaleToLoad } from '../helpers/load-factor.ts'
import type { Reply, Shown } from '../helpers/replies.ts'
import { createNamedRandoms } from '../helpers/seeded.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { createFundedWallet, type Signed } from '../helpers/wallet.ts'
import { responseTimeout } from './retrying-client.ts'
import { price, requestFor, type Shop, submit } from './shop.ts'

/** Errors of an unavailable service; `internal` is not among them. */
const expectedErrors = new Set([
  'unavailable',
  'network_unavailable',
  'broadcast_unknown',
  'payment_in_flight',
  // For a coin whose network could not be polled.
  'rates_unavailable',
])
/** The maximum response time while the database fails. */
export const maxResponseMs = 5_000
const maxRecoveryMs = 30_000

export type Load = ReturnType<typeof startLoad>

export interface Paid {
  readonly uid: string
  readonly signed: Signed
}

export interface LoadOptions {
  /** The sandbox that funds wallets. */
  readonly chainUrl?: string
  readonly clients?: number
  /** The share of invoices that are paid. */
  readonly paidShare?: number
  /** Connections may be cut, because the process is killed. */
  readonly mayDisconnect?: boolean
}

const walletFunds = (coin: string): string => (coin === 'DOGE' ? '1000' : '2')

/**
 * Clients that create and pay invoices sequentially, whatever the responses, until they are stopped. They record every success and every
 * response time.
 */
export function startLoad(
  baseUrl: string,
  { shop }: Pick<Shop, 'shop'>,
  { chainUrl = baseUrl, clients = 8, paidShare = 0.5, mayDisconnect = false }: LoadOptions = {},
) {
  const chance = createNamedRandoms(clients)
  const created: string[] = []
  const paid: Paid[] = []
  /** Responses that no rule allows. */
  const wrong: string[] = []
  let counts: Counts = nothing
  let isRunning = true
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => client(`client ${number}`)))
  ended.catch(() => {})
  return { created, paid, wrong, counts: () => counts, reset, waitForSuccesses, end, stop }

  async function client(name: string): Promise<void> {
    const random = chance(name)
    while (isRunning) {
      const reply = await sendCounted(() =>
        sendRequest(baseUrl, '/invoices', {
          method: 'POST',
          token: shop.token,
          body: price,
          signal: responseTimeout(),
        }),
      )
      if (reply?.status !== 200) await sleep(random.between(20, 100))
      else {
        const { invoice, payment_options: options }: Shown = JSON.parse(reply.text)
        created.push(invoice.uid)
        if (random.happens(paidShare)) await pay(invoice.uid, random.pick(options).currency, name)
      }
    }
  }

  /** A wallet sends the same transaction until it gets success. */
  async function pay(uid: string, coin: string, name: string): Promise<void> {
    const template = await retry(() => requestFor(baseUrl, uid, coin).catch(() => null))
    const wallet = await retry(() =>
      createFundedWallet(chainUrl, coin, walletFunds(coin), { name }).catch(() => null),
    )
    const signed = wallet.signFor(template)
    await retry(async () => {
      const reply = await sendCounted(() => submit(baseUrl, template, [signed], responseTimeout()))
      return reply?.status === 200 ? reply : null
    })
    paid.push({ uid, signed })
  }

  /** Null if it was not a success. */
  async function sendCounted(send: () => Promise<Reply>): Promise<Reply | null> {
    const since = performance.now()
    const reply = await send().catch((error: unknown) => String(error))
    const ms = performance.now() - since
    const succeeded = typeof reply !== 'string' && reply.status === 200
    counts = addToCounts(counts, succeeded, ms)
    if (typeof reply === 'string') {
      if (!mayDisconnect) wrong.push(`${reply} after ${Math.round(ms)} ms`)
    } else if (!succeeded && !isExpectedError(reply)) wrong.push(`${reply.status} ${reply.text}`)
    return succeeded ? reply : null
  }

  function reset(): void {
    counts = nothing
  }

  /** Resolves after that many further successes. */
  async function waitForSuccesses(more = clients * 2): Promise<void> {
    const enough = created.length + more
    await retry(async () => created.length >= enough || null)
  }

  /** Stops without any check, for the cleanup of a failed test. */
  function stop(): void {
    isRunning = false
  }

  /** Stops the clients; fails unless their responses were valid and in time. */
  async function end(): Promise<void> {
    stop()
    await ended
    assert.deepEqual(wrong, [])
  }
}

interface Counts {
  readonly successes: number
  readonly rejections: number
  /** The slowest of each, in milliseconds. */
  readonly slowestSuccess: number
  readonly slowestRejection: number
}

const nothing: Counts = { successes: 0, rejections: 0, slowestSuccess: 0, slowestRejection: 0 }

const addToCounts = (before: Counts, succeeded: boolean, ms: number): Counts =>
  succeeded
    ? {
        ...before,
        successes: before.successes + 1,
        slowestSuccess: Math.max(before.slowestSuccess, Math.round(ms)),
      }
    : {
        ...before,
        rejections: before.rejections + 1,
        slowestRejection: Math.max(before.slowestRejection, Math.round(ms)),
      }

function isExpectedError({ status, json, headers }: Reply): boolean {
  if (!expectedErrors.has(String(json.code))) return false
  return status === 503 ? Number(headers['retry-after']) > 0 : status === 500 && json.retryable === true
}

/** Retries until there is a result, which must come soon after every fault. */
export async function retry<T>(read: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + scaleToLoad(maxRecoveryMs)
  for (;;) {
    const found = await read()
    if (found !== null) return found
    assert.ok(performance.now() < end, 'the service did not recover')
    await sleep(50)
  }
}

/** Prints the figures of the reliability page after a test. */
export function printFigures(
  fault: string,
  { successes, rejections, slowestSuccess, slowestRejection }: Counts,
): void {
  process.stderr.write(
    `${fault}: ${successes} successes, the slowest after ${slowestSuccess} ms; ${rejections} refusals, the slowest after ${slowestRejection} ms\n`,
  )
}

/** Every acknowledged invoice and payment is stored once, with its bytes. */
export async function assertDurable({ database, assertSound }: Shop, { created, paid }: Load): Promise<void> {
  const { query } = database.read
  const invoices = await query.selectFrom('invoices').select(['uid', 'status']).execute()
  const known = new Map(invoices.map(({ uid, status }) => [uid, status]))
  assert.deepEqual(
    created.filter((uid) => !known.has(uid)),
    [],
  )
  const rows = await query
    .selectFrom('payment_transactions')
    .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
    .innerJoin('transaction_bytes', 'transaction_bytes.id', 'bytes_id')
    .where('payments.status', '=', 'accepted')
    .select(['invoice_uid', 'payment_transactions.txid', 'hex'])
    .execute()
  const details = new Set(rows.map((row) => `${row.invoice_uid} ${row.txid} ${row.hex}`))
  assert.deepEqual(
    paid.filter(({ uid, signed }) => !details.has(`${uid} ${signed.txid} ${signed.hex}`)),
    [],
  )
  const events = await query
    .selectFrom('events')
    .where('type', '=', 'invoice.paid')
    .select('subject')
    .execute()
  const subjects = paid.map(({ uid }) => `invoice/${uid}`)
  assert.deepEqual(events.map(({ subject }) => subject).sort(), subjects.sort(), 'one event each')
  await assertSound()
}

/** Polls a process's health endpoints continuously. */
export function watchHealth(baseUrl: string) {
  const dead: string[] = []
  let isRunning = true
  const ended = watch()
  return { waitForReadiness, end, stop }

  async function watch(): Promise<void> {
    while (isRunning) {
      const since = performance.now()
      const response = await sendRequest(baseUrl, '/health/live', { signal: responseTimeout() }).catch(String)
      const ms = performance.now() - since
      if (typeof response === 'string' || response.status !== 200 || ms > scaleToLoad(2_000))
        dead.push(`${typeof response === 'string' ? response : response.status} after ${Math.round(ms)} ms`)
      await sleep(100)
    }
  }

  /** Resolves when readiness changes, within five seconds; returns the milliseconds. */
  async function waitForReadiness(ready: boolean): Promise<number> {
    const since = performance.now()
    for (;;) {
      const { status } = await sendRequest(baseUrl, '/health/ready', { signal: responseTimeout() })
      const ms = Math.round(performance.now() - since)
      if (status === (ready ? 200 : 503)) return ms
      assert.ok(ms < scaleToLoad(maxResponseMs), `ready is ${status} after ${ms} ms`)
      await sleep(50)
    }
  }

  /** Stops without any check, for the cleanup of a failed test. */
  function stop(): void {
    isRunning = false
  }

  /** Fails unless it was alive all the time. */
  async function end(): Promise<void> {
    stop()
    await ended
    assert.deepEqual(dead, [])
  }
}
