import type { FastifyBaseLogger } from 'fastify'
import { accountLinks } from './account-links/links.ts'
import { accountLinkRoutes } from './account-links/routes.ts'
import { authentication } from './accounts/authenticate.ts'
import { extendedKeys } from './accounts/destination.ts'
import type { CoinCode } from './coins/index.ts'
import { coinRoutes } from './coins/routes.ts'
import type { Config } from './config.ts'
import { errorShapeOf } from './error-shapes.ts'
import { pruneEvents } from './events/prune.ts'
import { pruneOutbox } from './events/prune-outbox.ts'
import { numberEvents } from './events/store.ts'
import type { EventSubscriptions } from './events/transports/in-memory.ts'
import { queuedAmong } from './events/transports/index.ts'
import { allocateAddress } from './invoices/address.ts'
import { cancelInvoice } from './invoices/cancel.ts'
import { candidates } from './invoices/candidates.ts'
import { createInvoice } from './invoices/create.ts'
import { expireInvoices } from './invoices/expire.ts'
import { listInvoices } from './invoices/list.ts'
import { invoiceLister } from './invoices/list-store.ts'
import { type Candidate, offer } from './invoices/option.ts'
import { requote } from './invoices/requote.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { showInvoices } from './invoices/show.ts'
import type { ViewContext } from './invoices/view.ts'
import { type Clock, hour, second, systemClock } from './kernel/clock.ts'
import { every } from './kernel/every.ts'
import { failingAt } from './kernel/failpoint.ts'
import { sharedInTurn } from './kernel/shared.ts'
import { type Networks, openNetworks } from './networks/index.ts'
import { sandboxRoutes } from './networks/sandbox/routes.ts'
import { signatureChecker } from './networks/signatures.ts'
import { handOutAddress } from './payment-requests/hand-out.ts'
import { issueRequests } from './payment-requests/issue.ts'
import { paymentRequestRoutes } from './payment-requests/routes.ts'
import { followChains } from './payments/chains.ts'
import { claimInvoice } from './payments/claim.ts'
import { confirmPayments } from './payments/confirm.ts'
import { delivery } from './payments/deliver.ts'
import { recoverPayments } from './payments/recover.ts'
import { paymentRoutes } from './payments/routes.ts'
import { settlement } from './payments/settle.ts'
import { submitPayments } from './payments/submit.ts'
import { healthRoutes } from './platform/http/health.ts'
import { limitRequests } from './platform/http/limit-requests.ts'
import { countRequests } from './platform/http/rate-limits.ts'
import { createServer, type Server } from './platform/http/server.ts'
import type { Database } from './platform/storage/database.ts'
import { openProofs } from './proofs.ts'
import { rates } from './rates/rates.ts'
import { openSources } from './rates/sources/index.ts'
import { openRelays } from './relays.ts'
import { openSandboxes } from './sandboxes.ts'
import { stores, transactOn } from './stores.ts'
import { openStreaming } from './streaming.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { startWebhooks, webhookTools } from './webhooks.ts'

/** The service, put together and at work; `server` is not listening yet. */
export interface App {
  readonly server: Server
  /** Typed subscriptions for code that embeds the service: the transport `in-memory`; null when it is not named. */
  readonly events: EventSubscriptions | null
  /** Resolves when the networks and rates have been looked at once: until then coins may be missing from invoices. */
  settled(): Promise<void>
  /** Answers what runs, ends hanging calls to nodes, stops the work in the background. The database stays open. */
  close(): Promise<void>
}

const recoverEveryMs = 1 * second
const expireEveryMs = 2 * second
const numberEveryMs = 50
const pruneEveryMs = 1 * hour
const keepIdempotencyMs = 72 * hour
/** Requests that wait for a node are answered as unknown after this, so that the process ends in time. */
const closePatienceMs = 4 * second

