import assert from 'node:assert/strict'
import { NotProvenError, proveEvent } from '../../src/event-proofs/prove.ts'
import { InvalidProofError, verifyProof } from '../../src/event-proofs/verify.ts'
import type { TransportName } from '../../src/events/transports/index.ts'
import type { TestScope } from '../helpers/databases.ts'
import {
  brokerUrl,
  consumeEvents,
  createUniqueName,
  deleteExchangeAfterTest,
  openChannel,
  withoutBroker,
} from '../helpers/rabbitmq.ts'
import type { Merchant, Service } from '../helpers/service.ts'
import { openSocket, type Socket } from '../helpers/streams.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

/** An event as it arrives at the receiver; that of a proof has no cursor. */
export interface Envelope {
  readonly id: string
  readonly type: string
  readonly time: string
  readonly subject: string
  readonly sequence: number
  readonly cursor?: string
  readonly data: unknown
}

/** The receiver of a transport. */
export interface TransportReceiver {
  /** The settings that the transport needs, apart from its name. */
  readonly settings: Readonly<Record<string, string>>
  /** Receives events from now on, or resumes after what it has received; false if nobody can listen. */
  listen(service: Service, accounts: readonly Merchant[]): Promise<boolean>
  /** Everything that has arrived, in order of arrival, repeats included. Waits for what was sent before. */
  collect(): Promise<readonly Envelope[]>
  /** Stops receiving. `away`: it can't be reached; `silent`: the receiver of a queued transport accepts events without confirming them. */
  interrupt(how: 'away' | 'silent'): Promise<void>
  restore(): Promise<void>
}

export interface Transport {
  /** For `skip:` of tests that need the receiver. */
  readonly skip: false | string
  open(t: TestScope): Promise<TransportReceiver>
  /** Settings with which it can work. */
  readonly validSettings: Readonly<Record<string, string>>
  /** Settings with which it can't, and the resulting error. */
  readonly invalidSettings: readonly (readonly [settings: Readonly<Record<string, string>>, line: RegExp])[]
}

/** Every transport: the compiler reports a missing one. */
export const receivers: Readonly<Record<TransportName, Transport>> = {
  blockchain: {
    skip: false,
    open: blockchain,
    validSettings: { BLOCKCHAIN_COIN: 'LTC', BLOCKCHAIN_KEY: '5e'.repeat(32) },
    invalidSettings: [
      [{ BLOCKCHAIN_COIN: 'XYZ' }, /^BLOCKCHAIN_COIN must be one of .*LTC/],
      [{ BLOCKCHAIN_KEY: 'open sesame' }, /^BLOCKCHAIN_KEY: /],
    ],
  },
  'in-memory': { skip: false, open: inMemory, validSettings: {}, invalidSettings: [] },
  websockets: { skip: false, open: websockets, validSettings: {}, invalidSettings: [] },
  amqp: {
    skip: withoutBroker,
    open: amqp,
    validSettings: { AMQP_URL: 'amqp://user:sesame@broker' },
    invalidSettings: [[{ AMQP_URL: 'http://user:sesame@broker' }, /^AMQP_URL must have the form amqp:/]],
  },
}

/** A handler in the same process, which may hang. */
async function inMemory(): Promise<TransportReceiver> {
  const received: Envelope[] = []
  let isStuck = false
  let end = () => {}
  let resume = async () => {}
  const listen = async (service: Service) => {
    const { events } = service.app
    if (!events) return false
    end()
    isStuck = false
    resume = async () => void (await listen(service))
    const after = received.at(-1)?.cursor
    end = await events.subscribe({ ...(after !== undefined && { after }) }, (event) => {
      if (isStuck) return new Promise<void>(() => {})
      received.push(event)
      return undefined
    })
    return true
  }
  return {
    settings: {},
    listen,
    collect: async () => received,
    interrupt: async () => {
      isStuck = true
    },
    restore: () => resume(),
  }
}

