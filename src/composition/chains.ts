import type { CoinCode } from '../coins/index.ts'
import type { ViewContext } from '../invoices/view.ts'
import { second } from '../kernel/clock.ts'
import { defaultTimeLimitMs, openNetworks } from '../networks/index.ts'
import { createSignatureChecker } from '../networks/signatures.ts'
import { type ChainsParts, startChainFollowers } from '../payments/chains.ts'
import { createChainChanges } from '../payments/change.ts'
import { createChainChangeHandler } from '../payments/confirm.ts'
import { createConfirmationCheck } from '../payments/confirmation-policy.ts'
import { lostBlockReader } from '../payments/lost-parents.ts'
import { createSettlement } from '../payments/settle.ts'
import type { AppContext } from './context.ts'
import { startSandboxes } from './sandbox-chains.ts'

/** How often a sandbox is polled for its tip: it costs nothing. Nodes have a setting. */
const sandboxPollMs = 1 * second

/** The networks of the coins, and the effect of their blocks on payments. */
export function startChains(context: AppContext) {
  const { config, database, clock, log, logFailure } = context
  const { nodes } = config.secrets
  const isSandbox = (coin: CoinCode) => nodes.get(coin) === 'sandbox:'
  const pollMs = (coin: CoinCode) => (isSandbox(coin) ? sandboxPollMs : config.nodePollMs)
  const signatures = createSignatureChecker()
  const sandboxes = startSandboxes(config, { database, clock, failed: logFailure('mining') })
  const networks = openNetworks({
    nodes,
    chain: config.chain,
    embedded: sandboxes.rpc,
    log,
    timeLimitMs: config.nodeTimeoutMs,
    clock,
  })
  /** For payments that are in no block: half as often, because each costs a call. */
  const lookEveryMs = (coin: CoinCode) => (isSandbox(coin) ? sandboxPollMs : 2 * config.nodePollMs)
  return { sandboxes, ...startChainServices(context, { networks, signatures, pollMs }), lookEveryMs }
}

export type Chains = ReturnType<typeof startChains>

/** The same on networks that are already open. */
export function startChainServices(
  { config, transact, read, clock, log }: AppContext,
  { networks, ...parts }: Pick<ChainsParts, 'networks' | 'signatures' | 'pollMs' | 'timers'>,
) {
  const view: ViewContext = { baseUrl: config.baseUrl, tipHeight: (coin) => chains.tipHeight(coin) }
  const confirmations = (coin: CoinCode) => config.confirmations.get(coin) ?? 1
  const isConfirmed = createConfirmationCheck(view, confirmations)
  const settling = createSettlement(transact, { view, clock, isConfirmed })
  const changes = createChainChanges(transact, { view, clock, isConfirmed })
  const chains = startChainFollowers({
    ...parts,
    networks,
    followed: read.followed,
    apply: createChainChangeHandler({
      transact,
      settlement: settling,
      changes,
      readLost: lostBlockReader((coin) => networks.get(coin), log),
      confirmations,
      view,
      clock,
    }),
    // Following a block takes several calls.
    catchUpTimeoutMs: Math.max(config.nodeTimeoutMs, defaultTimeLimitMs),
    log,
  })
  return { networks, chains, settling, changes, view }
}

/** The chain services that invoices and payments need. */
export type ChainServices = ReturnType<typeof startChainServices>
