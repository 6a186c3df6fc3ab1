import { lookup } from 'node:dns/promises'
import type { Server } from './server.ts'

/**
 * Listens on one address. For the name `localhost` Fastify would bind a second server that `closeServer` does not know, and would cut off
 * its connections on close.
 */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  const { address } = await lookup(host, { order: 'ipv4first' })
  await server.listen({ host: address, port })
}
