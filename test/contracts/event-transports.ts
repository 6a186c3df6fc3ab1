import assert from 'node:assert/strict'
import { NotProven, proveEvent } from '../../src/event-proofs/prove.ts'
import { ProofInvalid, verifyProof } from '../../src/event-proofs/verify.ts'
import type { TransportName } from '../../src/events/transports/index.ts'
import type { Ending } from '../helpers/databases.ts'
import {
  brokerUrl,
  consumeEvents,
  newName,
  openChannel,
  withoutBroker,
  withoutExchange,
} from '../helpers/rabbitmq.ts'
import type { Merchant, Service } from '../helpers/service.ts'
import { openSocket, type Socket } from '../helpers/streams.ts'
import { tcpProxy } from '../helpers/tcp-proxy.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

/** An event as it arrives at the other side; a proof's has no cursor. */
export interface Envelope {
  readonly id: string
  readonly type: string
  readonly time: string
  readonly subject: string
  readonly sequence: number
  readonly cursor?: string
  readonly data: unknown
}

/** The other side of a transport. */
export interface OtherSide {
  /** What the service needs to have the transport, but for its name. */
  readonly settings: Readonly<Record<string, string>>
  /** Hears what happens from now on, or goes on behind what it has heard; false where nobody can listen. */
  listen(service: Service, accounts: readonly Merchant[]): Promise<boolean>
  /** All that has come, in the order in which it came, repeats included. What was sent before has come. */
  look(): Promise<readonly Envelope[]>
  /** Takes nothing any more. `away`: it cannot be reached; `silent`: that of a queued transport takes it, and does not say so. */
  interrupt(how: 'away' | 'silent'): Promise<void>
  mend(): Promise<void>
}

export interface Transport {
  /** For `skip:` of what needs the other side. */
  readonly skip: false | string
  open(t: Ending): Promise<OtherSide>
  /** Settings with which it could work. */
  readonly sound: Readonly<Record<string, string>>
  /** Settings with which it cannot, and the line that says so. */
  readonly unsound: readonly (readonly [settings: Readonly<Record<string, string>>, line: RegExp])[]
}

/** Every transport: the compiler asks for the one that is missing. */
export const otherSides: Readonly<Record<TransportName, Transport>> = {
  blockchain: {
    skip: false,
    open: blockchain,
    sound: { BLOCKCHAIN_COIN: 'LTC', BLOCKCHAIN_KEY: '5e'.repeat(32) },
    unsound: [
      [{ BLOCKCHAIN_COIN: 'XYZ' }, /^BLOCKCHAIN_COIN must be one of .*LTC/],
      [{ BLOCKCHAIN_KEY: 'open sesame' }, /^BLOCKCHAIN_KEY: /],
    ],
  },
  'in-memory': { skip: false, open: inMemory, sound: {}, unsound: [] },
  websockets: { skip: false, open: websockets, sound: {}, unsound: [] },
  amqp: {
    skip: withoutBroker,
    open: amqp,
    sound: { AMQP_URL: 'amqp://user:sesame@broker' },
    unsound: [[{ AMQP_URL: 'http://user:sesame@broker' }, /^AMQP_URL must have the form amqp:/]],
  },
}

/** A handler in the same process, that may not come to an end. */
async function inMemory(): Promise<OtherSide> {
  const heard: Envelope[] = []
  let stuck = false
  let end = () => {}
  let again = async () => {}
  const listen = async (service: Service) => {
    const { events } = service.app
    if (!events) return false
    end()
    stuck = false
    again = async () => void (await listen(service))
    const after = heard.at(-1)?.cursor
    end = await events.subscribe({ ...(after !== undefined && { after }) }, (event) => {
      if (stuck) return new Promise<void>(() => {})
      heard.push(event)
      return undefined
    })
    return true
  }
  return {
    settings: {},
    listen,
    look: async () => heard,
    interrupt: async () => {
      stuck = true
    },
    mend: () => again(),
  }
}

