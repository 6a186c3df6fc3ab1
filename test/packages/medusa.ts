import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, type Received } from '../webhooks/receiver.ts'

const execute = promisify(execFile)
const folder = resolve('packages/medusa-payment-quittance')
const tsc = resolve('node_modules/.bin/tsc')
const areRequired = process.env.REQUIRE_SERVICES === '1'

/** For `skip:` of a test that needs Medusa. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutMedusa: false | string =
  areRequired || existsSync(`${folder}/node_modules/.package-lock.json`)
    ? false
    : 'needs Medusa (npm ci --ignore-scripts in packages/medusa-payment-quittance/)'

interface SessionResult {
  readonly id: string
  readonly status: string
  readonly data: Readonly<Record<string, unknown>>
}

interface WebhookResult {
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
type PaymentProvider = Record<SessionMethod, (input: object) => Promise<SessionResult>> & {
  getWebhookActionAndData(payload: object): Promise<WebhookResult>
  getIdentifier(): string
}

interface ProviderClass {
  new (container: object, options: object): PaymentProvider
  validateOptions(options: object): void
  isPaymentProvider(provider: object): boolean
}

/**
 * A project in which the provider and the client are installed as npm installs their packages, compiled against Medusa's published
 * types, next to Medusa. `load` is `require`, as Medusa loads its providers.
 */
async function installProvider(t: TestScope) {
  const project = mkdtempSync(join(tmpdir(), 'quittance-medusa-'))
  addCleanup(t, () => rmSync(project, { recursive: true }))
  const modules = join(project, 'node_modules')
  const client = join(modules, 'quittance')
  const provider = join(modules, 'medusa-payment-quittance')
  for (const path of [client, provider]) mkdirSync(path, { recursive: true })
  symlinkSync(join(folder, 'node_modules/@medusajs'), join(modules, '@medusajs'))
  cpSync('package.json', join(client, 'package.json'))
  await execute(tsc, ['-p', 'tsconfig.client.json', '--outDir', join(client, 'dist')])
  for (const each of ['package.json', 'tsconfig.json', 'src'])
    cpSync(join(folder, each), join(provider, each), { recursive: true })
  await execute(tsc, ['-p', provider])
  const load = createRequire(join(project, 'medusa-config.js'))
  const { default: exported } = load('medusa-payment-quittance') as {
    default: { services: [ProviderClass] }
  }
  return { project, load, Provider: exported.services[0] }
}

/** A service, the provider's options for it, and a receiver of its webhooks in place of Medusa's route. */
export async function openShop(t: TestScope) {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off' }
  const service = await startPaying(t, { listen: true, settings })
  const receiver = await openReceiver(t)
  const body = { url: receiver.url }
  const endpoint = await service.request('/api/v1/webhooks', { method: 'POST', body })
  const { token } = await service.accounts.createToken(service.merchant.email, {
    name: 'Medusa',
    scope: 'invoices',
  })
  const options = { baseUrl: service.baseUrl, token, webhookSecret: String(endpoint.json.secret) }
  return { service, receiver, options, waitForWebhook, ...(await installProvider(t)) }

  /** The request of a webhook about an invoice. */
  async function waitForWebhook(uid: string, type: string): Promise<Received> {
    const find = () =>
      receiver.received.find(({ body }) => body.startsWith(`{"type":"${type}"`) && body.includes(uid))
    await until(async () => find() !== undefined)
    return find() ?? assert.fail()
  }
}

/** A payment session as Medusa keeps it: its data changes with each response of the provider. */
export function createSession(provider: PaymentProvider, id: string) {
  const session = {
    id,
    uid: '',
    status: '',
    data: { session_id: id } as Readonly<Record<string, unknown>>,
    call,
    sendRequest,
  }
  return session

  async function call(method: SessionMethod, input: object = {}): Promise<SessionResult> {
    const result = await provider[method]({ data: session.data, ...input })
    session.data = result.data
    session.status = result.status
    session.uid = String(result.data.uid)
    return result
  }

  function sendRequest(method: 'initiatePayment' | 'updatePayment', amount: unknown, currency = 'usd') {
    return call(method, { amount, currency_code: currency })
  }
}
