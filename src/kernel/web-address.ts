import { BlockList, isIPv6 } from 'node:net'

/**
 * Addresses that are nobody's public server: this host, private and link-local networks, carrier NAT, benchmarks, documentation,
 * multicast, reserved (IANA special-purpose registries, RFC 6890), and IPv6 forms that lead to IPv4 ones.
 */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4')
}

const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

const notPublicIpv6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublicIpv6.addSubnet(network, prefix, 'ipv6')
}

/** Is this IP address one that a public server may have? IPv6: global unicast alone, without the forms that carry an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return publicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6')
  return !notPublic.check(address, 'ipv4')
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Is it this machine, as a browser writes it? */
export const isLoopbackHost = (hostname: string): boolean => loopbackHosts.has(hostname)

export type UrlVerdict = { readonly url: string } | { readonly fault: string }

const longestUrl = 2_048

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
  if (allowPrivate) return { url: text }
  if (!['', '80', '443'].includes(url.port)) return { fault: 'only the ports 80 and 443 are called' }
  if (isPrivateHost(url.hostname)) return { fault: 'private and loopback addresses are not called' }
  return { url: text }
}

function parseUrl(text: string): URL | string {
  if (text.length > longestUrl) return `it is longer than ${longestUrl} characters`
  // The URL parser drops tabs and line breaks and turns \ into /: what is shown would not be where it leads.
  if (!URL.canParse(text) || /[\s\\]/.test(text) || hasControls(text)) return 'it is no absolute URL'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'it must not hold a user name or password'
  return url
}

const hasControls = (text: string): boolean =>
  [...text].some((character) => character < ' ' || character === '\x7f')

/** The URL parser has already turned 127.1, 0x7f.1 or ①②⑦.0.0.1 into 127.0.0.1. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (host.startsWith('[')) return !isPublicAddress(host.slice(1, -1))
  return /^\d+(\.\d+){3}$/.test(host) && !isPublicAddress(host)
}
