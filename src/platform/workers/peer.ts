import { second } from '../../kernel/clock.ts'

/** Messages between the supervisor and a worker, in both directions. Bodies are JSON. */
export type PeerMessage =
  | { readonly kind: 'ask'; readonly id: number; readonly query: string; readonly body: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly body: unknown }
  | { readonly kind: 'failure'; readonly id: number }

/** The other end of a process's channel. */
export interface Peer {
  /** @throws {Error} when the other process fails to answer, doesn't answer in time, or is gone */
  ask(query: string, body?: unknown): Promise<unknown>
  /** Answers that query. One handler per query. */
  handle(query: string, handler: (body: unknown) => unknown): void
}

interface OpenPeer extends Peer {
  receive(message: PeerMessage): void
  /** Fails whatever is still waiting. */
  close(): void
}

/** A process answers these queries from memory. Slower means that it hangs. */
const answerTimeoutMs = 5 * second

/** @param post sends a message to the other process */
export function createPeer(post: (message: PeerMessage) => void, timeoutMs = answerTimeoutMs): OpenPeer {
  const handlers = new Map<string, (body: unknown) => unknown>()
  const pending = new Map<number, (message: PeerMessage | null) => void>()
  let lastId = 0
  return { ask, handle: (query, handler) => void handlers.set(query, handler), receive, close }

  function ask(query: string, body: unknown = null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => settle(null), timeoutMs)
      const settle = (message: PeerMessage | null) => {
        clearTimeout(timer)
        pending.delete(id)
        if (message?.kind === 'answer') resolve(message.body)
        else reject(new Error(`The other process didn't answer ${query}.`))
      }
      pending.set(id, settle)
      post({ kind: 'ask', id, query, body })
    })
  }

  function receive(message: PeerMessage): void {
    if (message.kind === 'ask') void answer(message)
    else pending.get(message.id)?.(message)
  }

  async function answer({ id, query, body }: PeerMessage & { kind: 'ask' }): Promise<void> {
    try {
      const handler = handlers.get(query)
      if (!handler) throw new Error(`unknown query: ${query}`)
      post({ kind: 'answer', id, body: (await handler(body)) ?? null })
    } catch {
      post({ kind: 'failure', id })
    }
  }

  function close(): void {
    for (const settle of [...pending.values()]) settle(null)
  }
}
