import type { WebSocket } from 'ws'
import type { ApiError } from '../kernel/api-error.ts'
import type { ReaderLimits } from './limits.ts'

/** Far longer than a subscription with a token and cursor. */
export const maxMessageBytes = 4 * 1024

interface Reason {
  /** RFC 6455 §7.4.1 and IANA's registry; codes from 4000 are our own. */
  readonly code: number
  readonly text: string
}

/** Close codes and reasons. */
export const closeReasons = {
  stopping: { code: 1001, text: 'the service is shutting down' },
  idle: { code: 1008, text: 'no subscription' },
  flood: { code: 1008, text: 'too many messages' },
  rejected: { code: 1008, text: 'too many rejected subscriptions' },
  slow: { code: 1013, text: 'reading too slowly' },
  full: { code: 1013, text: 'too many connections' },
  onEnd: ({ code }: ApiError): Reason => ({ code: closeCodes[code] ?? 1011, text: code }),
} as const

const closeCodes: Readonly<Record<string, number>> = {
  unauthorized: 4401,
  link_removed: 4403,
  cursor_expired: 1013,
}

export const endSocket = (socket: WebSocket, { code, text }: Reason): void => socket.close(code, text)

/**
 * Sends a message. If the client is slow, returns a promise that resolves once it has caught up. A client that reads nothing is
 * disconnected.
 */
export function createPacedSender(socket: WebSocket, { bufferedBytes, stallMs }: ReaderLimits) {
  return (text: string): Promise<void> | undefined => {
    if (socket.bufferedAmount < bufferedBytes) {
      socket.send(text)
      return undefined
    }
    return new Promise((resolve) => {
      const stallTimer = setTimeout(endSocket, stallMs, socket, closeReasons.slow)
      socket.send(text, () => {
        clearTimeout(stallTimer)
        resolve()
      })
    })
  }
}

/** More than enough: between two heartbeats, a client sends one pong and subscribes a few times. */
const maxFramesPerHeartbeat = 120

/**
 * Returns a function that pings the client, and terminates the connection if no pong followed the previous ping. After more than
 * `maxFramesPerHeartbeat` frames between pings, closes the socket and stops reading: an empty frame costs a client only six bytes.
 */
export function createHeartbeat(socket: WebSocket): () => void {
  let isAlive = true
  let frames = 0
  for (const kind of ['message', 'ping', 'pong'] as const) socket.on(kind, count)
  socket.on('pong', () => {
    isAlive = true
  })
  return () => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    frames = 0
    socket.ping()
  }

  function count(): void {
    frames++
    if (frames !== maxFramesPerHeartbeat + 1) return
    endSocket(socket, closeReasons.flood)
    socket.pause()
  }
}

/** Messages per client, queued or in progress. */
const maxPending = 8

/** Runs tasks sequentially. Returns false if too many are queued. `work` must never reject. */
export function createSerialQueue(): (work: () => Promise<void>) => boolean {
  let last = Promise.resolve()
  let pending = 0
  return (work) => {
    if (pending >= maxPending) return false
    pending++
    last = last.then(work).finally(() => {
      pending--
    })
    return true
  }
}
