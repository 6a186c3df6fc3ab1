import { second } from '../kernel/clock.ts'
import { PayFailed } from './failed.ts'
import { type Answer, ask, members, NoAnswer, printable, sentenceOf, type World } from './http.ts'

/** Waits between attempts: with the node's own time limit behind each answer, about a minute in all. */
const waitsMs = [0.5, 1, 2, 4, 8].map((seconds) => seconds * second)

/** A server may ask for more patience, but not without end. */
const longestWaitMs = 15 * second

/** The server asks its node before it answers, and gives it eight seconds for each question. */
const timeoutMs = 40 * second

/** A signed transaction on its way to the server. */
export interface Submission {
  readonly currency: string
  readonly txid: string
  readonly transaction: string
}

export interface Receipt {
  /** How often the transaction was sent until the server said yes. */
  readonly attempts: number
  readonly memo: string
}

type Outcome =
  | { readonly is: 'accepted'; readonly memo: string }
  | { readonly is: 'refused'; readonly sentence: string; readonly code: string }
  | { readonly is: 'open'; readonly sentence: string; readonly code: string; readonly waitMs: number }

/**
 * Submits a transaction to the `paymentUrl`. Where the server cannot say yes or no, the same bytes are sent again after growing waits:
 * another transaction would pay twice. The wallet never broadcasts by itself.
 * @throws {PayFailed} `payment_refused` with the server's sentence, `payment_unknown` when the attempts are used up
 */
export async function submitPayment(world: World, paymentUrl: URL, submission: Submission): Promise<Receipt> {
  const { currency, txid, transaction } = submission
  const body = JSON.stringify({ currency, transactions: [transaction] })
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(world, paymentUrl, body)
    if (outcome.is === 'accepted') return { attempts: attempt + 1, memo: outcome.memo }

    const facts = { ...(outcome.code && { code: outcome.code }), txid, transaction }
    if (outcome.is === 'refused') throw new PayFailed('payment_refused', outcome.sentence, facts)

    const waitMs = waitsMs[attempt]
    if (waitMs === undefined) throw new PayFailed('payment_unknown', outcome.sentence, facts)
    await world.wait(Math.min(Math.max(waitMs, outcome.waitMs), longestWaitMs))
  }
}

async function attemptOnce({ fetch }: World, url: URL, body: string): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  try {
    return judge(await ask(fetch, url, { headers, body, timeoutMs }))
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault
    const sentence = `The payment may have been sent: ${fault.message}. Send the same transaction again, and no other.`
    return { is: 'open', sentence, code: '', waitMs: 0 }
  }
}

/** Pure: what an answer of the server means for the payment. */
export function judge(answer: Answer): Outcome {
  const { success, memo, code, retryable } = members(answer.text)
  const named = typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : ''
  const positive = answer.status >= 200 && answer.status < 300
  if (positive && success === true) return { is: 'accepted', memo: printable(memo) }

  const sentence = positive
    ? 'The server answered without saying whether it took the payment. Send the same transaction again, and no other.'
    : sentenceOf(answer)
  // Anything in the 2xx or 5xx leaves the outcome open, unless the server itself says that asking again is of no use.
  const open = (positive || answer.status >= 500 || answer.status === 429) && retryable !== false
  if (!open) return { is: 'refused', sentence, code: named }
  return { is: 'open', sentence, code: named, waitMs: answer.retryAfterMs ?? 0 }
}
