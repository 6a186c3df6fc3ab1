import { createHash } from 'node:crypto'
import type { Caller } from '../accounts/access-token.ts'
import type { Destination } from '../accounts/destination.ts'
import type { Offering } from '../accounts/preferences.ts'
import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { newUid } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import type { InvoiceAddress } from './address.ts'
import type { AmountQueue } from './amount-queue.ts'
import type { Invoice } from './invoice.ts'
import { buildInvoiceEvents } from './invoice-events.ts'
import { type NewInvoice, searchWords } from './new-invoice.ts'
import { type CandidateCoin, explain, selectCoins } from './option.ts'
import { type QuoteSettings, quoteEnd } from './quote.ts'
import { type ReservationStore, reserveAmounts } from './reservation.ts'
import { optionsOf, ownerInvoice, type ViewContext } from './view.ts'

export interface NewInvoiceStore {
  insert(invoice: Invoice, words: readonly string[]): Promise<void>
}

/** Stored responses of requests with an `Idempotency-Key`, written in the same transaction as their effects. */
export interface IdempotencyStore {
  find(scope: IdempotencyScope): Promise<{ bodyDigest: string; answer: string } | null>
  /** False when the key is taken. */
  insert(scope: IdempotencyScope, bodyDigest: string, answer: string, at: Instant): Promise<boolean>
}

export interface IdempotencyScope {
  readonly accountId: number
  readonly route: string
  readonly key: string
}

/** The external data that a quote needs. */
export interface QuoteInputs {
  /** The newest prices, stored so that a quote can reference them. */
  newest(currency: string): Promise<RateSnapshot>
  /**
   * The coins of these destinations, in order, with the facts that decide whether each can be offered. An issued address takes precedence.
   */
  candidates(destinations: readonly Destination[], handedOut?: readonly InvoiceAddress[]): CandidateCoin[]
}

export interface CreateStores {
  readonly invoices: NewInvoiceStore
  readonly reservations: ReservationStore
  readonly idempotency: IdempotencyStore
  readonly events: EventLog
}

export interface CreateParts {
  readonly transact: Transact<CreateStores>
  readonly offering: (accountId: number) => Promise<Offering>
  readonly findEarlierAnswer: IdempotencyStore['find']
  readonly quoting: QuoteInputs
  readonly queue: AmountQueue
  readonly view: ViewContext
  readonly settings: QuoteSettings
  readonly clock: Clock
  /** Points where a test makes the process fail. */
  readonly checkFailpoint: Failpoints
}

/** Rolls back a transaction when another request with the same key was first. */
class KeyTaken extends Error {}

const route = 'POST /invoices'

export function createInvoiceCreator(parts: CreateParts) {
  const { transact, quoting, queue, settings, clock, view, checkFailpoint } = parts
  return create

  /**
   * Creates an invoice and returns the response body, `{invoice, payment_options}`. For a repeated key it returns the first response, byte
   * for byte.
   * @throws {ApiError} `no_payment_option`, `rates_unavailable`, `idempotency_mismatch`
   */
  async function create(
    caller: Caller,
    asked: NewInvoice,
    once?: { key: string; body: unknown },
  ): Promise<string> {
    if (!once) return make(caller, asked, async () => {})
    const scope = { accountId: caller.accountId, route, key: once.key }
    const digest = createHash('sha256').update(canonicalJson(once.body)).digest('hex')
    const earlier = await replay(scope, digest)
    if (earlier !== null) return earlier
    try {
      return await make(caller, asked, async (idempotency, answer, at) => {
        if (!(await idempotency.insert(scope, digest, answer, at))) throw new KeyTaken()
      })
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error
      const first = await replay(scope, digest)
      if (first === null) throw new ApiError('idempotency_conflict')
      return first
    }
  }

  async function replay(scope: IdempotencyScope, digest: string): Promise<string | null> {
    const earlier = await parts.findEarlierAnswer(scope)
    if (earlier && earlier.bodyDigest !== digest) throw new ApiError('idempotency_mismatch')
    return earlier?.answer ?? null
  }

  async function make(
    caller: Caller,
    asked: NewInvoice,
    keep: (idempotency: IdempotencyStore, answer: string, at: Instant) => Promise<void>,
  ): Promise<string> {
    const [snapshot, { destinations, holdMs }] = await Promise.all([
      quoting.newest(asked.currency),
      parts.offering(caller.accountId),
    ])
    const now = clock.now()
    const { offered, unavailable } = selectCoins(asked, quoting.candidates(destinations), snapshot, now)
    if (offered.length === 0) throw nothingToOffer(unavailable)
    const uid = newUid(now)
    const expiresAt = now + asked.lifeMs
    const { quoteMs, graceMs } = settings
    const quoteExpiresAt = quoteEnd(now, expiresAt, { quoteMs: holdMs ?? quoteMs })
    const quote = { snapshotId: snapshot.id, quotedAt: now, expiresAt: quoteExpiresAt }

    await checkFailpoint('invoice.priced')
    const liveUntil = quoteExpiresAt + graceMs
    const holder = { uid, accountId: caller.accountId, liveUntil, now }
    const write = async ({ invoices, reservations, idempotency, events }: CreateStores) => {
      const coins = await reserveAmounts(reservations, offered, holder)
      if (coins.length === 0)
        throw new ApiError('no_payment_option', 'Too many invoices of this amount are open.')
      const invoice = newInvoice(caller, asked, { uid, now, expiresAt, quote: { ...quote, coins } })
      const answer = JSON.stringify({
        invoice: ownerInvoice(invoice, view),
        payment_options: optionsOf(invoice, snapshot, view.baseUrl),
      })
      await invoices.insert(invoice, searchWords(asked))
      await checkFailpoint('invoice.inserted')
      await events.append(buildInvoiceEvents(['invoice.created'], invoice, now, view))
      await keep(idempotency, answer, now)
      return answer
    }
    const created = await queue(offered, () => transact(write))
    await checkFailpoint('invoice.created')
    return created
  }
}

function newInvoice(
  { accountId }: Caller,
  { lifeMs: _, ...asked }: NewInvoice,
  made: { uid: string; now: Instant; expiresAt: Instant; quote: Invoice['quote'] },
): Invoice {
  return {
    ...asked,
    uid: made.uid,
    accountId,
    status: 'unpaid',
    createdAt: made.now,
    expiresAt: made.expiresAt,
    quote: made.quote,
    claimedBy: null,
    eventSequence: 1,
    revision: 1,
  }
}

function nothingToOffer(leftOut: Parameters<typeof explain>[0]): ApiError {
  if (leftOut.length === 0) {
    return new ApiError(
      'no_payment_option',
      'The account has no destination for the coins it offers: set at least one.',
    )
  }
  const passing = leftOut.some((each) => each.isTemporary)
  return new ApiError(passing ? 'rates_unavailable' : 'no_payment_option', explain(leftOut))
}
