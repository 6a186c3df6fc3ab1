import Fastify from 'fastify'
import { startSandboxes } from '../../../src/composition/sandbox-chains.ts'
import { readConfig } from '../../../src/config/config.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { nodeProfiles } from '../../../src/networks/node/node-profiles.ts'
import { createSandboxRoutes } from '../../../src/networks/sandbox/routes.ts'
import { openDatabase } from '../../../src/platform/storage/open.ts'

// The sandbox chain of BTC in a process of its own, as a node. A service only uses a node with the coin's genesis block.
const config = readConfig(process.env)
const database = await openDatabase(config.secrets.databaseUrl)
await database.migrate()
const { chains } = startSandboxes(config, {
  database,
  clock: systemClock,
  onError: (error) => console.error(error),
})
const nodes = chains
  .filter(({ coin }) => coin === 'BTC')
  .map((chain) => ({
    ...chain,
    handle: (method: string, params: readonly unknown[]) =>
      method === 'getblockhash' && String(params[0]) === '0'
        ? Promise.resolve(nodeProfiles.BTC.chains.regtest[0]?.genesis)
        : chain.handle(method, params),
  }))

const server = Fastify()
await server.register(createSandboxRoutes(nodes))
server.get('/health/ready', async () => ({ ready: true }))
await server.listen({ host: '127.0.0.1', port: config.port })
