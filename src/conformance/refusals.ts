import { members } from '../wallet/http.ts'
import { type Question, type Reply, summary } from './ask.ts'
import type { Walk } from './walk.ts'

/** How an error is told: as JSON with certain members, or as text that a wallet shows as it comes. */
type Shape = 'error' | 'payment' | 'msg' | 'msg or text' | 'text' | 'any'

/** A question that must be refused, and how. */
export interface Refusal {
  /** What is asked: `a body that is no JSON`. */
  readonly of: string
  readonly question: Question
  readonly shape: Shape
  /** 400, unless others are named. */
  readonly statuses?: readonly number[]
  /** Words that the sentence must hold: wallets look for them. */
  readonly phrase?: string
  readonly source: string
}

const forms: Readonly<Record<Shape, string>> = {
  error: 'JSON with a sentence in error',
  payment: 'JSON with success false and a sentence in error',
  msg: 'JSON with a sentence in msg',
  'msg or text': 'JSON with a sentence in msg, or text/plain',
  text: 'text/plain with a sentence',
  any: '',
}

/** Asks each, and holds the answers. None of these questions can be a payment. */
export async function holdRefusals(walk: Walk, dialect: string, refusals: readonly Refusal[]): Promise<void> {
  for (const { of, question, shape, statuses = [400], phrase, source } of refusals) {
    const reply = await walk.ask(question)
    const right = statuses.includes(reply.status) && fits(reply, shape) && says(reply, phrase)
    const demands = [
      statuses.join(' or '),
      forms[shape],
      phrase === undefined ? '' : `with the words "${phrase}"`,
    ]
    const expected = demands.filter(Boolean).join(', ')
    walk.findings
      .judge(dialect, reply)
      .hold(right, { check: `refuses ${of}`, expected, source }, summary(reply))
  }
}

function fits({ type, text }: Reply, shape: Shape): boolean {
  const { error, msg, success } = type === 'application/json' ? members(text) : {}
  const isPlain = type === 'text/plain' && text.trim() !== ''
  switch (shape) {
    case 'error':
      return isSentence(error)
    case 'payment':
      return success === false && isSentence(error)
    case 'msg':
      return isSentence(msg)
    case 'msg or text':
      return isSentence(msg) || isPlain
    case 'text':
      return isPlain
    case 'any':
      return true
  }
}

const isSentence = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** In the member that wallets read, or in the text. */
const says = ({ text }: Reply, phrase: string | undefined): boolean =>
  phrase === undefined || text.includes(phrase)

/** BitPay's words, which wallets look for (bitcore-wallet-client). */
export const phrases = {
  contentType: 'Unsupported Content-Type for payment',
  coin: 'Unsupported Currency or Chain for Payment Option',
  payment: 'We were unable to parse your payment',
  count: 'Request must include exactly one (1) transaction',
  hex: 'it must be a hexadecimal string',
  transaction: 'We were unable to parse the transaction you sent',
  amount: 'does not match the amount requested',
  output: 'does not have any output to the bitcoin address on the invoice',
  inputs: 'were not found on the blockchain',
} as const

/** A coin that there is not. */
export const noCoin = 'QQQ'

/** The same address with an invoice that there is not: a uid of the same form. */
export function unknownInvoice(url: URL): URL {
  const other = new URL(url)
  const parts = url.pathname.split('/')
  const last = parts.findLastIndex((part) => part !== '')
  const uid = parts[last] ?? ''
  const reversed = [...uid].reverse().join('')
  // A short one, or one that reads the same from behind, might be somebody's.
  parts[last] = uid.length >= 16 && reversed !== uid ? reversed : `${uid}0${uid}`
  other.pathname = parts.join('/')
  return other
}
