import type { CoinCode } from '../../../src/coins/index.ts'
import { startChainServices } from '../../../src/composition/chains.ts'
import type { AppContext } from '../../../src/composition/context.ts'
import { createInvoiceServices } from '../../../src/composition/invoicing.ts'
import { createPaymentServices } from '../../../src/composition/money-path.ts'
import { createStores, createTransact } from '../../../src/composition/stores.ts'
import { startUpkeep } from '../../../src/composition/upkeep.ts'
import { type Config, readConfig } from '../../../src/config/config.ts'
import { createInvoiceCanceller } from '../../../src/invoices/cancel.ts'
import { second } from '../../../src/kernel/clock.ts'
import { silentLogger } from '../../../src/kernel/logger.ts'
import type { Network } from '../../../src/networks/network.ts'
import { createSignatureChecker, type SignatureChecker } from '../../../src/networks/signatures.ts'
import { createClaimReleaser } from '../../../src/payments/release.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { Break } from '../breaks.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { World } from '../world.ts'
import { startNetworks } from './networks.ts'
import type { Life } from './process.ts'

export interface ServiceParts {
  readonly life: Life
  readonly world: World
  /** As this process sees it. */
  readonly database: Database
  readonly ports: ReadonlyMap<CoinCode, { readonly coin: SimulatedCoin; readonly network: Network }>
  /** USD per coin. */
  readonly rates: ReadonlyMap<CoinCode, string>
  readonly broken: Break
  /** Something failed in the background. */
  readonly onFault: (work: string, error: unknown) => void
}

export type Service = Awaited<ReturnType<typeof startService>>

/** As for a node with default settings. */
const lookEveryMs = 10 * second
const pollMs = 5 * second

/** Prices expire soon, so that many are renewed. */
const settings = { QUOTE_SECONDS: '90', GRACE_SECONDS: '10', INVOICE_SECONDS: '600', LOG_LEVEL: 'silent' }

export const settingsOf = (): Config => readConfig(settings)

/** The money path as composed in `src/composition/app.ts`, on simulated networks, time and storage. */
export async function startService(parts: ServiceParts) {
  const { life, world, broken } = parts
  const { timers } = life
  const base = baseOf(parts)
  const signatures = watched(createSignatureChecker(), world)
  const networks = startNetworks(life, parts.ports)
  const started = startChainServices(base, { networks, signatures, pollMs: () => pollMs, timers })
  const chains = broken.chains?.(started) ?? started
  const invoicing = createInvoiceServices(base, chains)
  await invoicing.prices.refresh()
  const sleep = (ms: number) => new Promise<void>((resolve) => timers.schedule(ms, resolve))
  const others = { sleep, ...(broken.match && { match: broken.match }) }
  const paying = createPaymentServices(base, chains, { ...invoicing, overrides: others })
  const { transact, read, clock } = base
  const { view } = chains
  const release = createClaimReleaser(transact, { clock, actor: 'simulation' })

  startUpkeep(base, { ...chains, lookEveryMs: () => lookEveryMs }, paying, [])
  return {
    create: invoicing.create,
    show: invoicing.show,
    cancel: createInvoiceCanceller(transact, { view, clock }),
    issue: invoicing.requests.issue,
    submit: paying.submit,
    releaseClaim,
    now: clock.now,
  }

  /** Like the command `claims release`: frees an invoice from a payment with unknown outcome. */
  async function releaseClaim(uid: string): Promise<boolean> {
    const openClaims = await read.payments.findOpenClaims()
    const payment = openClaims.find(({ invoiceUid }) => invoiceUid === uid)
    return payment !== undefined && release(payment)
  }
}

function baseOf({ life, world, database, rates, broken, onFault }: ServiceParts): AppContext {
  const config = settingsOf()
  const argument = [...rates].map(([coin, rate]) => `${coin}/USD=${rate}`).join(',')
  const base: AppContext = {
    config: { ...config, rates: { ...config.rates, sources: [{ name: 'fixed', argument }] } },
    database,
    transact: createTransact(database),
    read: { ...createStores(database.read) },
    clock: world.clock,
    serverKey: new Uint8Array(32),
    timers: life.timers,
    log: silentLogger,
    logFailure: (work) => (error) => onFault(work, error),
    checkFailpoint: life.at,
  }
  return broken.base?.(base) ?? base
}

/** Signatures are checked on the thread pool, which takes no simulated time. */
function watched(checker: SignatureChecker, world: World): SignatureChecker {
  return {
    check: (...args) => world.runInTurn(() => checker.check(...args)),
    checkWithDetails: (...args) => world.runInTurn(() => checker.checkWithDetails(...args)),
  }
}
