import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterwards, type Ending } from '../helpers/databases.ts'
import type { PayingService } from '../helpers/paying.ts'

const execute = promisify(execFile)
const folder = resolve('packages/medusa-payment-quittance')
const tsc = resolve('node_modules/.bin/tsc')
const areRequired = process.env.REQUIRE_SERVICES === '1'

/** For `skip:` of a test that needs Medusa. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutMedusa: false | string =
  areRequired || existsSync(`${folder}/node_modules/.package-lock.json`)
    ? false
    : 'needs Medusa (npm ci --ignore-scripts in packages/medusa-payment-quittance/)'

interface SessionAnswer {
  readonly id: string
  readonly status: string
  readonly data: Readonly<Record<string, unknown>>
}

interface WebhookAnswer {
  readonly action: string
  readonly data?: { readonly session_id: string; readonly amount: string }
}

type SessionMethod =
  | 'initiatePayment'
  | 'updatePayment'
  | 'authorizePayment'
  | 'capturePayment'
  | 'cancelPayment'
  | 'deletePayment'
  | 'refundPayment'
  | 'retrievePayment'
  | 'getPaymentStatus'

/** `AbstractPaymentProvider`, as far as the tests call it. */
export type PaymentProvider = Record<SessionMethod, (input: object) => Promise<SessionAnswer>> & {
  getWebhookActionAndData(payload: object): Promise<WebhookAnswer>
  getIdentifier(): string
}

interface ProviderClass {
  new (container: object, options: object): PaymentProvider
  validateOptions(options: object): void
  isPaymentProvider(provider: object): boolean
}

/**
 * A project in which the provider and the client are installed as npm installs their packages, compiled against Medusa's published
 * types, beside Medusa. `load` is `require`, as Medusa loads its providers.
 */
export async function installProvider(t: Ending) {
  const project = mkdtempSync(join(tmpdir(), 'quittance-medusa-'))
  afterwards(t, () => rmSync(project, { recursive: true }))
  const modules = join(project, 'node_modules')
  const client = join(modules, 'quittance')
  const provider = join(modules, 'medusa-payment-quittance')
  for (const path of [client, provider]) mkdirSync(path, { recursive: true })
  symlinkSync(join(folder, 'node_modules/@medusajs'), join(modules, '@medusajs'))
  cpSync('package.json', join(client, 'package.json'))
  await execute(tsc, [
    ...['-p', 'tsconfig.client.json', '--emitDeclarationOnly', 'false'],
    ...['--outDir', join(client, 'dist')],
  ])
  for (const each of ['package.json', 'tsconfig.json', 'src'])
    cpSync(join(folder, each), join(provider, each), { recursive: true })
  await execute(tsc, ['-p', provider])
  const load = createRequire(join(project, 'medusa-config.js'))
  const { default: exported } = load('medusa-payment-quittance') as {
    default: { services: [ProviderClass] }
  }
  return { project, load, Provider: exported.services[0] }
}

/** Options of the provider, and an endpoint of the account that sends webhooks to `url`. */
export async function connectShop(service: PayingService, url: string) {
  const endpoint = await service.request('/api/v1/webhooks', { method: 'POST', body: { url } })
  const { token } = await service.accounts.createToken(service.merchant.email, {
    name: 'Medusa',
    scope: 'invoices',
  })
  return { baseUrl: service.baseUrl, token, webhookSecret: String(endpoint.json.secret) }
}
