import type { ServerResponse } from 'node:http'
import type { Connection } from './connections.ts'
import { closePatienceMs, type ReaderLimits } from './limits.ts'
import type { Outlet } from './streams.ts'

/** Browsers wait so long before they ask again. */
const retryMs = 2_000

/**
 * Server-Sent Events (HTML Living Standard §9.2) on an answer whose headers are not sent yet. No `event:` line, so that one listener
 * hears every type.
 */
export function serverSentEvents(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { stallMs }: Pick<ReaderLimits, 'stallMs'>,
): { readonly outlet: Outlet; readonly connection: Connection } {
  const outlet: Outlet = {
    started(cursor) {
      if (response.writableEnded) return
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Said to nginx, which else collects answers before it hands them on.
        'x-accel-buffering': 'no',
      })
      // An id without data is an event to nobody, and yet what the browser goes on from.
      response.write(`retry: ${retryMs}\nid: ${cursor}\n\n`)
    },
    take: (cursor, envelope) => written(`id: ${cursor}\ndata: ${envelope}\n\n`),
    ended: end,
  }
  return { outlet, connection: { beat, leave: end } }

  function written(text: string): Promise<void> | undefined {
    if (response.writableEnded || response.write(text)) return undefined
    return new Promise((resolve) => {
      const stalled = setTimeout(() => response.destroy(), stallMs)
      response.once('drain', () => {
        clearTimeout(stalled)
        resolve()
      })
    })
  }

  function beat(): void {
    // Before the start it would be the answer's first bytes, and send it without its headers.
    if (!response.headersSent) return
    // One that reads nothing is cut by the connection's own time limit, or when the next event comes.
    if (response.writableLength === 0) response.write(':\n\n')
  }

  function end(): void {
    // An end before the start would be an answer of 200 without its headers.
    if (!response.headersSent) return void response.destroy()
    response.end()
    const cut = setTimeout(() => response.destroy(), closePatienceMs)
    response.once('close', () => clearTimeout(cut))
  }
}
