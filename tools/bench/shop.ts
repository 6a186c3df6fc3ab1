import { randomBytes } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import { createAccounts } from '../../src/accounts/accounts.ts'
import { deriveAccountKeys } from '../../src/coins/codec/hdkey.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createTransact } from '../../src/composition/stores.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { type Child, launch } from './children/child.ts'
import { buildInvoiceCreation, encodeCredentials } from './routes.ts'

/** Starts the service as in production, with a probe inside. */
export function startService(
  databaseUrl: string,
  overrides: {
    preload?: readonly string[]
    profile?: string | null
    settings?: Readonly<Record<string, string>>
    /** Whether it logs each request, as it does by default. */
    logsRequests?: boolean
  } = {},
): Promise<Child> {
  const { preload = ['probe'], profile = null, settings: own = {}, logsRequests = false } = overrides
  // Quotes are valid for longer than a whole run, because payments are signed long before they are sent.
  const settings = {
    DATABASE_URL: databaseUrl,
    QUOTE_SECONDS: '7200',
    WEBHOOK_HOST_RATE: '10000',
    LOG_LEVEL: logsRequests ? 'info' : 'warn',
    ...own,
  }
  const environment = { NODE_COMPILE_CACHE: compileCache, ...settings }
  return launch({
    module: '../../../src/main.ts',
    args: ['serve'],
    environment,
    nodeOptions,
    preload,
    profile,
  })
}

// As in `npm start`.
const nodeOptions = manifest.scripts.start.match(/ --\S+/g)?.map((option) => option.trim()) ?? []
const compileCache = new URL('../../node_modules/.cache/quittance', import.meta.url).pathname

interface Shop {
  /** An access token. */
  readonly token: string
  readonly xpubs: Readonly<Record<CoinCode, string>>
}

export const shopEmail = 'bench@example.com'

/** Creates a merchant with a key for every coin, in an empty database. */
export async function createShop(databaseUrl: string, password: string | null = null): Promise<Shop> {
  const database = await openDatabase(databaseUrl)
  try {
    await database.migrate()
    const accounts = createAccounts(createTransact(database), { chain: 'regtest', clock: systemClock })
    const email = shopEmail
    await accounts.create({ email, password, name: 'Bench' })
    const seed = randomBytes(32)
    const keys = [...coins].map(
      ([code, coin]) => [code, deriveAccountKeys(seed, { coin, chain: 'regtest' }).xpub] as const,
    )
    for (const [code, xpub] of keys) await accounts.setDestination(email, code, { xpub })
    const { token } = await accounts.createToken(email, { name: 'bench' })
    return { token, xpubs: Object.fromEntries(keys) as Shop['xpubs'] }
  } finally {
    await database.close()
  }
}

const concurrency = 32

/** Creates that many invoices over HTTP; returns their uids. */
export async function createInvoices({ url }: Child, token: string, count: number): Promise<string[]> {
  const headers = { authorization: encodeCredentials(token), 'content-type': 'application/json' }
  return runInParallel(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const { method, path, body = null } = buildInvoiceCreation(null, index)
      const response = await fetch(new URL(path, url), { method, headers, body })
      if (!response.ok) throw new Error(`creating an invoice failed: ${await response.text()}`)
      const { invoice } = (await response.json()) as { invoice: { uid: string } }
      return invoice.uid
    },
  )
}

/** Runs `work` for each item, a few concurrently; results are in order. */
export async function runInParallel<From, To>(
  items: readonly From[],
  work: (item: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = []
  for (let from = 0; from < items.length; from += concurrency) {
    results.push(...(await Promise.all(items.slice(from, from + concurrency).map(work))))
  }
  return results
}
