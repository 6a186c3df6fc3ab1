import type { FastifyInstance } from 'fastify'
import Type from 'typebox'

const answer = (name: string) => Type.Object({ [name]: Type.Boolean() }, { additionalProperties: false })

/** `GET /health/live`: the process responds. `GET /health/ready`: it can do its work and is not shutting down. */
export function healthRoutes(app: Pick<FastifyInstance, 'get'>, ready: () => Promise<boolean>): void {
  const route = (summary: string, answers: Record<number, unknown>) =>
    ({ config: { access: 'public' }, schema: { summary, tags: ['Health'], response: answers } }) as const
  const live = route('Checks that the process is running', { 200: answer('live') })
  const states = { 200: answer('ready'), 503: answer('ready') }
  const whetherReady = route('Checks that the service is ready and not shutting down', states)
  app.get('/health/live', live, async () => ({ live: true }))
  app.get('/health/ready', whetherReady, async (_request, reply) => {
    const isReady = await ready()
    return reply.code(isReady ? 200 : 503).send({ ready: isReady })
  })
}
