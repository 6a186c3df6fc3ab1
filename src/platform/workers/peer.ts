import { second } from '../../kernel/clock.ts'

/** Messages between the supervisor and a worker, in both directions. Bodies are JSON. */
export type PeerMessage =
  | { readonly kind: 'request'; readonly id: number; readonly query: string; readonly body: unknown }
  | { readonly kind: 'response'; readonly id: number; readonly body: unknown }
  | { readonly kind: 'failure'; readonly id: number }

/** The other end of a process's channel. */
export interface Peer {
  /** @throws {Error} when the other process reports a failure, doesn't respond in time, or is gone */
  sendQuery(query: string, body?: unknown): Promise<unknown>
  /** Sets the handler of a query. */
  handle(query: string, handler: (body: unknown) => unknown): void
}

interface OpenPeer extends Peer {
  receive(message: PeerMessage): void
  /** Rejects all pending queries. */
  close(): void
}

/** Queries are answered from memory: a process that takes longer hangs. */
const responseTimeoutMs = 5 * second

/** @param post sends a message to the other process */
export function createPeer(post: (message: PeerMessage) => void, timeoutMs = responseTimeoutMs): OpenPeer {
  const handlers = new Map<string, (body: unknown) => unknown>()
  const pending = new Map<number, (message: PeerMessage | null) => void>()
  let lastId = 0
  return { sendQuery, handle: (query, handler) => void handlers.set(query, handler), receive, close }

  function sendQuery(query: string, body: unknown = null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => settle(null), timeoutMs)
      const settle = (message: PeerMessage | null) => {
        clearTimeout(timer)
        pending.delete(id)
        if (message?.kind === 'response') resolve(message.body)
        else reject(new Error(`the other process didn't respond to the query ${query}`))
      }
      pending.set(id, settle)
      post({ kind: 'request', id, query, body })
    })
  }

  function receive(message: PeerMessage): void {
    if (message.kind === 'request') void handleRequest(message)
    else pending.get(message.id)?.(message)
  }

  async function handleRequest({ id, query, body }: PeerMessage & { kind: 'request' }): Promise<void> {
    try {
      const handler = handlers.get(query)
      if (!handler) throw new Error(`unknown query: ${query}`)
      post({ kind: 'response', id, body: (await handler(body)) ?? null })
    } catch {
      post({ kind: 'failure', id })
    }
  }

  function close(): void {
    for (const settle of [...pending.values()]) settle(null)
  }
}
