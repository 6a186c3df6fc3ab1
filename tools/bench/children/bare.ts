import Fastify, { type FastifyReply, LogController } from 'fastify'
import { pino } from 'pino'
import { handleQuery } from './queries.ts'

// A Fastify server that does the minimum of any service: it parses, logs one line if `LOG_LEVEL` says so, and
// sends a given body. Its logger is created like the one in src/cli/serve.ts.

/** The response of the bare route to any request. */
export interface BareResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 })
const log = pino(
  { level: process.env.LOG_LEVEL ?? 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
  destination,
)
const server = Fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  bodyLimit: 4 * 1024 * 1024,
})

if (log.isLevelEnabled('info'))
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })

let response: BareResponse = { headers: {}, body: '' }
handleQuery('response', (body) => {
  response = body as BareResponse
})

const respond = async (_request: unknown, reply: FastifyReply) =>
  reply.headers(response.headers).send(response.body)
server.get('/r/:uid', respond)
server.get('/invoices/:uid', respond)
server.get('/invoices', respond)
server.get('/health/ready', respond)
server.post('/invoices', respond)
server.post('/payments/json/:currency/:uid', respond)

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
