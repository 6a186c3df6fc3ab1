import type { Attempt } from '../../webhooks/webhook.ts'
import type { DeliveriesMessages } from './messages/en.ts'

type Sentence = Extract<keyof DeliveriesMessages, `deliveries_fault_${string}`>

/** Maps the error text that the sender stores for an attempt to a message for pages. */
const sentences: readonly (readonly [RegExp, Sentence])[] = [
  [/^no answer within/, 'deliveries_fault_late'],
  [/^the connection was refused/, 'deliveries_fault_refused'],
  [/^the connection was (cut|closed without)/, 'deliveries_fault_cut'],
  [/TLS handshake/, 'deliveries_fault_tls'],
  [
    /^no connection within|^the network does not lead|^the connection was closed/,
    'deliveries_fault_unreached',
  ],
  [/^its name (is not known|leads to no|cannot be looked up)/, 'deliveries_fault_name'],
  [/^it is not called: its name leads to a private/, 'deliveries_fault_private'],
  [/^it was cut off|^the service was stopped/, 'deliveries_fault_cut_off'],
]

/** The message for a failed attempt, and the error code to show with it; null if pages have no message for it. */
export function faultOf({
  status,
  error,
}: Pick<Attempt, 'status' | 'error'>): { readonly sentence: Sentence; readonly code: string | null } | null {
  if (status !== null) {
    const isRedirect = status >= 300 && status < 400
    return { sentence: isRedirect ? 'deliveries_fault_redirect' : 'deliveries_fault_status', code: null }
  }
  const sentence = sentences.find(([begin]) => begin.test(error ?? ''))?.[1]
  const [, code = null] = /\(([A-Z][A-Z0-9_]+)\)$/.exec(error ?? '') ?? []
  return sentence === undefined ? null : { sentence, code }
}
