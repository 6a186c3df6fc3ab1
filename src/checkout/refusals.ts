import { findCoin } from '../coins/index.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { type RefusalCode, Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'

/** Why the last payment that a wallet handed in for an invoice was not taken. */
export interface Refusal {
  readonly code: string
  /** As the wallet was told. */
  readonly sentence: string
  /** The code of the coin that the wallet's message named; null when it is none of ours. */
  readonly coin: string | null
  /** What the answer told beside it: amounts, fee rates. */
  readonly members: Readonly<Record<string, string>>
  readonly at: Instant
}

export interface RefusalStore {
  /** Puts it in the place of the one before, if the invoice is there and unpaid. */
  note(uid: string, refusal: Refusal): Promise<void>
  find(uid: string): Promise<Refusal | null>
  /** Deletes those of invoices that are not to be paid any more, at most so many; how many they were. */
  prune(limit: number): Promise<number>
}

export interface NoteParts {
  readonly transact: Transact<{ readonly refusals: RefusalStore }>
  readonly clock: Clock
  readonly failed: (error: unknown) => void
}

/** What a payer can do nothing about, or learns from the page's own state. */
const passedOver: ReadonlySet<RefusalCode> = new Set([
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

/** Invoices whose refusal waits to be written: more at once are not told to their payers. */
const mostWaiting = 1_000
const pruneBatch = 500

/** What is handed in for an invoice, as far as a refusal is told of it. */
interface HandedIn {
  readonly uid: string
  /** The coin, as the address that it was sent to names it; null where the body alone does. */
  readonly pathCoin: string | null
  readonly submission: { readonly coin: string }
}

/**
 * Notes why payments were refused, for the payer's page, which another process may be drawing. The wallet's answer does not wait for it;
 * the newest of an invoice counts; nothing that goes wrong here harms anything else.
 */
export function noteRefusals({ transact, clock, failed }: NoteParts) {
  const waiting = new Map<string, Refusal>()
  let writing: { readonly ended: Promise<void> } | null = null
  return { noting, prune, settled }

  /** The same way in for payments, whose refusals are noted. */
  function noting<Given extends HandedIn, Taken>(submit: (given: Given) => Promise<Taken>) {
    return async (given: Given): Promise<Taken> => {
      try {
        return await submit(given)
      } catch (error) {
        if (error instanceof Refused) note(given, error)
        throw error
      }
    }
  }

  function note({ uid, pathCoin, submission }: HandedIn, { code, message, members }: Refused): void {
    if (passedOver.has(code) || (waiting.size >= mostWaiting && !waiting.has(uid))) return
    const coin = findCoin(pathCoin ?? submission.coin)?.code ?? null
    waiting.set(uid, { code, sentence: message, coin, members, at: clock.now() })
    writing ??= { ended: write() }
  }

  async function write(): Promise<void> {
    // The answer goes first.
    await new Promise((resolve) => setImmediate(resolve))
    for (let next = first(); next; next = first()) {
      const [uid, refusal] = next
      waiting.delete(uid)
      await transact(({ refusals }) => refusals.note(uid, refusal)).catch(failed)
    }
    writing = null
  }

  function first(): [string, Refusal] | undefined {
    return waiting.entries().next().value
  }

  /** What was noted is written. */
  async function settled(): Promise<void> {
    while (writing) await writing.ended
  }

  async function prune(): Promise<void> {
    for (;;) {
      const count = await transact(({ refusals }) => refusals.prune(pruneBatch))
      if (count < pruneBatch) return
    }
  }
}
