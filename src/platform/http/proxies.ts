import { isIP } from 'node:net'

/** Names of address ranges that Fastify knows. */
const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])

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
