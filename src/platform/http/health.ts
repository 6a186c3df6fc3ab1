import type { FastifyInstance } from 'fastify'

/** `GET /health/live`: the process answers. `GET /health/ready`: it can do its work, and is not ending. */
export function healthRoutes(app: Pick<FastifyInstance, 'get'>, ready: () => Promise<boolean>): void {
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const isReady = await ready()
    return reply.code(isReady ? 200 : 503).send({ ready: isReady })
  })
}
