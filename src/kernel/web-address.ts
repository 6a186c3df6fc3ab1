import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv6's global unicast (RFC 4291 §2.4): no public server is elsewhere. Of `::/96`, which holds IPv4 addresses, the library has no class. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Is this IP address one that a public server may have? Not one of this host, of private and link-local networks, of carrier NAT,
 * benchmarks, documentation, multicast or reserved ones, nor an IPv6 form that leads to an IPv4 address: mapped, translated, tunnelled.
 * @see docs/decisions/0010-address-classes.md
 */
export function isPublicAddress(address: string): boolean {
  // Only the strict forms: the library would read 0177.1 as well.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}

/** Do two texts name the same IP address? */
export const isSameAddress = (one: string, other: string): boolean =>
  isIP(one) !== 0 && isIP(other) !== 0 && ipaddr.parse(one).toString() === ipaddr.parse(other).toString()

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Is it this machine, as a browser writes it? */
export const isLoopbackHost = (hostname: string): boolean => loopbackHosts.has(hostname)

export type UrlVerdict = { readonly url: string } | { readonly fault: string }

const longestUrl = 2_048

/**
 * The address under which the service is reached, without a slash at its end: it stands un-encoded in the query of payment URIs.
 * @throws {Error} saying what is wrong with it
 */
export function checkBaseUrl(text: string, { allowHttp }: { allowHttp: boolean }): string {
  if (!isAbsolute(text)) throw new Error('it is no URL')
  const { protocol, search, hash, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && (protocol !== 'http:' || !allowHttp)) {
    throw new Error(
      `it must begin with https://${isLoopbackHost(hostname) ? ', unless NETWORK=regtest' : ''}`,
    )
  }
  if (search || hash || username || password || /[?&#=\\\s]/.test(text))
    throw new Error('it holds more than a host and a path')
  return text.replace(/\/+$/, '')
}

/** Where a payer is sent after payment: https, or http to a loopback host; never a user name, for that misleads readers. */
export function checkRedirectUrl(text: string): UrlVerdict {
  const url = parseUrl(text)
  if (typeof url === 'string') return { fault: url }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  return secure ? { url: text } : { fault: 'it must begin with https:// (or http:// for this machine)' }
}

/** Where a merchant's server hears of a payment. What can be seen without asking DNS is refused here, the rest at the connection. */
export function checkWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): UrlVerdict {
  const url = parseUrl(text)
  if (typeof url === 'string') return { fault: url }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { fault: 'it must begin with https:// or http://' }
  // Never sent; some readers take what follows `#@` for the host.
  if (url.hash !== '') return { fault: 'it must not hold a # part' }
  if (allowPrivate) return { url: text }
  if (!['', '80', '443'].includes(url.port)) return { fault: 'only the ports 80 and 443 are called' }
  if (isPrivateHost(url.hostname)) return { fault: 'private and loopback addresses are not called' }
  return { url: text }
}

function parseUrl(text: string): URL | string {
  if (text.length > longestUrl) return `it is longer than ${longestUrl} characters`
  // The URL parser drops tabs and line breaks and turns \ into /: what is shown would not be where it leads.
  if (!isAbsolute(text) || /[\s\\]/.test(text) || hasControls(text)) return 'it is no absolute URL'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'it must not hold a user name or password'
  return url
}

/** `https:shop.example` is absolute to the URL parser, and leads to a path of ours when it stands in a page of ours. */
const isAbsolute = (text: string): boolean => URL.canParse(text) && !/^https?:(?!\/\/[^/])/i.test(text)

const hasControls = (text: string): boolean =>
  [...text].some((character) => character < ' ' || character === '\x7f')

/** RFC 6761 §6.3: the name and all below it are this machine, without asking. */
function isPrivateHost(hostname: string): boolean {
  if (/(^|\.)localhost\.?$/.test(hostname)) return true
  const literal = literalAddress(hostname)
  return literal !== null && !isPublicAddress(literal)
}

/** The IP address that stands in a URL in place of a name. Its parser has already turned 127.1, 0x7f.1 or ①②⑦.0.0.1 into 127.0.0.1. */
export function literalAddress(hostname: string): string | null {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(host) === 0 ? null : host
}
