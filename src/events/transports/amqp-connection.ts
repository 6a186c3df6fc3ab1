import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import { second } from '../../kernel/clock.ts'
import { connecting } from './transport.ts'

export interface AmqpOptions {
  /** `amqp://user:password@host:port/vhost`, or `amqps:`. */
  readonly url: string
  /** A durable topic exchange; made when it is missing. */
  readonly exchange: string
}

export interface AmqpConnectionOptions extends AmqpOptions {
  /** Told of each message that no queue took; its confirmation follows. */
  readonly returned: (messageId: string) => void
}

/** A connection to a RabbitMQ broker that is made again whenever it is lost. */
export interface AmqpConnection {
  /** The open connection; null while there is none. */
  link(): AmqpLink | null
  /** Why nothing can be published; null when it can. */
  obstacle(): string | null
  onChange(listener: () => void): void
  /** A message was confirmed: the next loss of the connection is a first one. */
  confirmed(): void
  close(): Promise<void>
}

/** One connection, with a channel on which the broker confirms. */
export interface AmqpLink {
  readonly channel: ConfirmChannel
  /** The broker's memory or disk is short: until that is over it reads nothing. */
  blocked(): string | null
  /** Why the broker ended the channel, if it said so. */
  reason(): string | null
  /** Gives the connection up: another one is made. */
  end(why: string): void
}

const connectLimitMs = 5 * second
const closeLimitMs = 1 * second
const firstWaitMs = 0.5 * second
const longestWaitMs = 10 * second
/** Seconds between signs of life, unless the URL says otherwise: a connection that died silently is noticed after two. */
const usualHeartbeat = '10'

export function amqpConnection(options: AmqpConnectionOptions): AmqpConnection {
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
      if (link) link.end('it is closed')
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
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** failures) * (1 - Math.random() / 5)
      failures++
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Resolves when the connection was lost: why. */
  async function connectOnce(): Promise<string> {
    const opened = await openLink(options, { changed, signal: giveUp.signal })
    link = opened
    if (signal.aborted) opened.end('it is closed')
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

/** Where a name has several addresses, the error of all of them has no text of its own. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

interface OpenLink extends AmqpLink {
  /** Why it ended. */
  readonly ended: Promise<string>
  close(): Promise<void>
}

/** @param signal ends the attempt */
async function openLink(
  options: AmqpConnectionOptions,
  { changed, signal }: { changed: () => void; signal: AbortSignal },
): Promise<OpenLink> {
  // Who does not publish to RabbitMQ need not load its driver.
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
    destroy(model, 'it could not be used')
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
  model.on('blocked', (why) => setBlocked(`the broker takes nothing at the moment: ${why}`))
  model.on('unblocked', () => setBlocked(null))
  channel.on('error', (error) => {
    reason = error.message
    end(reason)
  })
  // Where the connection was closed, its own event follows at once and says why.
  channel.on('close', () => setImmediate(end, 'the channel was closed'))
  return { blocked: () => blocked, reason: () => reason }
}

function withHeartbeat(text: string): string {
  const url = new URL(text)
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', usualHeartbeat)
  return url.href
}

/** Says goodbye, if the broker listens. Where it says nothing back, the driver would wait for ever, also once its socket has ended. */
async function closeModel(model: ChannelModel): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const limit = setTimeout(patience.resolve, closeLimitMs)
  // It rejects where the connection was lost before.
  await Promise.race([model.close().catch(() => {}), patience.promise])
  clearTimeout(limit)
  destroy(model, 'it is closed')
}

/** Ends the socket: what is under way learns of it at once, and a broker that hangs keeps nothing open. */
function destroy({ connection }: ChannelModel, why: string): void {
  if ('stream' in connection && connection.stream instanceof Duplex) connection.stream.destroy(new Error(why))
}
