/** Why an attempt got no HTTP response. The codes are stored, so they must not change; the texts are for API and CLI. */
const texts = {
  timeout: 'no response within the time limit',
  connection_refused: 'the connection was refused',
  connection_closed: 'the connection was closed before a response',
  unreachable: 'no connection could be made',
  host_not_found: 'the host was not found',
  dns_failed: 'the DNS lookup failed',
  tls_failed: 'the TLS handshake failed',
  invalid_response: 'the response is not valid HTTP',
  private_address: 'not sent: the host has a private or loopback address, and WEBHOOK_ALLOW_PRIVATE is off',
  url_not_allowed: 'not sent: WEBHOOK_ALLOW_PRIVATE is off, and without it this URL is not allowed',
  endpoint_removed: 'not sent: the endpoint was removed',
  send_failed: 'the request could not be sent',
  interrupted: 'interrupted: it is unknown whether the request arrived',
} as const

export type AttemptErrorCode = keyof typeof texts

export const attemptErrorCodes = Object.keys(texts) as readonly AttemptErrorCode[]

export interface AttemptError {
  readonly code: AttemptErrorCode
  /** Error code of Node.js or OpenSSL, such as `CERT_HAS_EXPIRED`. */
  readonly detail: string | null
}

/** The receiver can't be reached, or a request to it isn't allowed. */
export class WebhookUnreachableError extends Error {
  override readonly name = 'WebhookUnreachableError'
  readonly code: AttemptErrorCode

  constructor(code: AttemptErrorCode) {
    super(texts[code])
    this.code = code
  }
}

const codesByNodeError: Readonly<Record<string, AttemptErrorCode>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'host_not_found',
  ENODATA: 'host_not_found',
  EAI_AGAIN: 'dns_failed',
  ETIMEOUT: 'dns_failed',
  ESERVFAIL: 'dns_failed',
  EPROTO: 'tls_failed',
}

/** This host is out of file descriptors, memory or ports: not the receiver's fault. */
const localErrorCodes: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
])

export const isLocalError = (error: unknown): boolean => localErrorCodes.has(getNodeErrorCode(error))

/** Omits the library's message, which may include an address on our own network. */
export function toAttemptError(error: unknown): AttemptError {
  if (error instanceof WebhookUnreachableError) return { code: error.code, detail: null }
  const detail = getNodeErrorCode(error)
  const code = codesByNodeError[detail]
  if (code !== undefined) return { code, detail: null }
  if (detail.startsWith('HPE_')) return { code: 'invalid_response', detail }
  if (/CERT|SIGNED|SSL|TLS/.test(detail)) return { code: 'tls_failed', detail }
  return { code: 'send_failed', detail: detail || null }
}

const getNodeErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Only 2xx is success: redirects are not followed. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

export const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** Error text of an attempt for API and CLI; null on success and while in progress. */
export function formatAttemptError({
  status,
  error,
}: {
  status: number | null
  error: AttemptError | null
}): string | null {
  if (error !== null)
    return error.detail === null ? texts[error.code] : `${texts[error.code]} (${error.detail})`
  if (status === null || isSuccess(status)) return null
  const text = `the endpoint responded with ${status}`
  return isRedirect(status) ? `${text}: redirects are not followed` : text
}
