import type { Base } from './base.ts'
import type { CoinCode } from './coins/index.ts'
import type { ViewContext } from './invoices/view.ts'
import { second } from './kernel/clock.ts'
import { openNetworks } from './networks/index.ts'
import { signatureChecker } from './networks/signatures.ts'
import { type ChainsParts, followChains } from './payments/chains.ts'
import { chainChanges } from './payments/change.ts'
import { confirmPayments } from './payments/confirm.ts'
import { confirmedBy } from './payments/confirmed.ts'
import { settlement } from './payments/settle.ts'
import { openSandboxes } from './sandboxes.ts'

/** How often a sandbox is asked for its tip: it costs nothing. A node has a setting. */
const sandboxPollMs = 1 * second

/** The networks of the coins, and what their blocks mean for payments. */
export function openChains(base: Base) {
  const { config, database, clock, notes, failed } = base
  const { nodes } = config.secrets
  const isSandbox = (coin: CoinCode) => nodes.get(coin) === 'sandbox:'
  const pollMs = (coin: CoinCode) => (isSandbox(coin) ? sandboxPollMs : config.nodePollMs)
  const signatures = signatureChecker()
  const sandboxes = openSandboxes(config, { database, clock, signatures, failed: failed('mining') })
  const networks = openNetworks({
    nodes,
    chain: config.chain,
    embedded: sandboxes.rpc,
    log: notes,
    timeLimitMs: config.nodeTimeLimitMs,
    clock,
  })
  /** Payments in no block: half as often, for each costs a question. */
  const lookEveryMs = (coin: CoinCode) => (isSandbox(coin) ? sandboxPollMs : 2 * config.nodePollMs)
  return { sandboxes, ...joinChains(base, { networks, signatures, pollMs }), lookEveryMs }
}

export type Chains = ReturnType<typeof openChains>

/** The same on networks that are open. */
export function joinChains(
  { config, transact, read, clock, notes }: Base,
  { networks, ...parts }: Pick<ChainsParts, 'networks' | 'signatures' | 'pollMs' | 'timers'>,
) {
  const view: ViewContext = { baseUrl: config.baseUrl, tipHeight: (coin) => chains.tipHeight(coin) }
  const confirmations = (coin: CoinCode) => config.confirmations.get(coin) ?? 1
  const isConfirmed = confirmedBy(view, confirmations)
  const settling = settlement(transact, { view, clock, isConfirmed })
  const changes = chainChanges(transact, { view, clock, isConfirmed })
  const chains = followChains({
    ...parts,
    networks,
    followed: read.followed,
    apply: confirmPayments({ transact, settlement: settling, changes, confirmations, view, clock }),
    log: notes,
  })
  return { networks, chains, settling, changes, view }
}

/** What invoices and payments need of the chains. */
export type JoinedChains = ReturnType<typeof joinChains>