/** A socket of each account, which may not read on. */
async function websockets(t: Ending): Promise<OtherSide> {
  const heard: Envelope[] = []
  /** Of each account its socket, and the last cursor that came on it. */
  const sockets = new Map<string, { socket: Socket; cursor: string }>()
  let again = async () => {}

  async function listen(service: Service, accounts: readonly Merchant[]): Promise<boolean> {
    again = async () => void (await listen(service, accounts))
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

  async function look(): Promise<readonly Envelope[]> {
    for (const each of sockets.values()) {
      const come = each.socket.waiting.splice(0).map((message) => message as unknown as Envelope)
      each.cursor = come.at(-1)?.cursor ?? each.cursor
      heard.push(...come)
    }
    return heard
  }

  return {
    settings: {},
    listen,
    look,
    interrupt: async (how) => {
      for (const { socket } of sockets.values()) {
        if (how === 'away') socket.socket.terminate()
        else socket.socket.pause()
      }
    },
    mend: () => again(),
  }
}

/** A queue of a broker, whose confirmations may be held up. */
async function amqp(t: Ending): Promise<OtherSide> {
  const exchange = newName()
  withoutExchange(t, exchange)
  const url = new URL(brokerUrl)
  const proxy = await tcpProxy(t, Number(url.port || 5672))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const { received } = await consumeEvents(t, exchange)
  const channel = await openChannel(t)
  let fences = 0

  /** Behind a message of our own there is nothing that was sent before it. */
  async function look(): Promise<readonly Envelope[]> {
    const fence = `fence-${++fences}`
    channel.publish(exchange, 'fence', Buffer.from('{}'), { messageId: fence })
    await until(async () => received.some(({ id }) => id === fence))
    return received.filter(({ type }) => type !== 'fence').map(({ body }) => body as unknown as Envelope)
  }

  return {
    settings: { AMQP_URL: url.href, AMQP_EXCHANGE: exchange },
    listen: async () => true,
    look,
    interrupt: async (how) => {
      if (how === 'away') proxy.refuse()
      else proxy.hold('answers')
    },
    mend: async () => {
      proxy.cut()
      proxy.flow()
      proxy.accept()
    },
  }
}

/** Whoever has an event's proof, and the transaction that the chain holds; the chain's node may not answer. */
async function blockchain(): Promise<OtherSide> {
  const coin = 'LTC'
  const wallet = testWallet(coin, 'anchors')
  const heard: Envelope[] = []
  let service: Service | undefined

  async function listen(to: Service): Promise<boolean> {
    if (!service) await to.rpc(coin, 'sandbox_fund', wallet.address(), '1')
    service = to
    return true
  }

  /** The newest first: when one has come, those before it have. */
  async function look(): Promise<readonly Envelope[]> {
    const events = (await service?.stores.log.readAll(0, 1_000)) ?? []
    const come: Envelope[] = []
    for (const { id } of events.toReversed()) {
      if (heard.some((each) => each.id === id)) continue
      const proven = await proofOf(service ?? assert.fail(), id)
      if (proven) come.unshift(proven)
    }
    heard.push(...come)
    return heard
  }

  return {
    settings: {
      BLOCKCHAIN_COIN: coin,
      BLOCKCHAIN_KEY: Buffer.from(wallet.key.secret).toString('hex'),
      BLOCKCHAIN_EVERY: '1',
      NODE_TIMEOUT_SECONDS: '1',
    },
    listen,
    look,
    interrupt: async (how) => {
      await service?.rpc(coin, 'sandbox_fail', how === 'away' ? 'down' : 'timeout', 1_000)
    },
    mend: async () => void (await service?.rpc(coin, 'sandbox_fail', 'none', 0)),
  }
}

/** The event, if its proof holds by the transaction that the chain has; null when there is none yet. */
async function proofOf({ stores, database }: Service, id: string): Promise<Envelope | null> {
  try {
    const { proof } = await proveEvent(id, { read: stores.anchors, tipHeight: async () => null })
    const held = await database.read.query
      .selectFrom('sandbox_transactions')
      .where('coin', '=', proof.coin)
      .where('txid', '=', proof.txid)
      .select('hex')
      .executeTakeFirst()
    if (!held) return null
    const text = JSON.stringify({ proof, transaction: held.hex })
    verifyProof(text)
    return JSON.parse(text).proof.event
  } catch (error) {
    if (error instanceof NotProven) return null
    assert.ok(!(error instanceof ProofInvalid), String(error))
    throw error
  }
}
