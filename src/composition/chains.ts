import type { CoinCode } from '../coins/index.ts'
import type { ViewContext } from '../invoices/view.ts'
import { defaultTimeoutMs, openNetworks } from '../networks/index.ts'
import { createPollIntervals } from '../networks/poll-intervals.ts'
import { createSignatureChecker } from '../networks/signatures.ts'
import { type ChainsDependencies, startChainFollowers } from '../payments/chains.ts'
import { createChainChanges } from '../payments/change.ts'
import { createChainChangeHandler } from '../payments/confirm.ts'
import { createConfirmationCheck } from '../payments/confirmation-policy.ts'
import { createPaymentCounter } from '../payments/count.ts'
import { createDisconnectedBlockReader } from '../payments/lost-parents.ts'
import { createMinedPaymentRecorder } from '../payments/mined-payment.ts'
import { createPaymentRestorer } from '../payments/restore.ts'
import { createSettlement } from '../payments/settle.ts'
import type { AppContext } from './context.ts'
import { createFoundPayments } from './found-payments.ts'
import { createPrices } from './prices.ts'
import { startSandboxes } from './sandbox-chains.ts'

/** Connects to each coin's network and applies new blocks to payments. */
export function startChains(context: AppContext) {
  const { config, database, clock, log, logFailure } = context
  const { nodes } = config.secrets
  const { getPollMs, ...intervals } = createPollIntervals(nodes, config.nodePollMs)
  const signatures = createSignatureChecker()
  const sandboxes = startSandboxes(config, { database, clock, onError: logFailure('mining') })
  const networks = openNetworks({
    nodes,
    chain: config.chain,
    getEmbeddedRpc: sandboxes.openRpc,
    log,
    timeoutMs: config.nodeTimeoutMs,
    clock,
  })
  return { sandboxes, ...startChainServices(context, { networks, signatures, getPollMs }), ...intervals }
}

export type Chains = ReturnType<typeof startChains>

/** Starts the chain services. The simulation passes its own networks. */
export function startChainServices(
  context: AppContext,
  { networks, ...dependencies }: Pick<ChainsDependencies, 'networks' | 'signatures' | 'getPollMs' | 'timers'>,
) {
  const { config, transact, read, clock, log, checkFailpoint } = context
  const view: ViewContext = { baseUrl: config.baseUrl, getTipHeight: (coin) => chains.getTipHeight(coin) }
  const getDefaultConfirmations = (coin: CoinCode) => config.confirmations[coin]
  const isConfirmed = createConfirmationCheck(view, getDefaultConfirmations)
  const paymentCounter = createPaymentCounter({ view, clock })
  const settlement = createSettlement(transact, { view, clock, isConfirmed, paymentCounter })
  const restorer = createPaymentRestorer({ view, clock, paymentCounter })
  const changes = createChainChanges(transact, { view, clock, isConfirmed, restorer, paymentCounter })
  const recordMined = createMinedPaymentRecorder({ settlement, restorer })
  const prices = createPrices(context, networks)
  const foundPayments = createFoundPayments(context, {
    networks,
    prices,
    paymentCounter,
    settlement,
    recordMined,
    isConfirmed,
  })
  const { prepareFoundPayments } = foundPayments
  const chains = startChainFollowers({
    ...dependencies,
    networks,
    followedBlocks: read.followedBlocks,
    apply: createChainChangeHandler({
      transact,
      recordMined,
      paymentCounter,
      prepareFoundPayments,
      readDisconnected: createDisconnectedBlockReader((coin) => networks.get(coin), log),
      getDefaultConfirmations,
      view,
      clock,
      checkFailpoint,
    }),
    // Following a block takes several calls.
    catchUpTimeoutMs: Math.max(config.nodeTimeoutMs, defaultTimeoutMs),
    log,
  })
  const mempoolWatch = foundPayments.createMempoolWatch(chains)
  return { networks, prices, chains, settlement, changes, paymentCounter, isConfirmed, view, mempoolWatch }
}

/** The chain services that invoices and payments need. */
export type ChainServices = ReturnType<typeof startChainServices>
