import { createHash } from 'node:crypto'
import type { Caller } from '../accounts/access-token.ts'
import type { Destination } from '../accounts/destination.ts'
import { type InvoiceDefaults, selectDestinations } from '../accounts/preferences.ts'
import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toCanonicalJson } from '../kernel/canonical-json.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { generateUid } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { addSpanAttributes, withSpan } from '../platform/tracing.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import type { InvoiceAddress } from './address.ts'
import type { AmountQueue } from './amount-queue.ts'
import type { Invoice } from './invoice.ts'
import { buildInvoiceEvents } from './invoice-events.ts'
import { writeMetadata } from './metadata.ts'
import { listSearchWords, type NewInvoice } from './new-invoice.ts'
import { type CandidateCoin, explainUnavailable, selectCoins } from './option.ts'
import { computeQuoteExpiry, type QuoteSettings } from './quote.ts'
import type { AnyWallet } from './received.ts'
import { type ReservationStore, reserveAmounts } from './reservation.ts'
import { formatOwnerView, listPaymentOptions, type ViewContext } from './view.ts'

export interface NewInvoiceStore {
  insert(invoice: Invoice, words: readonly string[]): Promise<void>
}

/** Stored responses of requests with an `Idempotency-Key`, written in the same transaction as their effects. */
export interface IdempotencyStore {
  find(scope: IdempotencyScope): Promise<{ bodyDigest: string; response: string } | null>
  /** False when the key is taken. */
  insert(scope: IdempotencyScope, bodyDigest: string, response: string, at: Instant): Promise<boolean>
}

interface IdempotencyScope {
  readonly accountId: number
  readonly route: string
  readonly key: string
}

/** The external data of a quote. */
export interface QuoteInputs {
  /** Returns the newest rates, and stores them so that a quote can reference them. */
  storeNewestRates(currency: string): Promise<RateSnapshot>
  /**
   * The coins of these destinations, in order, with the facts that decide whether each can be offered. An issued address takes precedence.
   */
  findCandidates(
    destinations: readonly Destination[],
    issuedAddresses?: readonly InvoiceAddress[],
  ): CandidateCoin[]
}

interface CreateStores {
  readonly invoices: NewInvoiceStore
  readonly reservations: ReservationStore
  readonly idempotency: IdempotencyStore
  readonly events: EventLog
}

interface CreateDependencies<Stores> {
  readonly transact: Transact<Stores>
  readonly findInvoiceDefaults: (accountId: number) => Promise<InvoiceDefaults>
  readonly findStoredResponse: IdempotencyStore['find']
  readonly quoteInputs: QuoteInputs
  readonly queue: AmountQueue
  readonly view: ViewContext
  readonly settings: QuoteSettings
  readonly clock: Clock
  /** Points where a test makes the process fail. */
  readonly checkFailpoint: Failpoints
}

/** Runs in the transaction that creates an invoice. */
type OnCreated<Stores> = (stores: Stores, uid: string) => Promise<void>

/** Rolls back a transaction when another request with the same key was first. */
class KeyTakenError extends Error {}

const route = 'POST /invoices'

