import { parseJsonObject } from '../wallet/http.ts'
import type { ConformanceRun } from './conformance-run.ts'
import { describeResponse, type ProbeRequest, type ProbeResponse } from './probe-client.ts'

/** The format of an error: JSON with certain members, or text that a wallet displays unchanged. */
type ErrorFormat = 'error' | 'payment' | 'msg' | 'msg or text' | 'text' | 'any'

/** A request that must be rejected, and the expected error. */
export interface RejectionCase {
  /** The subject of the request: `a body that is not JSON`. */
  readonly description: string
  readonly request: ProbeRequest
  readonly format: ErrorFormat
  /** Defaults to 400. */
  readonly statuses?: readonly number[]
  /** Words that the message must contain, because wallets search for them. */
  readonly phrase?: string
  readonly source: string
}

const formatDescriptions: Readonly<Record<ErrorFormat, string>> = {
  error: 'JSON with a message in error',
  payment: 'JSON with success false and a message in error',
  msg: 'JSON with a message in msg',
  'msg or text': 'JSON with a message in msg, or text/plain',
  text: 'text/plain with a message',
  any: '',
}

/** Sends each request and checks the response. None of them can be a payment. */
export async function checkRejections(
  run: ConformanceRun,
  dialect: string,
  cases: readonly RejectionCase[],
): Promise<void> {
  for (const { description, request, format, statuses = [400], phrase, source } of cases) {
    const response = await run.send(request)
    const passed =
      statuses.includes(response.status) && hasFormat(response, format) && containsPhrase(response, phrase)
    const requirements = [
      statuses.join(' or '),
      formatDescriptions[format],
      phrase === undefined ? '' : `containing "${phrase}"`,
    ]
    const expected = requirements.filter(Boolean).join(', ')
    run.findings
      .createChecker(dialect, response)
      .check(passed, { check: `rejects ${description}`, expected, source }, describeResponse(response))
  }
}

function hasFormat({ type, text }: ProbeResponse, format: ErrorFormat): boolean {
  const { error, msg, success } = type === 'application/json' ? parseJsonObject(text) : {}
  const isPlain = type === 'text/plain' && text.trim() !== ''
  switch (format) {
    case 'error':
      return isMessage(error)
    case 'payment':
      return success === false && isMessage(error)
    case 'msg':
      return isMessage(msg)
    case 'msg or text':
      return isMessage(msg) || isPlain
    case 'text':
      return isPlain
    case 'any':
      return true
  }
}

const isMessage = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Searches the whole body, so it also finds the phrase outside the member that wallets read. */
const containsPhrase = ({ text }: ProbeResponse, phrase: string | undefined): boolean =>
  phrase === undefined || text.includes(phrase)

/** BitPay's messages, which wallets search for (bitcore-wallet-client). */
export const phrases = {
  contentType: 'Unsupported Content-Type for payment',
  coin: 'Unsupported Currency or Chain for Payment Option',
  payment: 'We were unable to parse your payment',
  count: 'Request must include exactly one (1) transaction',
  hex: 'it must be a hexadecimal string',
  transaction: 'We were unable to parse the transaction you sent',
  amount: 'does not match the amount requested',
  inputs: 'were not found on the blockchain',
} as const

/** A coin code that doesn't exist. */
export const unknownCoinCode = 'QQQ'

/** The same URL with an unknown invoice: a uid of the same form. */
export function createUnknownInvoiceUrl(url: URL): URL {
  const other = new URL(url)
  const parts = url.pathname.split('/')
  const last = parts.findLastIndex((part) => part !== '')
  const uid = parts[last] ?? ''
  const reversed = [...uid].reverse().join('')
  // A short uid, or one that reads the same backwards, might belong to another invoice.
  parts[last] = uid.length >= 16 && reversed !== uid ? reversed : `${uid}0${uid}`
  other.pathname = parts.join('/')
  return other
}
