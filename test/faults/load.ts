import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply, Shown } from '../helpers/answers.ts'
import { ask } from '../helpers/ask.ts'
import { underLoad } from '../helpers/load-factor.ts'
import { seededFor } from '../helpers/seeded.ts'
import { fundedWallet, type Signed } from '../helpers/wallet.ts'
import { answerIn } from './caller.ts'
import { price, requestFor, type Shop, submit } from './shop.ts'

/** What a service that cannot do it now may say; nothing of it is `internal`. */
const excuses = new Set([
  'unavailable',
  'network_unavailable',
  'broadcast_unknown',
  'payment_in_flight',
  // Of a coin whose network could not be looked at.
  'rates_unavailable',
])
/** Nobody waits for a database for longer. */
export const maxAnswerMs = 5_000
const maxRecoveryMs = 30_000

export type Load = ReturnType<typeof openLoad>

export interface Paid {
  readonly uid: string
  readonly signed: Signed
}

export interface LoadOptions {
  /** Whose sandbox gives wallets their coins. */
  readonly chainUrl?: string
  readonly clients?: number
  /** The share of invoices that are paid. */
  readonly pays?: number
  /** Connections may be cut off: the process is killed. */
  readonly mayDie?: boolean
}

const pocketMoney = (coin: string): string => (coin === 'DOGE' ? '1000' : '2')

/**
 * Clients that create and pay invoices one after the other, whatever they are answered, until they are ended. What was answered with success
 * is written down, and so is how long each answer took.
 */
export function openLoad(
  baseUrl: string,
  { shop }: Pick<Shop, 'shop'>,
  { chainUrl = baseUrl, clients = 8, pays = 0.5, mayDie = false }: LoadOptions = {},
) {
  const chance = seededFor(clients)
  const created: string[] = []
  const paid: Paid[] = []
  /** Answers that none of the rules allows. */
  const wrong: string[] = []
  let counts: Counts = nothing
  let going = true
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => client(`client ${number}`)))
  ended.catch(() => {})
  return { created, paid, wrong, counts: () => counts, reset, flowing, end, stop }

  async function client(name: string): Promise<void> {
    const random = chance(name)
    while (going) {
      const reply = await noted(() =>
        ask(baseUrl, '/invoices', { method: 'POST', token: shop.token, body: price, signal: answerIn() }),
      )
      if (reply?.status !== 200) await sleep(random.between(20, 100))
      else {
        const { invoice, payment_options: options }: Shown = JSON.parse(reply.text)
        created.push(invoice.uid)
        if (random.happens(pays)) await pay(invoice.uid, random.pick(options).currency, name)
      }
    }
  }

  /** A wallet sends the same transaction until it is told of success. */
  async function pay(uid: string, coin: string, name: string): Promise<void> {
    const template = await again(() => requestFor(baseUrl, uid, coin).catch(() => null))
    const wallet = await again(() =>
      fundedWallet(chainUrl, coin, pocketMoney(coin), { name }).catch(() => null),
    )
    const signed = wallet.signFor(template)
    await again(async () => {
      const reply = await noted(() => submit(baseUrl, template, [signed], answerIn()))
      return reply?.status === 200 ? reply : null
    })
    paid.push({ uid, signed })
  }

  /** Null when it was no success. */
  async function noted(send: () => Promise<Reply>): Promise<Reply | null> {
    const since = performance.now()
    const reply = await send().catch((error: unknown) => String(error))
    const ms = performance.now() - since
    const succeeded = typeof reply !== 'string' && reply.status === 200
    counts = counted(counts, succeeded, ms)
    if (typeof reply === 'string') {
      if (!mayDie) wrong.push(`${reply} after ${Math.round(ms)} ms`)
    } else if (!succeeded && !isExcuse(reply)) wrong.push(`${reply.status} ${reply.text}`)
    return succeeded ? reply : null
  }

  function reset(): void {
    counts = nothing
  }

  /** Resolves when so many more have been answered with success. */
  async function flowing(more = clients * 2): Promise<void> {
    const enough = created.length + more
    await again(async () => created.length >= enough || null)
  }

  /** For a test that failed. */
  function stop(): void {
    going = false
  }

  /** Ends the clients; what they were answered has been in order, and in time. */
  async function end(): Promise<void> {
    stop()
    await ended
    assert.deepEqual(wrong, [])
  }
}