export function createInvoiceCreator<Stores extends CreateStores>(dependencies: CreateDependencies<Stores>) {
  const { transact, quoteInputs, queue, settings, clock, view, checkFailpoint } = dependencies
  return (...args: Parameters<typeof create>) => withSpan('create invoice', () => create(...args))

  /**
   * Creates an invoice and returns the response body, `{invoice, payment_options}`. For a repeated key it returns the first response, byte
   * for byte.
   * @param onCreated runs in the same transaction, unless the response is repeated
   * @throws {ApiError} `coins_invalid`, `no_payment_option`, `rates_unavailable`, `idempotency_mismatch`
   */
  async function create(
    caller: Caller,
    request: NewInvoice,
    idempotency?: { key: string; body: unknown },
    onCreated: OnCreated<Stores> = async () => {},
  ): Promise<string> {
    if (!idempotency) return createOnce(caller, request, onCreated)
    const scope = { accountId: caller.accountId, route, key: idempotency.key }
    const digest = createHash('sha256').update(toCanonicalJson(idempotency.body)).digest('hex')
    const storedResponse = await replay(scope, digest)
    if (storedResponse !== null) return storedResponse
    try {
      return await createOnce(caller, request, async (stores, uid, { response, at }) => {
        if (!(await stores.idempotency.insert(scope, digest, response, at))) throw new KeyTakenError()
        await onCreated(stores, uid)
      })
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error
      const first = await replay(scope, digest)
      if (first === null) throw new ApiError('idempotency_conflict')
      return first
    }
  }

  async function replay(scope: IdempotencyScope, digest: string): Promise<string | null> {
    const storedResponse = await dependencies.findStoredResponse(scope)
    if (storedResponse && storedResponse.bodyDigest !== digest) throw new ApiError('idempotency_mismatch')
    return storedResponse?.response ?? null
  }

  async function createOnce(
    caller: Caller,
    request: NewInvoice,
    finish: (stores: Stores, uid: string, storedResponse: { response: string; at: Instant }) => Promise<void>,
  ): Promise<string> {
    const [snapshot, { holdMs, ...defaults }] = await Promise.all([
      quoteInputs.storeNewestRates(request.currency),
      dependencies.findInvoiceDefaults(caller.accountId),
    ])
    const now = clock.now()
    const anyWallet = createAnyWallet(request, defaults)
    const { offered, unavailable } = selectCoins(
      { amount: request.amount, anyWallet },
      quoteInputs.findCandidates(findDestinations(request, defaults)),
      snapshot,
      now,
    )
    if (offered.length === 0) throw createNoOptionError(unavailable)
    const uid = request.uid ?? generateUid(now)
    addSpanAttributes({ 'quittance.invoice': uid })
    const expiresAt = now + request.lifetimeMs
    const { quoteMs, graceMs } = settings
    const quoteExpiresAt = computeQuoteExpiry(now, expiresAt, { quoteMs: holdMs ?? quoteMs })
    const quote = { snapshotId: snapshot.id, quotedAt: now, expiresAt: quoteExpiresAt }

    await checkFailpoint('invoice.priced')
    const liveUntil = quoteExpiresAt + graceMs
    const holder = { uid, accountId: caller.accountId, liveUntil, now }
    // Not in the transaction, for which other writers wait.
    const words = listSearchWords(request)
    const write = async (stores: Stores) => {
      const { invoices, reservations, events } = stores
      const coins = await reserveAmounts(reservations, offered, holder)
      if (coins.length === 0)
        throw new ApiError('no_payment_option', 'Too many invoices of this amount are open.')
      const invoice = buildInvoice(caller, request, {
        uid,
        now,
        expiresAt,
        anyWallet,
        quote: { ...quote, coins },
      })
      const options = JSON.stringify(listPaymentOptions(invoice, snapshot, view.baseUrl))
      const response = `{"invoice":${formatOwnerView(invoice, view)},"payment_options":${options}}`
      await invoices.insert(invoice, words)
      await checkFailpoint('invoice.inserted')
      await events.append(buildInvoiceEvents(['invoice.created'], invoice, now, view))
      await finish(stores, uid, { response, at: now })
      return response
    }
    const created = await queue(offered, () => transact(write))
    await checkFailpoint('invoice.created')
    return created
  }
}

function buildInvoice(
  { accountId }: Caller,
  { lifetimeMs: _, acceptsAnyWallet: _any, metadata, ...request }: NewInvoice,
  created: { now: Instant } & Pick<Invoice, 'uid' | 'expiresAt' | 'quote' | 'anyWallet'>,
): Invoice {
  return {
    ...request,
    metadata: metadata && writeMetadata(metadata),
    uid: created.uid,
    accountId,
    status: 'unpaid',
    createdAt: created.now,
    expiresAt: created.expiresAt,
    quote: created.quote,
    claimedBy: null,
    isArchived: false,
    isPaidAfterExpiry: false,
    eventSequence: 1,
    revision: 1,
    anyWallet: created.anyWallet,
  }
}

const createAnyWallet = (
  request: NewInvoice,
  { acceptsAnyWallet, underpaidPercent }: Pick<InvoiceDefaults, 'acceptsAnyWallet' | 'underpaidPercent'>,
): AnyWallet | null =>
  (request.acceptsAnyWallet ?? acceptsAnyWallet)
    ? { underpaidPercent, isPaidLate: false, acceptedValue: null, received: [] }
    : null

/** @throws {ApiError} `coins_invalid` */
function findDestinations(
  { coins }: NewInvoice,
  defaults: Pick<InvoiceDefaults, 'destinations' | 'allDestinations'>,
): readonly Destination[] {
  const missingCoin = coins?.find((coin) => !defaults.allDestinations.some((each) => each.coin === coin))
  if (missingCoin !== undefined)
    throw new ApiError('coins_invalid', `the account has no payout wallet for ${missingCoin}`)
  return selectDestinations(defaults, coins)
}

function createNoOptionError(unavailable: Parameters<typeof explainUnavailable>[0]): ApiError {
  if (unavailable.length === 0) {
    return new ApiError(
      'no_payment_option',
      'The account has no payout wallet for the coins it accepts: add at least one.',
    )
  }
  const isTemporary = unavailable.some((each) => each.isTemporary)
  return new ApiError(
    isTemporary ? 'rates_unavailable' : 'no_payment_option',
    explainUnavailable(unavailable),
  )
}
