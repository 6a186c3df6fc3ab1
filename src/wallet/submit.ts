import { second } from '../kernel/clock.ts'
import {
  members,
  NoResponseError,
  printable,
  sendRequest,
  sentenceOf,
  type WalletContext,
  type WalletHttpResponse,
} from './http.ts'
import { PayError } from './pay-error.ts'

/** Pauses between attempts: with the node's own timeout behind each response, about a minute in total. */
const waitsMs = [0.5, 1, 2, 4, 8].map((seconds) => seconds * second)

/** A server may ask for a longer wait, up to this limit. */
const maxWaitMs = 15 * second

/** The server asks its node before it responds, with a timeout of eight seconds per call. */
const timeoutMs = 40 * second

/** A signed transaction to be submitted to the server. */
export interface OutgoingPayment {
  readonly currency: string
  readonly txid: string
  readonly transaction: string
}

export interface OutgoingPaymentResult {
  /** How often the transaction was sent until the server accepted it. */
  readonly attempts: number
  readonly memo: string
}

type Outcome =
  | { readonly is: 'accepted'; readonly memo: string }
  | { readonly is: 'refused'; readonly sentence: string; readonly code: string }
  | { readonly is: 'open'; readonly sentence: string; readonly code: string; readonly waitMs: number }

/**
 * Submits a transaction to the `paymentUrl`. When the outcome is unknown, the same bytes are sent again after growing pauses: another
 * transaction would pay twice. The wallet never broadcasts by itself.
 * @throws {PayError} `payment_refused` with the server's sentence, `payment_unknown` when all attempts are used up
 */
export async function submitPayment(
  world: WalletContext,
  paymentUrl: URL,
  submission: OutgoingPayment,
): Promise<OutgoingPaymentResult> {
  const { currency, txid, transaction } = submission
  const body = JSON.stringify({ currency, transactions: [transaction] })
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(world, paymentUrl, body)
    if (outcome.is === 'accepted') return { attempts: attempt + 1, memo: outcome.memo }

    const facts = { ...(outcome.code && { code: outcome.code }), txid, transaction }
    if (outcome.is === 'refused') throw new PayError('payment_refused', outcome.sentence, facts)

    const waitMs = waitsMs[attempt]
    if (waitMs === undefined) throw new PayError('payment_unknown', outcome.sentence, facts)
    await world.wait(Math.min(Math.max(waitMs, outcome.waitMs), maxWaitMs))
  }
}

async function attemptOnce({ fetch }: WalletContext, url: URL, body: string): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  try {
    return judge(await sendRequest(fetch, url, { headers, body, timeoutMs }))
  } catch (fault) {
    if (!(fault instanceof NoResponseError)) throw fault
    const sentence = `The payment may have been sent: ${fault.message}. Send the same transaction again, and no other.`
    return { is: 'open', sentence, code: '', waitMs: 0 }
  }
}

/** Pure: the meaning of a server's response for the payment. */
export function judge(answer: WalletHttpResponse): Outcome {
  const { success, memo, code, retryable } = members(answer.text)
  const named = typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : ''
  const positive = answer.status >= 200 && answer.status < 300
  if (positive && success === true) return { is: 'accepted', memo: printable(memo) }

  const sentence = positive
    ? 'The server did not say whether it accepted the payment. Send the same transaction again, and no other.'
    : sentenceOf(answer)
  // Any 2xx or 5xx leaves the outcome open, unless the server itself says that retrying is useless.
  const open = (positive || answer.status >= 500 || answer.status === 429) && retryable !== false
  if (!open) return { is: 'refused', sentence, code: named }
  return { is: 'open', sentence, code: named, waitMs: answer.retryAfterMs ?? 0 }
}
