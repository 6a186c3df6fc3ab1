import { lookup, Resolver } from 'node:dns/promises'
import { connect as connectSocket, type Socket } from 'node:net'
import { checkWebhookUrl, getLiteralAddress, isPublicAddress, isSameAddress } from '../kernel/web-address.ts'
import { WebhookUnreachableError } from './attempt-error.ts'

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

/** Opens a connection to an address, with no further DNS lookup. */
export type Connect = (target: { readonly host: string; readonly port: number }) => Socket

interface GuardDependencies {
  /** Allows private addresses and any port, for local use. */
  readonly allowPrivate: boolean
  readonly resolve: Resolve
  readonly connect: Connect
}

/** A name may have many addresses. If none of the first ones accepts a connection, the receiver counts as unreachable. */
const maxAddresses = 4
/** Applies only while there is another address to try. */
const connectTimeoutMs = 4_000

/**
 * Opens connections only to addresses that were checked. A name is resolved once per connection. If one of its addresses is not public,
 * none is used: the next lookup might return only that one.
 */
export function createConnectionGuard({ allowPrivate, resolve, connect }: GuardDependencies) {
  /** Opens a connection, without writing to it. @throws {WebhookUnreachableError} or the connection's own error */
  return async function open(url: URL, signal: AbortSignal): Promise<Socket> {
    const result = checkWebhookUrl(url.href, { allowPrivate })
    if ('problem' in result) throw new WebhookUnreachableError('url_not_allowed')
    const addresses = await resolveAddresses(url.hostname, signal)
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    for (const [index, address] of addresses.entries()) {
      const isLast = index === addresses.length - 1
      try {
        return await openAddress(address, { port, signal, timeoutMs: isLast ? null : connectTimeoutMs })
      } catch (error) {
        if (isLast || signal.aborted) throw error
      }
    }
    throw new WebhookUnreachableError('host_not_found')
  }

  async function resolveAddresses(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    const literal = getLiteralAddress(hostname)
    const addresses = literal === null ? await resolve(hostname, signal) : [literal]
    signal.throwIfAborted()
    if (!allowPrivate && !addresses.every(isPublicAddress))
      throw new WebhookUnreachableError('private_address')
    return addresses.slice(0, maxAddresses)
  }

  async function openAddress(
    address: string,
    { port, signal, timeoutMs }: { port: number; signal: AbortSignal; timeoutMs: number | null },
  ): Promise<Socket> {
    const socket = connect({ host: address, port })
    const destroy = () => socket.destroy(new WebhookUnreachableError('unreachable'))
    const timer = timeoutMs === null ? undefined : setTimeout(destroy, timeoutMs)
    signal.addEventListener('abort', destroy, { once: true })
    try {
      await waitForConnect(socket)
      // Compares the actual remote address: connecting to 0.0.0.0, for example, reaches 127.0.0.1.
      if (!allowPrivate && !isSameAddress(socket.remoteAddress ?? '', address))
        throw new WebhookUnreachableError('private_address')
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', destroy)
    }
  }
}

export type OpenConnection = ReturnType<typeof createConnectionGuard>

const waitForConnect = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    // The listener stays on: an error before the next listener is attached must not crash the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new WebhookUnreachableError('unreachable')))
  })

export const connectDirectly: Connect = ({ host, port }) => connectSocket({ host, port })

/**
 * For names in public DNS: a slow name server delays only its own names, whereas the system resolver shares a few threads among all
 * lookups.
 */
export const resolvePublic: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 4_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
    return [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Also resolves local names, which the system knows from its hosts file and search list. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
