import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCleanup, type TestScope } from './databases.ts'

/** What happens to a call: it is lost before or after the node has it, it is late, or it gets another response than the node's. */
export type Fault =
  | { readonly kind: 'never arrives' | 'answer is lost' }
  | { readonly kind: 'call is late' | 'answer is late'; readonly ms: number }
  | { readonly kind: 'another answers'; readonly status: number; readonly body: string }

/** A proxy between the service and a node that forwards everything until it is told to fail. */
export interface FaultyNode {
  readonly url: string
  /** Applies this fault to the next calls of that method, or of every method. Null clears it. */
  fail(fault: Fault | null, method?: string): void
  /** Forwards to another node from now on. */
  forwardTo(nodeUrl: string): void
}

export async function openFaultyNode(t: TestScope, nodeUrl: string): Promise<FaultyNode> {
  let failure: { readonly fault: Fault; readonly method: string | undefined } | null = null
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  addCleanup(t, async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = new URL(nodeUrl)
  let target = parseTarget(nodeUrl)
  const address = server.address()
  url.port = String(typeof address === 'object' && address ? address.port : '')
  return {
    url: url.href.replace(/\/$/, ''),
    fail: (fault, method) => {
      failure = fault && { fault, method }
    },
    forwardTo: (another) => {
      target = parseTarget(another)
    },
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBytes(incoming)
    const fault = findFault(body)
    if (fault?.kind === 'never arrives') return void outgoing.destroy()
    if (fault?.kind === 'another answers') {
      outgoing.writeHead(fault.status, { 'content-length': Buffer.byteLength(fault.body) }).end(fault.body)
      return
    }
    if (fault?.kind === 'call is late') await sleep(fault.ms)
    const { status, response } = await forward(incoming, body)
    if (fault?.kind === 'answer is lost') return void outgoing.destroy()
    if (fault?.kind === 'answer is late') await sleep(fault.ms)
    outgoing
      .writeHead(status, { 'content-type': 'application/json', 'content-length': response.length })
      .end(response)
  }

  function findFault(body: Buffer): Fault | null {
    if (!failure) return null
    const { fault, method } = failure
    const calls = [JSON.parse(body.toString())].flat() as { method: string }[]
    return method === undefined || calls.some((call) => call.method === method) ? fault : null
  }

  async function forward({ headers }: IncomingMessage, body: Buffer) {
    const { authorization = '' } = headers
    const call = request({
      ...target,
      method: 'POST',
      headers: { authorization, 'content-length': body.length },
    })
    call.end(body)
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 500, response: await readBytes(response) }
  }
}

function parseTarget(nodeUrl: string) {
  const { hostname: host, port, pathname: path } = new URL(nodeUrl)
  return { host, port, path }
}

async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  return Buffer.concat(parts)
}
