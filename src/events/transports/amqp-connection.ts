import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import { second } from '../../kernel/clock.ts'
import { connecting } from './transport.ts'

export interface AmqpOptions {
  /** `amqp://user:password@host:port/vhost`, or `amqps:`. */
  readonly url: string
  /** A durable topic exchange, created if missing. */
  readonly exchange: string
}

export interface AmqpConnectionOptions extends AmqpOptions {
  /** Called for each message that was not routed to any queue, before its confirmation. */
  readonly returned: (messageId: string) => void
}

/** A RabbitMQ connection that reconnects whenever it is lost. */
export interface AmqpConnection {
  /** The open connection; null while disconnected. */
  link(): AmqpLink | null
  /** Why nothing can be published; null if it can. */
  obstacle(): string | null
  onChange(listener: () => void): void
  /** Called after a message was confirmed: resets the reconnect backoff. */
  confirmed(): void
  close(): Promise<void>
}

/** One connection with a confirm channel. */
export interface AmqpLink {
  readonly channel: ConfirmChannel
  /** Set while the broker is short of memory or disk and reads nothing. */
  blocked(): string | null
  /** The broker's reason for closing the channel, if it gave one. */
  reason(): string | null
  /** Drops the connection, and a new one is opened. */
  end(why: string): void
}

const connectLimitMs = 5 * second
const closeLimitMs = 1 * second
const firstWaitMs = 0.5 * second
const maxWaitMs = 10 * second
/** Heartbeat in seconds unless the URL sets one: a dead connection is detected after two. */
const defaultHeartbeat = '10'

export function openAmqpConnection(options: AmqpConnectionOptions): AmqpConnection {
  const closing = new AbortController()
  const { signal } = closing
  const giveUp = new AbortController()
  const listeners: (() => void)[] = []
  let link: OpenLink | null = null
  let trouble = connecting
  let failures = 0
  const running = run()

  return {
    link: () => link,
    obstacle: () => (link ? link.blocked() : trouble),
    onChange: (listener) => void listeners.push(listener),
    confirmed() {
      failures = 0
    },
    async close() {
      closing.abort()
      if (link) link.end('the connection is closed')
      else giveUp.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        trouble = await connectOnce()
      } catch (error) {
        trouble = textOf(error)
      }
      changed()
      const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** failures) * (1 - Math.random() / 5)
      failures++
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Resolves with the reason when the connection is lost. */
  async function connectOnce(): Promise<string> {
    const opened = await openLink(options, { changed, signal: giveUp.signal })
    link = opened
    if (signal.aborted) opened.end('the connection is closed')
    changed()
    const why = await opened.ended
    link = null
    await opened.close()
    return why
  }

  function changed(): void {
    for (const listener of listeners) listener()
  }
}

/** If a name has several addresses, Node's `AggregateError` has an empty message. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

interface OpenLink extends AmqpLink {
  /** Why it ended. */
  readonly ended: Promise<string>
  close(): Promise<void>
}

/** @param signal aborts the attempt */
async function openLink(
  options: AmqpConnectionOptions,
  { changed, signal }: { changed: () => void; signal: AbortSignal },
): Promise<OpenLink> {
  // Loaded on demand, because most servers don't publish to RabbitMQ.
  const { connect } = await import('amqplib')
  const sockets = { noDelay: true, keepAlive: true, timeout: connectLimitMs, signal }
  const model = await connect(withHeartbeat(options.url), sockets)
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  model.on('error', (error) => end(error.message))
  model.on('close', (error) => end(error?.message ?? 'the connection was closed'))
  const limit = setTimeout(() => destroy(model, 'the broker does not answer'), connectLimitMs)
  try {
    const channel = await model.createConfirmChannel()
    const state = watch(model, channel, end, changed)
    channel.on('return', ({ properties }) => options.returned(String(properties.messageId)))
    await channel.assertExchange(options.exchange, 'topic', { durable: true })
    return { channel, ...state, ended, end, close: () => closeModel(model) }
  } catch (error) {
    destroy(model, 'the connection could not be set up')
    throw error
  } finally {
    clearTimeout(limit)
  }
}

function watch(
  model: ChannelModel,
  channel: ConfirmChannel,
  end: (why: string) => void,
  changed: () => void,
): Pick<AmqpLink, 'blocked' | 'reason'> {
  let blocked: string | null = null
  let reason: string | null = null
  const setBlocked = (why: string | null): void => {
    blocked = why
    changed()
  }
  model.on('blocked', (why) => setBlocked(`the broker blocks publishing: ${why}`))
  model.on('unblocked', () => setBlocked(null))
  channel.on('error', (error) => {
    reason = error.message
    end(reason)
  })
  // When the connection closes, its own `close` event follows immediately and gives the reason.
  channel.on('close', () => setImmediate(end, 'the channel was closed'))
  return { blocked: () => blocked, reason: () => reason }
}

function withHeartbeat(text: string): string {
  const url = new URL(text)
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', defaultHeartbeat)
  return url.href
}

/** Closes the connection gracefully if the broker responds. The driver has no timeout for this, even when its socket has ended. */
async function closeModel(model: ChannelModel): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const limit = setTimeout(patience.resolve, closeLimitMs)
  // Rejects if the connection was already lost.
  await Promise.race([model.close().catch(() => {}), patience.promise])
  clearTimeout(limit)
  destroy(model, 'the connection is closed')
}

/** Destroys the socket: pending operations fail at once, and a broker that hangs keeps nothing open. */
function destroy({ connection }: ChannelModel, why: string): void {
  if ('stream' in connection && connection.stream instanceof Duplex) connection.stream.destroy(new Error(why))
}
