import { lookup, Resolver } from 'node:dns/promises'
import { connect as connectSocket, type Socket } from 'node:net'
import { checkWebhookUrl, isPublicAddress, isSameAddress, literalAddress } from '../kernel/web-address.ts'

/** The addresses of a name, all of them. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

/** Opens a connection to an address: no name is asked for any more. */
export type Connect = (to: { readonly host: string; readonly port: number }) => Socket

export interface GuardParts {
  /** Lifts address class and port: for a machine that is one's own. */
  readonly allowPrivate: boolean
  readonly resolve: Resolve
  readonly connect: Connect
}

/** A receiver that is not called, or cannot be; the sentence is for its owner, and names no address that a name of ours led to. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** A name may have many; who answers at none of these is not there. */
const mostAddresses = 4
/** While another address is left to try. */
const connectTimeLimitMs = 4_000

/**
 * Opens connections to addresses that were looked at, and to no others. A name is resolved once for each connection; when one of its
 * addresses is not public, none of them is called, for the next answer may hold that one alone.
 */
export function guard({ allowPrivate, resolve, connect }: GuardParts) {
  /** A connection, before anything is written to it. @throws {NotReached} or what the connection met */
  return async function open(url: URL, signal: AbortSignal): Promise<Socket> {
    const verdict = checkWebhookUrl(url.href, { allowPrivate })
    if ('fault' in verdict) throw new NotReached(`it is not called: ${verdict.fault}`)
    const addresses = await addressesOf(url.hostname, signal)
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    for (const [place, address] of addresses.entries()) {
      const isLast = place === addresses.length - 1
      try {
        return await openOne(address, { port, signal, timeLimitMs: isLast ? null : connectTimeLimitMs })
      } catch (error) {
        if (isLast || signal.aborted) throw error
      }
    }
    throw new NotReached('its name leads to no address')
  }

  async function addressesOf(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalAddress(hostname)
    const addresses = literal === null ? await resolve(hostname, signal) : [literal]
    signal.throwIfAborted()
    // Not with the address: it may be one of our own network's.
    if (!allowPrivate && !addresses.every(isPublicAddress))
      throw new NotReached('it is not called: its name leads to a private or loopback address')
    return addresses.slice(0, mostAddresses)
  }

  async function openOne(
    address: string,
    { port, signal, timeLimitMs }: { port: number; signal: AbortSignal; timeLimitMs: number | null },
  ): Promise<Socket> {
    const socket = connect({ host: address, port })
    const end = () => socket.destroy(new NotReached('no connection within the time limit'))
    const timer = timeLimitMs === null ? undefined : setTimeout(end, timeLimitMs)
    signal.addEventListener('abort', end, { once: true })
    try {
      await connected(socket)
      // 0.0.0.0 leads to 127.0.0.1, for one: what counts is where the connection ended up.
      if (!allowPrivate && !isSameAddress(socket.remoteAddress ?? '', address))
        throw new NotReached('it is not called: the connection led elsewhere')
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  }
}

export type Open = ReturnType<typeof guard>

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    // It stays: an error that comes later, before the next one listens, is no fault of the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new NotReached('the connection was closed')))
  })

export const connectDirectly: Connect = ({ host, port }) => connectSocket({ host, port })

/** For names of the public DNS: a slow name server holds up its own names, where the system's resolver has few threads for all. */
export const resolvePublic: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 4_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** For names of one's own network too, which the system knows from its hosts file and its search list. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
