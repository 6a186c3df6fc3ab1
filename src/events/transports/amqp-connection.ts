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

interface AmqpConnectionOptions extends AmqpOptions {
  /** Called for each message that was not routed to any queue, before its confirmation. */
  readonly onReturned: (messageId: string) => void
}

/** A RabbitMQ connection that reconnects whenever it is lost. */
interface AmqpConnection {
  /** The open connection; null while disconnected. */
  getLink(): AmqpLink | null
  /** Why nothing can be published; null if it can. */
  getUnavailableReason(): string | null
  onChange(listener: () => void): void
  /** Called after a message was confirmed: resets the reconnect backoff. */
  resetBackoff(): void
  close(): Promise<void>
}

/** One connection with a confirm channel. */
export interface AmqpLink {
  readonly channel: ConfirmChannel
  /** Set while the broker is low on memory or disk and blocks publishers. */
  getBlockedReason(): string | null
  /** The broker's reason for closing the channel, if it gave one. */
  getCloseReason(): string | null
  /** Drops the connection. A new one is opened. */
  end(cause: string): void
}

const connectTimeoutMs = 5 * second
const closeTimeoutMs = 1 * second
const initialBackoffMs = 0.5 * second
const maxBackoffMs = 10 * second
/** Heartbeat in seconds unless the URL sets one: a dead connection is detected after two. */
const defaultHeartbeat = '10'

export function openAmqpConnection(options: AmqpConnectionOptions): AmqpConnection {
  const closeController = new AbortController()
  const { signal } = closeController
  const connectController = new AbortController()
  const listeners: (() => void)[] = []
  let link: OpenLink | null = null
  let disconnectReason = connecting
  let failures = 0
  const running = run()

  return {
    getLink: () => link,
    getUnavailableReason: () => (link ? link.getBlockedReason() : disconnectReason),
    onChange: (listener) => void listeners.push(listener),
    resetBackoff() {
      failures = 0
    },
    async close() {
      closeController.abort()
      if (link) link.end('the connection is closed')
      else connectController.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        disconnectReason = await connectOnce()
      } catch (error) {
        disconnectReason = formatError(error)
      }
      notifyListeners()
      const waitMs = Math.min(maxBackoffMs, initialBackoffMs * 2 ** failures) * (1 - Math.random() / 5)
      failures++
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Resolves with the reason when the connection is lost. */
  async function connectOnce(): Promise<string> {
    const newLink = await openLink(options, { onChange: notifyListeners, signal: connectController.signal })
    link = newLink
    if (signal.aborted) newLink.end('the connection is closed')
    notifyListeners()
    const cause = await newLink.ended
    link = null
    await newLink.close()
    return cause
  }

  function notifyListeners(): void {
    for (const listener of listeners) listener()
  }
}

/** If a name has several addresses, Node's `AggregateError` has an empty message. */
function formatError(error: unknown): string {
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
  { onChange, signal }: { onChange: () => void; signal: AbortSignal },
): Promise<OpenLink> {
  // Loaded on demand, because most servers don't publish to RabbitMQ.
  const { connect } = await import('amqplib')
  const socketOptions = { noDelay: true, keepAlive: true, timeout: connectTimeoutMs, signal }
  const model = await connect(addHeartbeat(options.url), socketOptions)
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  model.on('error', (error) => end(error.message))
  model.on('close', (error) => end(error?.message ?? 'the connection was closed'))
  const timer = setTimeout(() => destroy(model, 'the broker does not respond'), connectTimeoutMs)
  try {
    const channel = await model.createConfirmChannel()
    const state = watchState(model, channel, end, onChange)
    channel.on('return', ({ properties }) => options.onReturned(String(properties.messageId)))
    await channel.assertExchange(options.exchange, 'topic', { durable: true })
    return { channel, ...state, ended, end, close: () => closeModel(model) }
  } catch (error) {
    destroy(model, 'the connection could not be set up')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function watchState(
  model: ChannelModel,
  channel: ConfirmChannel,
  end: (cause: string) => void,
  onChange: () => void,
): Pick<AmqpLink, 'getBlockedReason' | 'getCloseReason'> {
  let blocked: string | null = null
  let reason: string | null = null
  const setBlocked = (cause: string | null): void => {
    blocked = cause
    onChange()
  }
  model.on('blocked', (cause) => setBlocked(`the broker blocks publishing: ${cause}`))
  model.on('unblocked', () => setBlocked(null))
  channel.on('error', (error) => {
    reason = error.message
    end(reason)
  })
  // When the connection closes, its own `close` event follows immediately and gives the reason.
  channel.on('close', () => setImmediate(end, 'the channel was closed'))
  return { getBlockedReason: () => blocked, getCloseReason: () => reason }
}

function addHeartbeat(text: string): string {
  const url = new URL(text)
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', defaultHeartbeat)
  return url.href
}

/** Closes the connection gracefully if the broker responds. The driver has no timeout for this, even when its socket has ended. */
async function closeModel(model: ChannelModel): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, closeTimeoutMs)
  // Rejects if the connection was already lost.
  await Promise.race([model.close().catch(() => {}), timeout.promise])
  clearTimeout(timer)
  destroy(model, 'the connection is closed')
}

/** Destroys the socket: pending operations fail immediately, even if the broker hangs. */
function destroy({ connection }: ChannelModel, cause: string): void {
  if ('stream' in connection && connection.stream instanceof Duplex)
    connection.stream.destroy(new Error(cause))
}
