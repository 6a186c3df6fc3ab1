import type { ServerResponse } from 'node:http'
import type { Connection } from './connections.ts'
import { closeTimeoutMs, type ReaderLimits } from './limits.ts'
import type { StreamSink } from './streams.ts'

/** How long browsers wait before they reconnect. */
const retryMs = 2_000

/**
 * Server-Sent Events (HTML Living Standard §9.2) on a response whose headers have not been sent. Omits `event:`, so that one listener
 * receives every type.
 */
export function createServerSentEvents(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { stallMs }: Pick<ReaderLimits, 'stallMs'>,
): { readonly sink: StreamSink; readonly connection: Connection } {
  const sink: StreamSink = {
    onStart(cursor) {
      if (response.writableEnded) return
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Tells nginx not to buffer the response.
        'x-accel-buffering': 'no',
      })
      // An id without data dispatches no event, but the browser resumes from it.
      response.write(`retry: ${retryMs}\nid: ${cursor}\n\n`)
    },
    send: (cursor, envelope) => write(`id: ${cursor}\ndata: ${envelope}\n\n`),
    onEnd: end,
  }
  return { sink, connection: { sendHeartbeat, close: end } }

  function write(text: string): Promise<void> | undefined {
    if (response.writableEnded || response.write(text)) return undefined
    return new Promise((resolve) => {
      const stallTimer = setTimeout(() => response.destroy(), stallMs)
      response.once('drain', () => {
        clearTimeout(stallTimer)
        resolve()
      })
    })
  }

  function sendHeartbeat(): void {
    // Before the start, this write would send the response without its headers.
    if (!response.headersSent) return
    // A client that doesn't read is disconnected by the connection's own timeout, or when the next event arrives.
    if (response.writableLength === 0) response.write(':\n\n')
  }

  function end(): void {
    // Ending before the start would send a 200 without the headers.
    if (!response.headersSent) return void response.destroy()
    response.end()
    const closeTimer = setTimeout(() => response.destroy(), closeTimeoutMs)
    response.once('close', () => clearTimeout(closeTimer))
  }
}
