import type { FastifyInstance, FastifyRequest } from 'fastify'
import { measureWaits, type WaitTimes } from '../wait-times.ts'

/**
 * Adds the header `Server-Timing` to each response: how long the request took, and how long it waited for the database (`db`) and the coins'
 * nodes (`node`), in milliseconds. The rest is our own work, and waiting for other requests.
 * @see https://www.w3.org/TR/server-timing/
 */
export function addServerTiming(server: Pick<FastifyInstance, 'addHook'>): void {
  const waits = new WeakMap<FastifyRequest, WaitTimes>()
  // Start after the body has been read: its events run in the async context of the connection, not of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    waits.set(request, measureWaits(done))
  })
  server.addHook('onSend', (request, reply, _payload, done) => {
    const times = [...(waits.get(request) ?? []), ['total', reply.elapsedTime] as const]
    reply.header('server-timing', times.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', '))
    done()
  })
}
