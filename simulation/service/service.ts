import type { Base } from '../../src/base.ts'
import { joinChains } from '../../src/chains.ts'
import type { CoinCode } from '../../src/coins/index.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { numberEvents } from '../../src/events/store.ts'
import { cancelInvoice } from '../../src/invoices/cancel.ts'
import { expireInvoices } from '../../src/invoices/expire.ts'
import { pruneIdempotency } from '../../src/invoices/prune-idempotency.ts'
import { openInvoicing } from '../../src/invoicing.ts'
import { hour, second } from '../../src/kernel/clock.ts'
import { silent } from '../../src/kernel/notes.ts'
import type { Network } from '../../src/networks/network.ts'
import { type SignatureChecker, signatureChecker } from '../../src/networks/signatures.ts'
import { openPaying } from '../../src/paying.ts'
import { releaseClaims } from '../../src/payments/release.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { stores, transactOn } from '../../src/stores.ts'
import type { Break } from '../breaks.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { World } from '../world.ts'
import { openNetworks } from './networks.ts'
import type { Life } from './process.ts'

export interface ServiceParts {
  readonly life: Life
  readonly world: World
  /** As this process sees it. */
  readonly database: Database
  readonly ports: ReadonlyMap<CoinCode, { readonly coin: SimulatedCoin; readonly network: Network }>
  /** USD for a coin. */
  readonly rates: ReadonlyMap<CoinCode, string>
  readonly broken: Break
  /** Something failed in the background. */
  readonly onFault: (work: string, error: unknown) => void
}

export type Service = Awaited<ReturnType<typeof openService>>

const recoverEveryMs = 1 * second
const expireEveryMs = 2 * second
const lookEveryMs = 10 * second
const pollMs = 5 * second
const numberEveryMs = 500
const pruneEveryMs = 1 * hour

/** Prices hold for a short time, so that many are renewed. */
const settings = { QUOTE_SECONDS: '90', GRACE_SECONDS: '10', INVOICE_SECONDS: '600', LOG_LEVEL: 'silent' }

export const settingsOf = (): Config => readConfig(settings)

/** The money path as `src/app.ts` joins it, on networks, time and storage of the simulation. */
export async function openService(parts: ServiceParts) {
  const { life, world, database, broken, onFault } = parts
  const { timers } = life
  const base = baseOf(parts)
  const signatures = watched(signatureChecker(), world)
  const networks = openNetworks(life, parts.ports)
  const joined = joinChains(base, { networks, signatures, pollMs: () => pollMs, timers })
  const chains = broken.chains?.(joined) ?? joined
  const invoicing = openInvoicing(base, chains)
  await invoicing.prices.refresh()
  const sleep = (ms: number) => new Promise<void>((resolve) => timers.after(ms, resolve))
  const others = { sleep, ...(broken.match && { match: broken.match }) }
  const paying = openPaying(base, chains, { ...invoicing, others })
  const { transact, read, clock } = base
  const { view } = chains
  const release = releaseClaims(transact, { clock, actor: 'simulation' })
  const graceMs = base.config.graceMs
  const overdue = (before: number, limit: number) => read.invoices.overdue(before, limit)

  keepDoing(recoverEveryMs, 'recovering payments', paying.recover)
  keepDoing(expireEveryMs, 'expiring invoices', expireInvoices({ transact, overdue, view, clock, graceMs }))
  keepDoing(pruneEveryMs, 'pruning idempotency keys', pruneIdempotency(transact, clock))
  for (const coin of parts.ports.keys())
    keepDoing(lookEveryMs, `looking after payments in ${coin}`, () => paying.revisit(coin))
  if (database.kind === 'postgres')
    keepDoing(numberEveryMs, 'numbering events', () => database.transact(numberEvents))
  return {
    create: invoicing.create,
    show: invoicing.show,
    cancel: cancelInvoice(transact, { view, clock }),
    issue: invoicing.requests.issue,
    submit: paying.submit,
    letGo,
    now: clock.now,
  }

  /** As the command `claims release` does: sets an invoice free of a payment that nobody knows the end of. */
  async function letGo(uid: string): Promise<boolean> {
    const standing = await world.busy(read.payments.standing())
    const payment = standing.find(({ invoiceUid }) => invoiceUid === uid)
    return payment !== undefined && release(payment)
  }

  /** As `every`, in the time of the simulation. */
  function keepDoing(ms: number, name: string, work: () => Promise<unknown>): void {
    const round = () => {
      work()
        .catch((error: unknown) => onFault(name, error))
        .finally(() => timers.after(ms, round))
    }
    round()
  }
}

function baseOf({ life, world, database, rates, broken, onFault }: ServiceParts): Base {
  const config = settingsOf()
  const argument = [...rates].map(([coin, rate]) => `${coin}/USD=${rate}`).join(',')
  const base: Base = {
    config: { ...config, rates: { ...config.rates, sources: [{ name: 'fixed', argument }] } },
    database,
    transact: transactOn(database),
    read: { ...stores(database.read) },
    clock: world.clock,
    notes: silent,
    failed: (work) => (error) => onFault(work, error),
    at: life.at,
  }
  return broken.base?.(base) ?? base
}

/** Signatures are checked on the thread pool: no time passes meanwhile. */
function watched(checker: SignatureChecker, world: World): SignatureChecker {
  return {
    check: (...asked) => world.busy(checker.check(...asked)),
    examine: (...asked) => world.busy(checker.examine(...asked)),
  }
}
