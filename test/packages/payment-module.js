import { createRequire } from 'node:module'
import { join } from 'node:path'
import { serve } from '../../wallets/serve.js'

// Medusa's Payment module with the provider, in the folder of a shop. It keeps connections open, so it has a process of its own.
const load = createRequire(join(process.cwd(), 'medusa-config.js'))
const { createPgConnection } = load('@medusajs/framework/utils')
const { MedusaModule } = load('@medusajs/framework/modules-sdk')
const resolve = '@medusajs/payment'
let payments

async function open({ url, provider }) {
  // Many tests share one server, so connecting may take longer than Medusa's five seconds.
  const driverOptions = { connectionTimeoutMillis: 60_000 }
  const database = { clientUrl: url, schema: 'public', driverOptions }
  const providers = [{ resolve: 'medusa-payment-quittance', id: 'quittance', options: provider }]
  const options = { database, providers }
  const { debug, error, info, warn } = console
  const injectedDependencies = {
    __pg_connection__: createPgConnection(database),
    logger: { debug, error, info, warn },
  }
  await MedusaModule.migrateUp({ moduleKey: 'payment', modulePath: resolve, options })
  const modules = await MedusaModule.bootstrap({
    moduleKey: 'payment',
    defaultPath: resolve,
    declaration: { scope: 'internal', resolve, options },
    injectedDependencies,
  })
  payments = modules.payment
}

serve({
  open,
  call: ({ method, parameters }) => payments[method](...parameters),
})
