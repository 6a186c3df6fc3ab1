import type { WebSocket } from 'ws'
import type { Refused } from '../kernel/refused.ts'
import type { ReaderLimits } from './limits.ts'

/** A subscription with token and cursor is far shorter. */
export const largestMessageBytes = 4 * 1024

interface Reason {
  /** RFC 6455 §7.4.1 and IANA's registry; from 4000 on our own. */
  readonly code: number
  readonly text: string
}

/** Why we end a socket. */
export const reasons = {
  stopping: { code: 1001, text: 'the service stops' },
  idle: { code: 1008, text: 'no subscription' },
  flood: { code: 1008, text: 'too many messages at once' },
  refused: { code: 1008, text: 'too many refused subscriptions' },
  slow: { code: 1013, text: 'too slow' },
  full: { code: 1013, text: 'no room' },
  over: ({ code }: Refused): Reason => ({ code: closeCodes[code] ?? 1011, text: code }),
} as const

const closeCodes: Readonly<Record<string, number>> = {
  unauthorized: 4401,
  link_removed: 4403,
  cursor_expired: 1013,
}

export const endSocket = (socket: WebSocket, { code, text }: Reason): void => socket.close(code, text)

/** Sends; what it returns, if anything, resolves when a slow reader has taken what waits for it. One that takes nothing is cut. */
export function pacedSender(socket: WebSocket, { bufferedBytes, stallMs }: ReaderLimits) {
  return (text: string): Promise<void> | undefined => {
    if (socket.bufferedAmount < bufferedBytes) {
      socket.send(text)
      return undefined
    }
    return new Promise((resolve) => {
      const stalled = setTimeout(endSocket, stallMs, socket, reasons.slow)
      socket.send(text, () => {
        clearTimeout(stalled)
        resolve()
      })
    })
  }
}

/** Asks for a sign of life; a side that gave none since the last time is gone. */
export function heartbeat(socket: WebSocket): () => void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  return () => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }
}

/** Messages of one client that wait for their turn. */
const mostWaiting = 8

/** Runs one piece of work after the other; false when too many wait. `work` never rejects. */
export function inTurn(): (work: () => Promise<void>) => boolean {
  let last = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (waiting >= mostWaiting) return false
    waiting++
    last = last.then(work).finally(() => {
      waiting--
    })
    return true
  }
}
