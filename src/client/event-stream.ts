import type { Event } from './api.ts'
import { QuittanceError } from './error.ts'
import {
  type CallOptions,
  computeRetryDelayMs,
  type Http,
  isTemporary,
  maxRetryAfterMs,
  toQuittanceError,
  wait,
} from './http.ts'

export interface StreamOptions extends CallOptions {
  /** Only events after this cursor; without it, only new events. */
  readonly after?: string | undefined
  /** Uid of an invoice: its events, in the public view. */
  readonly invoice?: string | undefined
  /** Id of an account that grants you view access. */
  readonly account?: number | undefined
  /** Called when the stream is connected, with the cursor after which it continues. */
  readonly onConnect?: (cursor: string) => void
  /** Called when the connection is lost, before the stream reconnects. */
  readonly onDisconnect?: (error: QuittanceError) => void
}

/** The service sends something at least every 30 s. */
const maxSilenceMs = 90_000
/** Far longer than any event. */
const maxLineLength = 4 * 1024 * 1024
/** Attempts to connect for the first time. Once connected, the stream reconnects until it is aborted. */
const maxConnectAttempts = 4

/**
 * New events as they happen. Reconnects, and continues after the last event that it returned. Ends when `signal` is aborted.
 * @throws {QuittanceError} if the first connection fails, or when access ends
 */
export async function* streamEvents(
  http: Http,
  options: StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  for await (const text of streamEventTexts(http, options)) yield JSON.parse(text) as Event
}

/** Like `streamEvents`, as JSON texts, whose numbers keep all digits. */
export async function* streamEventTexts(
  http: Http,
  options: StreamOptions,
): AsyncGenerator<string, void, undefined> {
  const { invoice, account, signal, onConnect, onDisconnect } = options
  let cursor = options.after
  let wasConnected = false
  for (let attempt = 0; !signal?.aborted; attempt++) {
    let retryAfterMs: number | undefined
    try {
      for await (const { id, data } of connect(http, { invoice, account, after: cursor }, signal)) {
        cursor = id
        if (data !== '') yield data
        else {
          onConnect?.(id)
          wasConnected = true
          attempt = 0
        }
      }
      onDisconnect?.(new QuittanceError('connection_failed', 'The service ended the stream.'))
    } catch (cause) {
      if (signal?.aborted) return
      const error = toQuittanceError(signal)(cause)
      if (!isTemporary(error) || (!wasConnected && attempt + 1 >= maxConnectAttempts)) throw error
      onDisconnect?.(error)
      retryAfterMs = error.retryAfterMs
    }
    await wait(Math.min(retryAfterMs ?? computeRetryDelayMs(attempt), maxRetryAfterMs), signal).catch(
      () => {},
    )
  }
}

/** The messages of one connection, until either side ends it. */
async function* connect(
  http: Http,
  query: {
    readonly invoice?: string | undefined
    readonly account?: number | undefined
    readonly after?: string | undefined
  },
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentMessage, void, undefined> {
  const connection = new AbortController()
  const abort = () => connection.abort()
  signal?.addEventListener('abort', abort)
  let silenceTimer = setTimeout(abort, maxSilenceMs)
  try {
    const request = {
      method: 'GET',
      path: '/events',
      query,
      headers: { accept: 'text/event-stream' },
    } as const
    const { body } = await http.open(request, connection.signal)
    if (!body) return
    const parser = createMessageParser()
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(abort, maxSilenceMs)
      yield* parser.push(value)
    }
  } finally {
    clearTimeout(silenceTimer)
    signal?.removeEventListener('abort', abort)
    connection.abort()
  }
}

/** A message of Server-Sent Events. A message without data only gives the cursor at which the stream starts. */
interface ServerSentMessage {
  readonly id: string
  readonly data: string
}

/** HTML Living Standard §9.2.6, as far as the service uses it: each event is one line of data. */
function createMessageParser() {
  let buffer = ''
  let id = ''
  let data = ''
  let hasFields = false
  return { push }

  function* push(text: string): Generator<ServerSentMessage, void, undefined> {
    const lines = `${buffer}${text}`.split('\n')
    buffer = lines.pop() ?? ''
    if (buffer.length > maxLineLength) throw new QuittanceError('response_invalid', 'An event is too long.')
    for (const line of lines) {
      if (line !== '') readLine(line)
      else if (hasFields) {
        yield { id, data }
        data = ''
        hasFields = false
      }
    }
  }

  function readLine(line: string): void {
    if (line.startsWith('id: ')) id = line.slice('id: '.length)
    else if (line.startsWith('data: ')) data += line.slice('data: '.length)
    else return
    hasFields = true
  }
}
