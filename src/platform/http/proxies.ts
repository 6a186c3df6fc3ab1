import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Names of address ranges that Fastify knows. */
const ranges = new Map([
  ['loopback', ['127.0.0.1/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

/**
 * Parses `TRUSTED_PROXIES`: addresses, networks such as 10.0.0.0/8, `loopback`, `linklocal`, `uniquelocal`; or `none`.
 * @throws {Error} naming the part that is none of these
 */
export function parseProxies(text: string): string[] {
  if (text === 'none') return []
  const proxies = text.split(',').map((part) => part.trim())
  const unknown = proxies.find((proxy) => !ranges.has(proxy) && !isNetwork(proxy))
  if (unknown !== undefined)
    throw new Error(
      `"${unknown.slice(0, 50)}" must be an address, a network, loopback, linklocal or uniquelocal`,
    )
  return proxies
}

/** Removes what some proxies add to an address: the client's port, and brackets around an IPv6 address. */
export function removePort(address: string): string {
  const [, v6, v4] = /^\[([^\]]*)\](?::\d{1,5})?$|^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/** Creates the `trustProxy` option of Fastify: a check whether an address belongs to a trusted proxy, or false if there are none. */
export function createProxyCheck(proxies: readonly string[]): false | ((address: string) => boolean) {
  if (proxies.length === 0) return false
  const trusted = new BlockList()
  for (const network of proxies.flatMap((proxy) => ranges.get(proxy) ?? proxy)) trustNetwork(trusted, network)
  return (address) => isTrusted(trusted, removePort(address))
}

/**
 * Reads the client's address from an upgrade request, for which Fastify does not provide it: the nearest address that is not a trusted
 * proxy's. Earlier entries of `X-Forwarded-For` can be forged.
 */
export function createClientAddressReader(proxies: readonly string[]) {
  const isProxy = createProxyCheck(proxies) || (() => false)
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const nearest = socket.remoteAddress ?? ''
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    const addresses = [
      nearest,
      ...forwarded
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .reverse(),
    ]
    return addresses.find((address) => !isProxy(address)) ?? addresses.at(-1) ?? nearest
  }
}

function trustNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
}

function isTrusted(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  const maxBits = version === 4 ? 32 : 128
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  )
}
