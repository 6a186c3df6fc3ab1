import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type HttpRpcOptions, openHttpRpc } from '../../src/networks/node/http-rpc.ts'

export const password = 'p:ss w@rd'

/** A node whose responses come from `respond`. */
export async function startRpcNode(t: TestContext, respond: RequestListener, options: HttpRpcOptions = {}) {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rpc = openHttpRpc(`http://user:${encodeURIComponent(password)}@127.0.0.1:${port}`, options)
  t.after(async () => {
    await rpc.close()
    server.closeAllConnections()
    server.close()
  })
  return { rpc, server }
}

export interface RpcRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export async function readRpcRequest<T = RpcRequest>(request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = await request.toArray()
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** A node that responds to each call with `text`, where `#` is replaced by the call's id. */
export function respondWith(text: string, status = 200): RequestListener {
  return async (request, response) => {
    const { id } = await readRpcRequest(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text.replace('#', String(id)))
  }
}
