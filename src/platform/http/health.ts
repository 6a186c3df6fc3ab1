import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'

const createBooleanBody = (name: string) =>
  Type.Object({ [name]: Type.Boolean() }, { additionalProperties: false })

const livePath = '/health/live'
const readyPath = '/health/ready'

/** Whether a request is for a health route. These work during shutdown, and have no limits. */
export const isHealthCheck = ({ routeOptions: { url } }: Pick<FastifyRequest, 'routeOptions'>): boolean =>
  url === livePath || url === readyPath

/** `GET /health/live`: the process responds. `GET /health/ready`: it can do its work and is not shutting down. */
export function registerHealthRoutes(
  app: Pick<FastifyInstance, 'get'>,
  checkReadiness: () => Promise<boolean>,
): void {
  const defineRoute = (summary: string, response: Record<number, unknown>) =>
    ({ config: { access: 'public' }, schema: { summary, tags: ['Health'], response } }) as const
  const liveRoute = defineRoute('Checks that the process is running', { 200: createBooleanBody('live') })
  const readyRoute = defineRoute('Checks that the service is ready and not shutting down', {
    200: createBooleanBody('ready'),
    503: createBooleanBody('ready'),
  })
  app.get(livePath, liveRoute, async () => ({ live: true }))
  app.get(readyPath, readyRoute, async (_request, reply) => {
    const isReady = await checkReadiness()
    return reply.code(isReady ? 200 : 503).send({ ready: isReady })
  })
}
