import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Names of address ranges that Fastify knows. */
const ranges = new Map([
  ['loopback', ['127.0.0.1/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

/**
 * Reads `TRUSTED_PROXIES`: addresses, networks such as 10.0.0.0/8, `loopback`, `linklocal`, `uniquelocal`; or `none`.
 * @throws {Error} naming what is none of these
 */
export function parseProxies(text: string): string[] {
  if (text === 'none') return []
  const proxies = text.split(',').map((part) => part.trim())
  const unknown = proxies.find((proxy) => !ranges.has(proxy) && !isNetwork(proxy))
  if (unknown !== undefined)
    throw new Error(
      `"${unknown.slice(0, 50)}" is no address, network, or one of loopback, linklocal, uniquelocal`,
    )
  return proxies
}

/**
 * Whose request it is, where Fastify does not say so: of a connection that becomes a socket. The nearest address that no trusted proxy has;
 * what stands beyond it in `X-Forwarded-For` anybody may have written.
 */
export function clientAddress(proxies: readonly string[]) {
  const trusted = new BlockList()
  for (const network of proxies.flatMap((proxy) => ranges.get(proxy) ?? proxy)) trust(trusted, network)
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
    return addresses.find((address) => !isTrusted(trusted, address)) ?? addresses.at(-1) ?? nearest
  }
}

function trust(list: BlockList, network: string): void {
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
  const widest = version === 4 ? 32 : 128
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
  )
}
