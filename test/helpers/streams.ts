import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { type ClientOptions, WebSocket } from 'ws'
import type { Database } from '../../src/platform/storage/database.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { until } from './until.ts'

/** Far longer than anything here takes, even on a busy machine: a test that waits in vain fails. */
const timeoutMs = 240_000

/** Waits until every event has a position in the log, which on PostgreSQL happens a moment after its commit. */
export const numbered = ({ database }: { database: Database }): Promise<void> =>
  until(async () => {
    const unnumbered = database.read.query.selectFrom('events').where('position', 'is', null).select('id')
    return (await unnumbered.limit(1).executeTakeFirst()) === undefined
  })

export type Message = Readonly<Record<string, unknown>>

/** Unread messages. */
function createInbox<Item>() {
  const items: Item[] = []
  let notify = () => {}
  return { items, put, readNext }

  function put(item: Item): void {
    items.push(item)
    notify()
  }

  async function readNext(): Promise<Item> {
    if (items.length === 0) {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no message arrived')), timeoutMs)
        notify = () => {
          clearTimeout(late)
          resolve()
        }
      })
    }
    return items.shift() ?? assert.fail()
  }
}

export type Socket = Awaited<ReturnType<typeof openSocket>>

/** A client of `GET /ws`, with an independent library. @throws the handshake's response */
export async function openSocket(t: TestScope, baseUrl: string, options: ClientOptions = {}) {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws`, options)
  const { items, put, readNext } = createInbox<Message>()
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  socket.on('message', (data) => put(JSON.parse(String(data))))
  addCleanup(t, () => socket.terminate())
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  return { socket, readNext, closed, waiting: items, send, subscribe, some }

  function send(message: unknown): void {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Fails unless the response is `subscribed`; returns its cursor. */
  async function subscribe(subscription: Message): Promise<string> {
    send({ type: 'subscribe', ...subscription })
    const { type, cursor, ...rest } = await readNext()
    assert.equal(type, 'subscribed', JSON.stringify(rest))
    return typeof cursor === 'string' ? cursor : assert.fail()
  }

  async function some(count: number): Promise<Message[]> {
    const messages: Message[] = []
    while (messages.length < count) messages.push(await readNext())
    return messages
  }
}

/** The response to a handshake that was rejected. */
export function openRejectedSocket(baseUrl: string, options: ClientOptions = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; json: Message }>(
    (resolve, reject) => {
      const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws`, options)
      socket.once('error', reject)
      socket.once('open', () => reject(new Error('the handshake succeeded')))
      socket.once('unexpected-response', async (_request, response) => {
        let text = ''
        for await (const part of response) text += part
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(text) })
      })
    },
  )
}

export interface SentEvent {
  readonly id: string
  readonly data: Message | null
}

/** Reads `GET /events` like a browser. */
export async function openEvents(t: TestScope, url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).once('error', reject)
  })
  addCleanup(t, () => response.destroy())
  const { items, put, readNext } = createInbox<SentEvent>()
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (part: string) => {
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (id !== undefined) put({ id, data: data === undefined ? null : JSON.parse(data) })
    }
  })
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  response.on('error', () => {})
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    readNext,
    ended,
    waiting: items,
    response,
    text: () => rest,
  }
}