/** A socket for each account, which may stop reading. */
async function websockets(t: TestScope): Promise<TransportReceiver> {
  const received: Envelope[] = []
  /** The socket of each account, and the last cursor received on it. */
  const sockets = new Map<string, { socket: Socket; cursor: string }>()
  let resume = async () => {}

  async function listen(service: Service, accounts: readonly Merchant[]): Promise<boolean> {
    resume = async () => void (await listen(service, accounts))
    for (const { token } of accounts) {
      const known = sockets.get(token)
      known?.socket.socket.terminate()
      const socket = await openSocket(t, service.baseUrl).catch(() => null)
      if (!socket) return false
      const cursor = await socket.subscribe({ token, ...(known && { after: known.cursor }) })
      sockets.set(token, { socket, cursor })
    }
    return true
  }

  async function collect(): Promise<readonly Envelope[]> {
    for (const each of sockets.values()) {
      const envelopes = each.socket.waiting.splice(0).map((message) => message as unknown as Envelope)
      each.cursor = envelopes.at(-1)?.cursor ?? each.cursor
      received.push(...envelopes)
    }
    return received
  }

  return {
    settings: {},
    listen,
    collect,
    interrupt: async (how) => {
      for (const { socket } of sockets.values()) {
        if (how === 'away') socket.socket.terminate()
        else socket.socket.pause()
      }
    },
    restore: () => resume(),
  }
}

/** A queue of a broker, whose confirmations may be held up. */
async function amqp(t: TestScope): Promise<TransportReceiver> {
  const exchange = createUniqueName()
  deleteExchangeAfterTest(t, exchange)
  const url = new URL(brokerUrl)
  const proxy = await openTcpProxy(t, Number(url.port || 5672))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const { received } = await consumeEvents(t, exchange)
  const channel = await openChannel(t)
  let markerCount = 0

  /** Everything that was sent before our own message arrives before it. */
  async function collect(): Promise<readonly Envelope[]> {
    const marker = `fence-${++markerCount}`
    channel.publish(exchange, 'fence', Buffer.from('{}'), { messageId: marker })
    await until(async () => received.some(({ id }) => id === marker))
    return received.filter(({ type }) => type !== 'fence').map(({ body }) => body as unknown as Envelope)
  }

  return {
    settings: { AMQP_URL: url.href, AMQP_EXCHANGE: exchange },
    listen: async () => true,
    collect,
    interrupt: async (how) => {
      if (how === 'away') proxy.refuse()
      else proxy.hold('answers')
    },
    restore: async () => {
      proxy.cut()
      proxy.flow()
      proxy.accept()
    },
  }
}

/** A client that has an event's proof and the transaction on the chain; the chain's node may not respond. */
async function blockchain(): Promise<TransportReceiver> {
  const coin = 'LTC'
  const wallet = testWallet(coin, 'anchors')
  const received: Envelope[] = []
  let service: Service | undefined

  async function listen(to: Service): Promise<boolean> {
    if (!service) await to.rpc(coin, 'sandbox_fund', wallet.address(), '1')
    service = to
    return true
  }

  /** The newest first: once it has a proof, all earlier events have one. */
  async function collect(): Promise<readonly Envelope[]> {
    const events = (await service?.stores.log.readAll(0, 1_000)) ?? []
    const provenEvents: Envelope[] = []
    for (const { id } of events.toReversed()) {
      if (received.some((each) => each.id === id)) continue
      const proven = await findProof(service ?? assert.fail(), id)
      if (proven) provenEvents.unshift(proven)
    }
    received.push(...provenEvents)
    return received
  }

  return {
    settings: {
      BLOCKCHAIN_COIN: coin,
      BLOCKCHAIN_KEY: Buffer.from(wallet.key.secret).toString('hex'),
      BLOCKCHAIN_EVERY: '1',
      NODE_TIMEOUT_SECONDS: '1',
    },
    listen,
    collect,
    interrupt: async (how) => {
      await service?.rpc(coin, 'sandbox_fail', how === 'away' ? 'down' : 'timeout', 1_000)
    },
    restore: async () => void (await service?.rpc(coin, 'sandbox_fail', 'none', 0)),
  }
}

/** The event, if its proof holds for the transaction on the chain; null if there is none yet. */
async function findProof({ stores, database }: Service, id: string): Promise<Envelope | null> {
  try {
    const { proof } = await proveEvent(id, { read: stores.anchors, getTipHeight: async () => null })
    const anchored = await database.read.query
      .selectFrom('sandbox_transactions')
      .where('coin', '=', proof.coin)
      .where('txid', '=', proof.txid)
      .select('hex')
      .executeTakeFirst()
    if (!anchored) return null
    const text = JSON.stringify({ proof, transaction: anchored.hex })
    verifyProof(text)
    return JSON.parse(text).proof.event
  } catch (error) {
    if (error instanceof NotProvenError) return null
    assert.ok(!(error instanceof InvalidProofError), String(error))
    throw error
  }
}
