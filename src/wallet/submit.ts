import { second } from '../kernel/clock.ts'
import {
  getResponseMessage,
  NoResponseError,
  parseJsonObject,
  sendRequest,
  toPrintable,
  type WalletContext,
  type WalletHttpResponse,
} from './http.ts'
import { PayError } from './pay-error.ts'

/** Pauses between attempts. With the time that the server waits for its node, about a minute in total. */
const retryDelaysMs = [0.5, 1, 2, 4, 8].map((seconds) => seconds * second)

/** A server may ask for a longer wait, up to this limit. */
const maxWaitMs = 15 * second

/** The server queries its node before it responds, with a timeout of eight seconds per call. */
const timeoutMs = 40 * second

/** A signed transaction to be submitted to the server. */
interface OutgoingPayment {
  readonly currency: string
  readonly txid: string
  readonly transaction: string
}

interface OutgoingPaymentResult {
  /** The number of attempts until the server accepted the transaction. */
  readonly attempts: number
  readonly memo: string
}

type Outcome =
  | { readonly kind: 'accepted'; readonly memo: string }
  | { readonly kind: 'rejected'; readonly message: string; readonly code: string }
  | {
      readonly kind: 'unknown'
      readonly message: string
      readonly code: string
      readonly retryAfterMs: number
    }

/**
 * Submits a transaction to the `paymentUrl`. When the outcome is unknown, the same bytes are resent with a backoff: another
 * transaction would pay twice. The wallet never broadcasts by itself.
 * @throws {PayError} `payment_refused` with the server's message, `payment_unknown` when all attempts are used up
 */
export async function submitPayment(
  context: WalletContext,
  paymentUrl: URL,
  submission: OutgoingPayment,
): Promise<OutgoingPaymentResult> {
  const { currency, txid, transaction } = submission
  const body = JSON.stringify({ currency, transactions: [transaction] })
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(context, paymentUrl, body)
    if (outcome.kind === 'accepted') return { attempts: attempt + 1, memo: outcome.memo }

    const details = { ...(outcome.code && { code: outcome.code }), txid, transaction }
    if (outcome.kind === 'rejected') throw new PayError('payment_refused', outcome.message, details)

    const delayMs = retryDelaysMs[attempt]
    if (delayMs === undefined) throw new PayError('payment_unknown', outcome.message, details)
    await context.wait(Math.min(Math.max(delayMs, outcome.retryAfterMs), maxWaitMs))
  }
}

async function attemptOnce({ fetch }: WalletContext, url: URL, body: string): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  try {
    return classifyResponse(await sendRequest(fetch, url, { headers, body, timeoutMs }))
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error
    const message = `The payment may have been sent: ${error.message}. Resend the same transaction, and do not create another.`
    return { kind: 'unknown', message, code: '', retryAfterMs: 0 }
  }
}

/** Pure: the meaning of a server's response for the payment. */
function classifyResponse(response: WalletHttpResponse): Outcome {
  const { success, memo, code, retryable } = parseJsonObject(response.text)
  const errorCode = typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : ''
  const isSuccessStatus = response.status >= 200 && response.status < 300
  if (isSuccessStatus && success === true) return { kind: 'accepted', memo: toPrintable(memo) }

  const message = isSuccessStatus
    ? 'The server did not confirm or reject the payment. Resend the same transaction, and do not create another.'
    : getResponseMessage(response)
  // Any 2xx or 5xx leaves the outcome unknown, unless the server itself says that retrying is useless.
  const isUnknown =
    (isSuccessStatus || response.status >= 500 || response.status === 429) && retryable !== false
  if (!isUnknown) return { kind: 'rejected', message, code: errorCode }
  return { kind: 'unknown', message, code: errorCode, retryAfterMs: response.retryAfterMs ?? 0 }
}
