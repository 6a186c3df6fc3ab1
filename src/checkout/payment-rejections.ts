import { findCoin } from '../coins/index.ts'
import { ApiError, type ErrorCode } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

/** Why the last payment that a wallet submitted for an invoice was rejected. */
export interface PaymentRejection {
  readonly code: string
  /** The message that the wallet received. */
  readonly message: string
  /** Code of the coin that the wallet named; null if we don't support it. */
  readonly coin: string | null
  /** Further fields of the error response: amounts, fee rates. */
  readonly members: Readonly<Record<string, string>>
  readonly at: Instant
}

export interface PaymentRejectionStore {
  /** Replaces the invoice's previous rejection. Does nothing unless the invoice exists and is unpaid. */
  save(uid: string, rejection: PaymentRejection): Promise<void>
  find(uid: string): Promise<PaymentRejection | null>
  /** Deletes at most `limit` rejections whose invoices are no longer payable. Returns how many it deleted. */
  prune(limit: number): Promise<number>
}

interface RejectionRecorderDependencies {
  readonly transact: Transact<{ readonly rejections: PaymentRejectionStore }>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Errors that the payer can't act on, or that the page's own state already shows. */
const ignoredErrorCodes: ReadonlySet<ErrorCode> = new Set([
  'invoice_not_found',
  'invoice_paid',
  'invoice_cancelled',
  'invoice_expired',
  'invoice_reversed',
  'payment_in_flight',
  'broadcast_unknown',
  'payment_content_type',
  'too_many_requests',
  'unavailable',
  'internal',
])

/** Maximum number of invoices with a rejection waiting to be saved. Further rejections are dropped. */
const maxWaiting = 1_000
const pruneBatchSize = 500

/** The parts of a submitted payment that a rejection records. */
interface SubmittedPayment {
  readonly uid: string
  /** The coin named in the URL; null if only the body names it. */
  readonly pathCoin: string | null
  readonly submission: { readonly coin: string }
}

/**
 * Records why payments were rejected, for the checkout page, which another process may render. The wallet's response doesn't wait for it.
 * Only an invoice's newest rejection is kept. A failure here doesn't affect the response.
 */
export function createRejectionRecorder({ transact, clock, onError }: RejectionRecorderDependencies) {
  const pending = new Map<string, PaymentRejection>()
  let currentWrite: { readonly ended: Promise<void> } | null = null
  return { withRejectionLog, prune, flush }

  /** Wraps `submit` so that its rejections are recorded. */
  function withRejectionLog<Submission extends SubmittedPayment, Result>(
    submit: (payment: Submission) => Promise<Result>,
  ) {
    return async (payment: Submission): Promise<Result> => {
      try {
        return await submit(payment)
      } catch (error) {
        if (error instanceof ApiError) enqueue(payment, error)
        throw error
      }
    }
  }

  function enqueue(
    { uid, pathCoin, submission }: SubmittedPayment,
    { code, message, members }: ApiError,
  ): void {
    if (ignoredErrorCodes.has(code) || (pending.size >= maxWaiting && !pending.has(uid))) return
    const coin = findCoin(pathCoin ?? submission.coin)?.code ?? null
    pending.set(uid, { code, message, coin, members, at: clock.now() })
    currentWrite ??= { ended: write() }
  }

  async function write(): Promise<void> {
    // Let the response go out first.
    await new Promise((resolve) => setImmediate(resolve))
    for (let next = peekPending(); next; next = peekPending()) {
      const [uid, rejection] = next
      pending.delete(uid)
      await transact(({ rejections }) => rejections.save(uid, rejection)).catch(onError)
    }
    currentWrite = null
  }

  function peekPending(): [string, PaymentRejection] | undefined {
    return pending.entries().next().value
  }

  /** Resolves once all recorded rejections are saved. */
  async function flush(): Promise<void> {
    while (currentWrite) await currentWrite.ended
  }

  function prune(signal?: AbortSignal): Promise<void> {
    return runInBatches(
      pruneBatchSize,
      () => transact(({ rejections }) => rejections.prune(pruneBatchSize)),
      signal,
    )
  }
}