interface Counts {
  readonly successes: number
  readonly refusals: number
  /** Of the slowest of each, in milliseconds. */
  readonly slowestSuccess: number
  readonly slowestRefusal: number
}

const nothing: Counts = { successes: 0, refusals: 0, slowestSuccess: 0, slowestRefusal: 0 }

const counted = (before: Counts, succeeded: boolean, ms: number): Counts =>
  succeeded
    ? {
        ...before,
        successes: before.successes + 1,
        slowestSuccess: Math.max(before.slowestSuccess, Math.round(ms)),
      }
    : {
        ...before,
        refusals: before.refusals + 1,
        slowestRefusal: Math.max(before.slowestRefusal, Math.round(ms)),
      }

function isExcuse({ status, json, headers }: Reply): boolean {
  if (!excuses.has(String(json.code))) return false
  return status === 503 ? Number(headers['retry-after']) > 0 : status === 500 && json.retryable === true
}

/** Asks until there is something; soon after every fault it is. */
export async function again<T>(look: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + underLoad(maxRecoveryMs)
  for (;;) {
    const found = await look()
    if (found !== null) return found
    assert.ok(performance.now() < end, 'business did not go on')
    await sleep(50)
  }
}

/** Told when a test is over: the figures of the reliability page. */
export function tell(fault: string, { successes, refusals, slowestSuccess, slowestRefusal }: Counts): void {
  process.stderr.write(
    `${fault}: ${successes} successes, the slowest after ${slowestSuccess} ms; ${refusals} refusals, the slowest after ${slowestRefusal} ms\n`,
  )
}

/** Everything that was answered with success is there, each payment with its bytes, and once. */
export async function assertKept({ database, assertSound }: Shop, { created, paid }: Load): Promise<void> {
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
    .where('payments.status', '=', 'accepted')
    .select(['invoice_uid', 'payment_transactions.txid', 'hex'])
    .execute()
  const facts = new Set(rows.map((row) => `${row.invoice_uid} ${row.txid} ${row.hex}`))
  assert.deepEqual(
    paid.filter(({ uid, signed }) => !facts.has(`${uid} ${signed.txid} ${signed.hex}`)),
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

/** Asks the health of a process all the time. */
export function watchHealth(baseUrl: string) {
  const dead: string[] = []
  let going = true
  const ended = watch()
  return { becomes, end, stop }

  async function watch(): Promise<void> {
    while (going) {
      const since = performance.now()
      const answer = await ask(baseUrl, '/health/live', { signal: answerIn() }).catch(String)
      const ms = performance.now() - since
      if (typeof answer === 'string' || answer.status !== 200 || ms > underLoad(2_000))
        dead.push(`${typeof answer === 'string' ? answer : answer.status} after ${Math.round(ms)} ms`)
      await sleep(100)
    }
  }

  /** It is ready, or is not, within five seconds; after how many milliseconds. */
  async function becomes(ready: boolean): Promise<number> {
    const since = performance.now()
    for (;;) {
      const { status } = await ask(baseUrl, '/health/ready', { signal: answerIn() })
      const ms = Math.round(performance.now() - since)
      if (status === (ready ? 200 : 503)) return ms
      assert.ok(ms < underLoad(maxAnswerMs), `ready is ${status} after ${ms} ms`)
      await sleep(50)
    }
  }

  /** For a test that failed. */
  function stop(): void {
    going = false
  }

  /** It was alive all the time. */
  async function end(): Promise<void> {
    stop()
    await ended
    assert.deepEqual(dead, [])
  }
}
