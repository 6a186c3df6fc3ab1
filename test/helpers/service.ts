import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { parseDestination, requireDestinationCoin } from '../../src/accounts/destination.ts'
import { commandLineActor } from '../../src/audit/entry.ts'
import { deriveAccountKeys } from '../../src/coins/codec/hdkey.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { openApp, recordBaseUrl } from '../../src/composition/app.ts'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import {
  addCleanup,
  generousTimeout,
  openTestDatabase,
  type TestDatabase,
  type TestScope,
} from './databases.ts'
import { openEarlyPort } from './early-port.ts'
import { createDescriptionCheck } from './openapi.ts'
import type { RawReply, Shown, Template } from './replies.ts'
import { testWallet } from './wallet.ts'

export * from './replies.ts'

export interface ServiceOptions {
  /** Settings as in the environment; `NETWORK=regtest` and the sandbox are the default. */
  readonly settings?: Readonly<Record<string, string>>
  /** Options that no setting covers. */
  readonly config?: Partial<Config>
  /** `stoppedClock(…)` for a service whose time the test controls. */
  readonly clock?: Clock
  /** Listens on 127.0.0.1, and `baseUrl` is that address, or `localhost`, where browsers allow passkeys. */
  readonly listen?: boolean | 'localhost'
  /** The database of another service: this is a second process, or the same one after a restart. */
  readonly sharedStorage?: TestDatabase
  /** An empty database of the test's own, in place of a new one. */
  readonly on?: TestDatabase
  /** Coins of the merchant, each with an extended public key; all six by default. */
  readonly destinations?: readonly CoinCode[]
}

export interface Merchant {
  readonly id: number
  readonly email: string
  readonly token: string
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH' | 'HEAD' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Sent as the HTTP Basic user name; null: none. Defaults to the merchant's. */
  readonly token?: string | null
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

export type Service = Awaited<ReturnType<typeof startService>>

/** A whole service on an empty database, with a merchant that accepts all six coins; closed after the test. */
export async function startService(t: TestScope, options: ServiceOptions = {}) {
  const { clock = systemClock, destinations = [...coins.keys()] } = options
  const storage = options.sharedStorage
    ? await reopen(t, options.sharedStorage)
    : (options.on ?? (await openTestDatabase(t)))
  const { database } = storage
  const earlyPort = options.listen
    ? await openEarlyPort(t, options.listen === 'localhost' ? 'localhost' : '127.0.0.1')
    : null
  const environment = {
    DATABASE_URL: storage.url,
    SECRET_KEY: '5e'.repeat(32),
    ...(earlyPort && { BASE_URL: earlyPort.baseUrl }),
    ...options.settings,
  }
  const config: Config = { ...readConfig(environment), ...options.config }
  const logged: string[] = []
  const log = pino({ level: config.logLevel, base: null }, { write: (line: string) => logged.push(line) })
  const app = await openApp(config, { database, log, clock })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= app.close()
    return closing
  }
  addCleanup(t, close)
  earlyPort?.forwardTo(app)
  if (earlyPort) await recordBaseUrl(database, config)
  await app.server.ready()
  const use = createAccounts(createTransact(database), { chain: config.chain, clock })
  const assertDescribed = createDescriptionCheck(
    () => app.server.swagger(),
    [options.settings, options.config],
  )
  const first = options.sharedStorage
    ? await findMerchant('shop')
    : await createMerchant('shop', destinations)
  await app.waitUntilSettled()

  return {
    app,
    config,
    clock,
    baseUrl: config.baseUrl,
    storage,
    database,
    accounts: use,
    stores: createStores(database.read),
    /** Lines of the log, in JSON. */
    logged,
    merchant: first,
    anotherMerchant: createMerchant,
    request,
    createInvoice,
    getInvoice,
    paymentRequest,
    rpc,
    pay,
    close,
  }

