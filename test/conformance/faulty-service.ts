import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConformanceReport, checkConformance } from '../../src/conformance/conform.ts'
import { createProbeClient } from '../../src/conformance/probe-client.ts'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { type Service, type ServiceOptions, startService } from '../helpers/service.ts'
import { createServiceSigner } from './service-signer.ts'

export interface ProxiedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface ProxiedResponse {
  /** 0: no response, the connection is cut. */
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Changes one thing in some responses. */
export type Flaw = (question: ProxiedRequest, respond: ProxiedResponse) => void

export type FaultyService = Awaited<ReturnType<typeof startFaultyService>>

/** Longer than any valid payment, so it is not forwarded. */
const maxBodyLength = 1024 * 1024

/**
 * Our own service behind a proxy that corrupts its responses: everything but the flaw is real. A changed response is signed again with the
 * service's own key, unless the flaw concerns the signature.
 */
export async function startFaultyService(t: TestScope, options: ServiceOptions = {}) {
  let service: Service | undefined
  let currentFlaw: Flaw = () => {}
  const server = createServer((request, reply) => {
    respond(request).then(
      ({ status, headers, body }) =>
        status === 0 ? reply.destroy() : reply.writeHead(status, headers).end(body),
      (error) => reply.writeHead(599).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const started = await startService(t, { ...options, settings: { BASE_URL: baseUrl, ...options.settings } })
  service = started
  const signAgain = await createServiceSigner(started)
  const { invoice } = await started.createInvoice({ memo: 'Two coffees' })
  return { ...started, reportOn }

  /** The findings of `conform` on an invoice when the responses have this flaw. */
  async function reportOn(flaw: Flaw = () => {}): Promise<ConformanceReport> {
    currentFlaw = flaw
    return checkConformance(invoice.uri, {
      send: createProbeClient(new AbortController().signal),
      now: () => started.clock.now(),
    })
  }

  async function respond(request: IncomingMessage): Promise<ProxiedResponse> {
    const question = await read(request)
    const { method, path, headers, body } = question
    const reply = await service?.app.server.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(body.length > 0 && { payload: body }),
    })
    if (!reply) throw new Error('the service has not started yet')
    const answered = { status: reply.statusCode, headers: flat(reply.headers), body: reply.rawPayload }
    const { digest, signature } = answered.headers
    const before = answered.body
    currentFlaw(question, answered)
    const isSigned = digest !== undefined && answered.headers.signature === signature
    if (isSigned && !before.equals(answered.body)) Object.assign(answered.headers, signAgain(answered.body))
    return answered
  }
}

async function read(request: IncomingMessage): Promise<ProxiedRequest> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= maxBodyLength) chunks.push(chunk)
  }
  const { method = 'GET', url: path = '/', headers } = request
  return { method, path, headers, body: Buffer.concat(chunks) }
}

/** The server that responds counts the bytes itself. */
function flat(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const own = ['content-length', 'connection', 'transfer-encoding', 'keep-alive', 'date']
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || own.includes(name) ? [] : [[name, String(value)]],
    ),
  )
}