/** Joins every part of the service: what is not here is not wired. */
export async function openApp(
  config: Config,
  { database, log, clock = systemClock }: { database: Database; log: FastifyBaseLogger; clock?: Clock },
): Promise<App> {
  const { chain, baseUrl } = config
  const queued = queuedAmong(config.events.transports)
  const transact = transactOn(database, queued)
  // Spread: each is made once, not at every use.
  const read = { ...stores(database.read) }
  const settings = { quoteMs: config.quoteMs, graceMs: config.graceMs }
  const note = (message: string, facts: object = {}) => log.warn(facts, message)
  const at = failingAt(config.failpoint)
  const failed = (work: string) => (error: unknown) => log.error({ err: error }, `${work} failed`)
  // First: without its key nothing is begun.
  const tools = webhookTools(config, { transact, clock })

  // The chains.
  const signatures = signatureChecker()
  const sandboxes = openSandboxes(config, { database, clock, signatures, failed: failed('mining') })
  const networks = openNetworks({
    nodes: config.secrets.nodes,
    chain,
    embedded: sandboxes.rpc,
    log: note,
    timeLimitMs: config.nodeTimeLimitMs,
    clock,
  })
  const view: ViewContext = { baseUrl, tipHeight: (coin) => chains.tipHeight(coin) }
  const confirmations = (coin: CoinCode) => config.confirmations.get(coin) ?? 1
  const settling = settlement(transact, { view, clock, confirmations })
  const chains = followChains({
    networks,
    followed: read.followed,
    apply: confirmPayments({ transact, settlement: settling, confirmations, view, clock }),
    signatures,
    pollMs: (coin) => (config.secrets.nodes.get(coin) === 'sandbox:' ? 1 * second : 5 * second),
    log: note,
  })

  // The prices.
  const prices = rates({
    ...config.rates,
    sources: openSources(config.rates.sources, clock, rateKeys(config)),
    feeRates: () => networks.feeRates(),
    clock,
    transact,
    snapshots: read.snapshots,
    log: note,
  })
  const snapshot = async (id: string) => {
    const found = await prices.find(id)
    if (!found) throw new Error(`the rate snapshot ${id} is gone`)
    return found
  }

  // Invoices and what is asked for them.
  const key = extendedKeys(chain)
  const destinations = sharedInTurn((accountId: number) => read.accounts.destinations(accountId))
  const quoting = {
    newest: (currency: string) => prices.stored(currency),
    candidates: candidates({ key, network: (coin) => networkFor(networks, coin) }),
  }
  const addresses = (uid: string) => read.invoices.addresses(uid)
  const freshen = requote({ transact, destinations, addresses, quoting, settings, clock })
  const { show, glance, peek, load } = showInvoices({
    reader: read.invoices,
    snapshot,
    freshen,
    view,
    settings,
    clock,
  })
  const create = createInvoice({
    transact,
    destinations,
    earlier: (scope) => read.idempotency.find(scope),
    quoting,
    view,
    settings,
    clock,
  })
  const requests = issueRequests({
    revision: (uid) => read.invoices.revision(uid),
    find: (uid) => read.invoices.find(uid),
    load,
    snapshot,
    allocate: handOutAddress({
      destinations,
      addresses,
      catchUp: async (coin) => chains.find(coin)?.catchUp(),
      allocate: allocateAddress({ transact, key, chain, tipHeight: view.tipHeight, clock, settings }),
    }),
    leftOut: async (invoice) => {
      const possible = quoting.candidates(await destinations(invoice.accountId))
      return offer(invoice, possible, await quoting.newest(invoice.currency), clock.now()).leftOut
    },
    chain,
    settings,
    clock,
  })

  // The money path.
  const { deliver } = delivery({ chains, settlement: settling, at })
  const submit = submitPayments({
    reader: {
      invoice: (uid) => read.invoices.find(uid),
      pastQuotes: (uid) => read.invoices.pastQuotes(uid),
      addresses,
      payments: (uid) => read.payments.payments(uid),
      takenByOthers: (coin, txid, uid) => read.payments.takenByOthers(coin, txid, uid),
    },
    snapshot,
    claim: claimInvoice(transact),
    deliver,
    chains,
    chain,
    refuseReplaceable: (coin) => config.refuseReplaceable.has(coin),
    settings,
    clock,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    at,
  })

  // The work in the background.
  const recover = recoverPayments({
    reader: read.payments,
    takeLease: (id, now, until) => transact(({ payments }) => payments.takeLease(id, now, until)),
    deliver,
    settlement: settling,
    clock,
  })
  const overdue = (before: number, limit: number) => read.invoices.overdue(before, limit)
  const expire = expireInvoices({ transact, overdue, view, clock, graceMs: config.graceMs })
  const prune = () => transact(({ idempotency }) => idempotency.prune(clock.now() - keepIdempotencyMs))
  const relays = openRelays(config, {
    transact,
    isDue: (transport, now) => read.outbox.isDue(transport, now),
    clock,
    log: note,
    failed: failed('relaying events'),
    at,
  })
  const background = [
    every(recoverEveryMs, recover, failed('recovering payments')),
    every(expireEveryMs, expire, failed('expiring invoices')),
    every(pruneEveryMs, prune, failed('pruning idempotency keys')),
    relays,
    ...numbering(database, failed('numbering events')),
  ]
  const { allowPrivateWebhooks: allowPrivate } = config
  const webhooks = startWebhooks(tools, { database, transact, clock, allowPrivate, failed })
  const priced = prices.start()

  // Those who follow the events.
  const streaming = await openStreaming(config, { database, read, failed })
  streaming.tail.subscribeAll(relays.wake)
  const watching = { log: note, failed: failed('anchoring events'), at }
  const proofs = openProofs(config, { networks, read, transact, clock, ...watching })
  const { keepMs } = config.events
  if (keepMs !== null) {
    const pruneOld = pruneEvents({
      transact,
      keepMs,
      neededFrom: [
        () => read.outbox.oldestUndelivered(queued),
        webhooks.neededFrom,
        ...(proofs ? [proofs.neededFrom] : []),
      ],
      clock,
    })
    background.push(every(pruneEveryMs, pruneOld, failed('pruning events')))
    const pruneDone = pruneOutbox({ transact, keepMs, clock })
    background.push(every(pruneEveryMs, pruneDone, failed('pruning the outbox')))
  }

  // The edge.
  let closing = false
  const server = createServer({
    log,
    now: () => clock.now(),
    closing: () => closing,
    trustedProxies: config.trustedProxies,
    shapeOf: errorShapeOf,
    ...streaming.upgradePath,
  })
  if (config.rateLimits.size > 0) limitRequests(server, countRequests(config.rateLimits, clock))
  const touch = (id: string, at: number) => {
    transact(({ accounts }) => accounts.touchToken(id, at)).catch(failed('noting the use of a token'))
  }
  const findCaller = sharedInTurn((digest: string) => read.accounts.findCaller(digest))
  const authenticate = authentication({ findCaller }, touch, clock)
  healthRoutes(server, async () => !closing && database.ready())
  coinRoutes(server)
  invoiceRoutes(server, {
    authenticate,
    create,
    rules: ({ currency }) => ({
      currency,
      rated: prices.currencies,
      defaultLifeMs: config.invoiceMs,
      allowPrivateWebhooks: config.allowPrivateWebhooks,
    }),
    show,
    glance,
    list: listInvoices(invoiceLister(database.read), peek),
    cancel: cancelInvoice(transact, { view, clock }),
    isGranted: (owner, viewer) => read.links.isGranted(owner, viewer),
  })
  accountLinkRoutes(server, { authenticate, ...accountLinks(transact, clock) })
  webhookRoutes(server, { authenticate, ...tools })
  streaming.routes(server, authenticate)
  const showPublic = async (uid: string) => (await show(uid)).public
  await server.register(paymentRequestRoutes({ ...requests, show: showPublic, baseUrl }))
  await server.register(paymentRoutes(submit))
  if (config.sandboxControl) await server.register(sandboxRoutes(sandboxes.chains))

  const settled = async () => void (await Promise.all([networks.settled(), chains.settled(), priced]))
  return { server, events: streaming.subscriptions, settled, close }

  async function close(): Promise<void> {
    closing = true
    const cut = setTimeout(() => void networks.close().catch(failed('closing networks')), closePatienceMs)
    streaming.endStreams()
    await server.close()
    clearTimeout(cut)
    await streaming.stop()
    await Promise.all([...background.map(({ stop }) => stop()), webhooks.stop()])
    await Promise.all([sandboxes.stop(), prices.stop()])
    await Promise.all([chains.stop(), proofs?.stop(), networks.close()])
  }
}

/** On SQLite events are numbered as the last step of each group; elsewhere by whoever comes first, soon after a commit. */
function numbering(database: Database, failed: (error: unknown) => void) {
  if (database.kind === 'sqlite') {
    database.beforeCommit(numberEvents)
    return []
  }
  const numbering = every(numberEveryMs, () => database.transact(numberEvents), failed)
  return [numbering]
}

function networkFor(networks: Networks, coin: CoinCode): Candidate['network'] {
  if (networks.usable(coin)) return { usable: true }
  const state = networks.state(coin)
  const why =
    state && !state.readiness.ready
      ? `its network cannot be used: ${state.readiness.reason}`
      : 'it has no network'
  return { usable: false, why }
}

function rateKeys({ secrets }: Config): ReadonlyMap<string, string> {
  return new Map(secrets.coingeckoKey === null ? [] : [['coingecko', secrets.coingeckoKey]])
}
