import { type CoinCode, coins } from '../../../src/coins/index.ts'
import { startBackgroundJobs } from '../../../src/composition/background-jobs.ts'
import { startChainServices } from '../../../src/composition/chains.ts'
import type { AppContext } from '../../../src/composition/context.ts'
import { createInvoiceServices } from '../../../src/composition/invoicing.ts'
import { createExceptionServices } from '../../../src/composition/payment-exceptions.ts'
import { createPaymentServices } from '../../../src/composition/payment-services.ts'
import { createStores, createTransact } from '../../../src/composition/stores.ts'
import { createWebhookServices, startWebhooks } from '../../../src/composition/webhook-delivery.ts'
import { readConfig } from '../../../src/config/config.ts'
import { startOutboxRelay } from '../../../src/events/relay.ts'
import type { QueuedTransport } from '../../../src/events/transports/transport.ts'
import { silentLogger } from '../../../src/kernel/logger.ts'
import type { Network } from '../../../src/networks/network.ts'
import { createPollIntervals } from '../../../src/networks/poll-intervals.ts'
import { createSignatureChecker, type SignatureChecker } from '../../../src/networks/signatures.ts'
import { createClaimReleaser } from '../../../src/payments/release.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { PostWebhook } from '../../../src/webhooks/post.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { Defect } from '../defects.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { startNetworks } from './networks.ts'
import type { Life } from './process.ts'

export interface ServiceDependencies {
  readonly life: Life
  readonly scheduler: Scheduler
  /** As this process sees it. */
  readonly database: Database
  readonly ports: ReadonlyMap<CoinCode, { readonly coin: SimulatedCoin; readonly network: Network }>
  /** USD per coin. */
  readonly rates: ReadonlyMap<CoinCode, string>
  readonly defect: Defect
  /** Sends webhooks. */
  readonly post: PostWebhook
  readonly transport: QueuedTransport
  readonly random: SeededRandom
  /** Something failed in the background. */
  readonly onFault: (work: string, error: unknown) => void
}

export type Service = Awaited<ReturnType<typeof startService>>

/** The transports that have an outbox. */
const queued = ['amqp']

/** Quotes expire soon, so that many are renewed. Networks count as nodes, not as sandboxes. */
export const settings = {
  QUOTE_SECONDS: '90',
  GRACE_SECONDS: '10',
  INVOICE_SECONDS: '600',
  LOG_LEVEL: 'silent',
  ...Object.fromEntries([...coins.keys()].map((coin) => [`${coin}_NODE`, 'http://node.example'])),
}

/** Payment processing as composed in `src/composition/app.ts`, on simulated networks, time and storage. */
export async function startService(dependencies: ServiceDependencies) {
  const { life, scheduler, defect } = dependencies
  const { timers } = life
  const base = createContext(dependencies)
  const signatures = checkInTurn(createSignatureChecker(), scheduler)
  const isUsed = defect.usesCoin ?? (() => true)
  const networks = startNetworks(life, new Map([...dependencies.ports].filter(([coin]) => isUsed(coin))))
  const { secrets, nodePollMs } = base.config
  const { getPollMs, ...intervals } = createPollIntervals(secrets.nodes, nodePollMs)
  const started = startChainServices(base, { networks, signatures, getPollMs, timers })
  const chains = defect.wrapChains?.(started) ?? started
  const invoicing = createInvoiceServices(base, chains)
  await invoicing.prices.pollOnce()
  const overrides = { ...(defect.match && { match: defect.match }) }
  const paying = createPaymentServices(base, chains, { ...invoicing, overrides })
  const exceptions = createExceptionServices(base, chains, paying)
  const { transact, read, clock } = base
  const release = createClaimReleaser(transact, { clock, actor: 'simulation' })

  const { endpoints, consumers } = startEventConsumers(base, dependencies)
  startBackgroundJobs(base, { ...chains, ...intervals }, paying, consumers)
  return {
    endpoints,
    create: invoicing.create,
    show: invoicing.show,
    cancel: invoicing.cancel,
    issue: invoicing.requests.issue,
    findPaymentAddress: invoicing.findPaymentAddress,
    submit: paying.submit,
    listExceptions: exceptions.listExceptions,
    resolveException: exceptions.resolve,
    releaseClaim,
    now: clock.now,
  }

  /** Like the command `claim release`: frees an invoice from a payment with unknown outcome. */
  async function releaseClaim(uid: string): Promise<boolean> {
    const openClaims = await read.payments.findOpenClaims()
    const payment = openClaims.find(({ invoiceUid }) => invoiceUid === uid)
    return payment !== undefined && release(payment)
  }
}

/** As in `src/composition/app.ts`: webhooks, and the relay of the outbox. */
function startEventConsumers(base: AppContext, { post, transport, random }: ServiceDependencies) {
  const { config, read, logFailure } = base
  const tools = createWebhookServices(config, base)
  const webhooks = startWebhooks(tools, base, { post, random: random.next })
  startOutboxRelay(transport, {
    ...base,
    isDue: (name, now) => read.outbox.isDue(name, now),
    onError: logFailure('relaying events'),
    random: random.next,
  })
  const outbox = { findFirstNeededPosition: () => read.outbox.findOldestUndelivered(queued) }
  return { endpoints: tools.endpoints, consumers: [outbox, webhooks] }
}

function createContext({
  life,
  scheduler,
  database,
  rates,
  defect,
  onFault,
}: ServiceDependencies): AppContext {
  const config = readConfig(settings)
  const argument = [...rates].map(([coin, rate]) => `${coin}/USD=${rate}`).join(',')
  const base: AppContext = {
    config: { ...config, rates: { ...config.rates, sources: [{ name: 'fixed', argument }] } },
    database,
    transact: createTransact(database, queued),
    read: { ...createStores(database.read) },
    clock: scheduler.clock,
    serverKey: new Uint8Array(32),
    timers: life.timers,
    log: silentLogger,
    logFailure: (work) => (error) => onFault(work, error),
    checkFailpoint: life.checkFailpoint,
  }
  return defect.wrapContext?.(base) ?? base
}

/** Signatures are checked on the thread pool, which takes no simulated time. */
function checkInTurn(checker: SignatureChecker, scheduler: Scheduler): SignatureChecker {
  return {
    check: (...args) => scheduler.runInTurn(() => checker.check(...args)),
    checkWithDetails: (...args) => scheduler.runInTurn(() => checker.checkWithDetails(...args)),
  }
}
