import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addCleanup, type TestScope } from '../helpers/databases.ts'

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Responder = (response: ServerResponse, received: Received) => void

/** A response with that status. */
export const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Responder =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** A merchant's server on 127.0.0.1 that records its requests; closed after the test. `respond` can be changed at any time. */
export async function openReceiver(t: TestScope, respond: Responder = respondWith(200)) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const receiver = { url: '', received, respond, maxConcurrent: 0, inProgress: 0 }
  const server = createServer(async (request, response) => {
    receiver.inProgress++
    receiver.maxConcurrent = Math.max(receiver.maxConcurrent, receiver.inProgress)
    response.once('close', () => {
      receiver.inProgress--
    })
    const one = { path: request.url ?? '', headers: getHeaders(request), body: await readText(request) }
    received.push(one)
    receiver.respond(response, one)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
  return receiver
}

export type TestReceiver = Awaited<ReturnType<typeof openReceiver>>

/** A URL on this machine where nobody listens. */
export async function createUnusedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/`
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const getHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
