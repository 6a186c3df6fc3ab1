import { isLoopbackHost } from '../kernel/web-address.ts'
import { PayError } from './pay-error.ts'

/** Longer than any real payment URI. */
const maxUriLength = 4_096

/**
 * The payment-request URL in a text: the parameter `r` of any URI, whatever its scheme (BIP72, BIP21 syntax), percent-encoded or not; or
 * the text itself if it is the URL.
 * @throws {PayError} `uri_invalid`
 */
export function parsePaymentUri(text: string): URL {
  const uri = text.trim()
  if (uri.length > maxUriLength) throw createUriError('The payment URI is too long.')
  const { scheme, query } = splitUri(uri)
  const parameters = parseQuery(query)
  const isWebUrl = /^https?$/i.test(scheme)
  const link = parameters.get('r')
  if (link !== undefined && (!isWebUrl || /^https?:/i.test(link))) {
    rejectUnknownRequirements(parameters)
    return parseWebUrl(link)
  }
  if (isWebUrl) return parseWebUrl(uri)
  throw createUriError('The payment URI contains no payment request: its parameter r is missing.')
}

/** Whether the URL is https, or http within this machine, and has no user and password. */
export function isSecureUrl(url: URL): boolean {
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  return isSecure && url.username === '' && url.password === ''
}

function splitUri(uri: string): { scheme: string; query: string } {
  const parts = /^([a-z][a-z0-9+.-]*):([^?#]*)(?:\?([^#]*))?/i.exec(uri)
  if (!parts) throw createUriError('This is not a payment URI: it has no scheme such as pay: or bitcoin:.')
  const [, scheme = '', , query = ''] = parts
  return { scheme, query }
}

/** Names are case-sensitive and never repeated (BIP21); `+` is a literal plus (RFC 3986). */
function parseQuery(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const part of query.split('&').filter((part) => part !== '')) {
    const end = part.includes('=') ? part.indexOf('=') : part.length
    const name = decode(part.slice(0, end))
    if (name === 'r' && parameters.has(name))
      throw createUriError('The payment URI contains two payment requests.')
    parameters.set(name, part.slice(end + 1))
  }
  const link = parameters.get('r')
  return link === undefined ? parameters : parameters.set('r', decode(link))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw createUriError('The payment URI is not percent-encoded correctly.')
  }
}

/** BIP21: a wallet that does not know a `req-` parameter must not pay. We know none. */
function rejectUnknownRequirements(parameters: ReadonlyMap<string, string>): void {
  for (const name of parameters.keys())
    if (name.startsWith('req-'))
      throw createUriError('The payment URI requires something that this wallet does not support.')
}

function parseWebUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw createUriError('The parameter r of the payment URI is not a URL.')
  if (url.username || url.password)
    throw createUriError('The payment request URL must not contain a user or password.')
  if (!isSecureUrl(url))
    throw createUriError('The payment request URL must use https; http is accepted only on this machine.')
  url.hash = ''
  return url
}

function createUriError(message: string): PayError {
  return new PayError('uri_invalid', message)
}
