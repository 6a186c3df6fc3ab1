import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { trimTrailing } from './text.ts'

/** IPv6 global unicast (RFC 4291 §2.4), the range of all public servers. The library counts `::/96`, which embeds IPv4, as unicast too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether a public server may have this IP address. Excludes this host, private and link-local networks, carrier-grade NAT, benchmarking,
 * documentation, multicast and reserved ranges, and IPv6 forms of IPv4 addresses: mapped, translated, tunnelled.
 * @see docs/decisions/0010-address-classes.md
 */
export function isPublicAddress(address: string): boolean {
  // Only the strict forms: the library would also accept 0177.1.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.toString() === azureWireServer) return false
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}

/** A metadata service of Azure: every virtual machine there reaches it, although its range is public. */
const azureWireServer = '168.63.129.16'

/** Whether two texts are the same IP address. */
export const isSameAddress = (one: string, other: string): boolean =>
  isIP(one) !== 0 && isIP(other) !== 0 && ipaddr.parse(one).toString() === ipaddr.parse(other).toString()

/** Whether a URL's host name is this machine: a localhost name, or an address in 127.0.0.0/8 or ::1. */
export function isLoopbackHost(hostname: string): boolean {
  const address = getLiteralAddress(hostname)
  return address === null ? isLocalhost(hostname) : ipaddr.parse(address).range() === 'loopback'
}

/** RFC 6761 §6.3: `localhost` and every name below it are this machine, without a lookup. */
const isLocalhost = (hostname: string): boolean => /(^|\.)localhost\.?$/.test(hostname)

export type UrlVerdict = { readonly url: string } | { readonly problem: string }

export const maxUrlLength = 2_048
/** A host name has at most 253 characters (RFC 1035 §2.3.4); the rest is for a port. */
const maxHostLength = 260

/**
 * Validates the service's base URL and removes trailing slashes: it appears unencoded in the query of payment URIs.
 * @throws {Error} with the reason
 */
export function checkBaseUrl(text: string, { allowHttp }: { allowHttp: boolean }): string {
  if (!isAbsolute(text)) throw new Error('it is not a URL')
  const { protocol, search, hash, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && (protocol !== 'http:' || !allowHttp)) {
    throw new Error(
      `it must begin with https://${isLoopbackHost(hostname) ? ', unless NETWORK=regtest' : ''}`,
    )
  }
  if (search || hash || username || password || /[?&#=\\\s]/.test(text))
    throw new Error('it must contain only a host and a path')
  const baseUrl = trimTrailing(text, '/')
  const problem = findBasePathProblem(baseUrl)
  if (problem) throw new Error(problem)
  return baseUrl
}

/** The path of the base URL; empty when there is none. */
export const getBasePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/**
 * First segments of our own routes. A base path starting with one would be indistinguishable from the route behind a proxy that strips the
 * path.
 */
export const routeRoots: ReadonlySet<string> = new Set([
  'api',
  'api-keys',
  'assets',
  'asyncapi.json',
  'checkout',
  'checkout.js',
  'coins',
  'dashboard',
  'docs',
  'events',
  'forgot',
  'health',
  'i',
  'invitation',
  'invoice',
  'invoices',
  'invoices.csv',
  'invoices.jsonl',
  'llms.txt',
  'login',
  'logout',
  'metrics',
  'modal',
  'openapi.json',
  'payments',
  'r',
  'register',
  'reset',
  'sandbox',
  'signatures',
  'signingKeys',
  'ws',
])

/** Links are built from the text, so it must be exactly the path to which a browser normalises it. */
function findBasePathProblem(baseUrl: string): string | null {
  const path = getBasePath(baseUrl)
  const rawPath = baseUrl.replace(/^https?:\/\/[^/]*/i, '')
  if (rawPath !== path || !/^(\/[\w.~-]+)*$/.test(path))
    return 'its path may contain only letters, digits, ".", "_", "~" and "-" between single slashes'
  const [, first = ''] = path.split('/')
  return routeRoots.has(first) ? `its path begins with /${first}, which is a route of the service` : null
}

/** Validates where a payer is sent after payment: https, or http to a loopback host, and no user name, because that misleads readers. */
export function checkRedirectUrl(text: string): UrlVerdict {
  const url = parseUrl(text)
  if (typeof url === 'string') return { problem: url }
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  return isSecure ? { url: text } : { problem: 'it must begin with https:// (or http:// on localhost)' }
}

/** Names the setting in the error: on a developer's own server the fix is to change it. */
const allowPrivateHint = ' (unless the operator sets WEBHOOK_ALLOW_PRIVATE=true)'

/** Validates a merchant's webhook URL. Anything visible without DNS is rejected here; the rest is rejected when connecting. */
export function checkWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): UrlVerdict {
  const url = parseUrl(text)
  if (typeof url === 'string') return { problem: url }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'it must begin with https:// or http://' }
  // A fragment is never sent, and some parsers take the text after `#@` as the host.
  if (url.hash !== '') return { problem: 'it must not contain a fragment (#)' }
  if (allowPrivate) return { url: text }
  if (!['', '80', '443'].includes(url.port))
    return { problem: `only ports 80 and 443 are allowed${allowPrivateHint}` }
  if (isPrivateHost(url.hostname))
    return { problem: `private and loopback addresses are not allowed${allowPrivateHint}` }
  return { url: text }
}

function parseUrl(text: string): URL | string {
  if (text.length > maxUrlLength) return `it is longer than ${maxUrlLength} characters`
  // The URL parser drops tabs and line breaks and turns \ into /, so the URL shown would differ from the one followed.
  if (/[\s\\]/.test(text) || hasControlCharacters(text)) return 'it is not an absolute URL'
  // Before the URL parser, which needs quadratic time for a host that is not ASCII.
  const [, host = ''] = /^[a-z][a-z\d+.-]*:\/*([^/?#]*)/i.exec(text) ?? []
  if (host.length > maxHostLength) return 'its host is too long'
  if (!isAbsolute(text)) return 'it is not an absolute URL'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'it must not contain a username or password'
  return url
}

/** The URL parser takes `https:shop.example` as absolute, but as a link on one of our pages it is a relative path. */
const isAbsolute = (text: string): boolean => URL.canParse(text) && !/^https?:(?!\/\/[^/])/i.test(text)

const hasControlCharacters = (text: string): boolean =>
  [...text].some((character) => character < ' ' || character === '\x7f')

function isPrivateHost(hostname: string): boolean {
  if (isLocalhost(hostname)) return true
  const literal = getLiteralAddress(hostname)
  return literal !== null && !isPublicAddress(literal)
}

/** The IP address that a URL has in place of a host name. The URL parser has already turned 127.1, 0x7f.1 or ①②⑦.0.0.1 into 127.0.0.1. */
export function getLiteralAddress(hostname: string): string | null {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(host) === 0 ? null : host
}