  /** Sends a request without a socket; by default as the merchant. */
  async function request(
    path: string,
    { method = 'GET', headers, token, body }: Request = {},
  ): Promise<RawReply> {
    const credentials = token === undefined ? first.token : token
    const response = await app.server.inject({
      method,
      url: path,
      headers: {
        ...(credentials !== null && { authorization: basic(credentials) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: getPayload(body) }),
    })
    const { statusCode: status, payload: text } = response
    const { headers: answered, rawPayload: bytes } = response
    const reply = { status, headers: answered, text, bytes, json: getMembers(text) }
    assertDescribed({ method, path }, reply)
    return reply
  }

  /** `POST /invoices`, by default of 12.5 USD; fails unless the status is 200. */
  async function createInvoice(
    body: Readonly<Record<string, unknown>> = {},
    more: Omit<Request, 'method' | 'body'> = {},
  ): Promise<Shown> {
    const fullBody = { amount: 12.5, currency: 'USD', ...body }
    const { status, text } = await request('/invoices', { ...more, method: 'POST', body: fullBody })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }

  /** `GET /invoices/{uid}` in the public form, unless a token is given. */
  async function getInvoice(uid: string, { token = null }: { token?: string | null } = {}): Promise<Shown> {
    const { status, text } = await request(`/invoices/${uid}`, { token })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }

  /** `GET /r/{uid}` as a wallet of that coin sends it. */
  async function paymentRequest(uid: string, coin: string): Promise<Template> {
    const headers = { accept: 'application/payment-request', 'x-currency': coin }
    const { status, text } = await request(`/r/${uid}`, { token: null, headers })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }

  /** Calls the node of the coin's sandbox. */
  async function rpc(coin: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = { id: 1, method, params }
    const { text } = await request(`/sandbox/${coin}`, { method: 'POST', token: null, body })
    const { result, error }: { result: unknown; error: unknown } = JSON.parse(text)
    assert.equal(error, null, text)
    return result
  }

  /** Pays a payment request in that coin like a careful wallet, from the sandbox; returns the request and the response. */
  async function pay(uid: string, coin: string, name = 'payer') {
    const template = await paymentRequest(uid, coin)
    const wallet = testWallet(coin, name)
    const requestedTotal = template.outputs.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const funds = toBaseUnits(requestedTotal + 2n * 100_000_000n)
    const txid = String(await rpc(coin, 'sandbox_fund', wallet.address(), formatCoins(funds)))
    const { outputs } = wallet.coin.parse(String(await rpc(coin, 'getrawtransaction', txid)))
    const vout = outputs.findIndex(({ amount }) => amount === funds)
    const signed = wallet.sign({
      inputs: [{ txid, vout, script: wallet.script(), amount: funds }],
      outputs: template.outputs,
      feeRate: BigInt(Math.ceil(template.requiredFeeRate * 1_000)),
    })
    const body = { currency: coin, transactions: [signed.hex] }
    const path = new URL(template.paymentUrl).pathname
    return { signed, template, reply: await request(path, { method: 'POST', token: null, body }) }
  }

  /** Another account, with a token and keys of its own. */
  async function createMerchant(
    name: string,
    takes: readonly CoinCode[] = [...coins.keys()],
    currency = 'USD',
  ): Promise<Merchant> {
    const email = `${name}@example.com`
    const { id } = await use.create({ email, password: null, currency })
    await take(id, name, takes)
    const { token } = await use.createToken(email, { name: 'first' })
    return { id, email, token }
  }

  /** Keys are set before the test starts, so that the event log begins with the test's own actions. */
  async function take(accountId: number, name: string, codes: readonly CoinCode[]): Promise<void> {
    await createTransact(database)(async ({ accounts, audit }) => {
      for (const code of codes) {
        const destination = parseDestination(requireDestinationCoin(code), config.chain, {
          xpub: deriveXpub(name, code),
        })
        const { kind } = destination
        const where = kind === 'xpub' ? destination.keyId : destination.value
        const [at, actor, detail] = [clock.now(), commandLineActor, { coin: code, kind, where }]
        await accounts.setDestination(accountId, destination, at)
        await audit.record({ at, accountId, actor, action: 'destination.set', detail })
      }
    })
  }

  /** The other service's merchant, with another token. */
  async function findMerchant(name: string): Promise<Merchant> {
    const { id, email } = await use.find(`${name}@example.com`)
    const { token } = await use.createToken(email, { name: 'other' })
    return { id, email, token }
  }
}

/** The resources of another process. */
async function reopen(t: TestScope, { url }: TestDatabase): Promise<TestDatabase> {
  const database = await openDatabase(url, generousTimeout)
  addCleanup(t, () => database.close())
  return { database, url }
}

/** The extended public key of a merchant of that name: always the same. */
export function deriveXpub(name: string, code: CoinCode): string {
  const coin = coins.get(code) ?? assert.fail()
  return deriveAccountKeys(createHash('sha256').update(name).digest(), { coin, chain: 'regtest' }).xpub
}

export const basic = (token: string, password = ''): string =>
  `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`

const getPayload = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

function getMembers(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
