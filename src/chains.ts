import type { Base } from './base.ts'
import type { CoinCode } from './coins/index.ts'
import type { ViewContext } from './invoices/view.ts'
import { second } from './kernel/clock.ts'
import { openNetworks } from './networks/index.ts'
import { signatureChecker } from './networks/signatures.ts'
import { followChains } from './payments/chains.ts'
import { chainChanges } from './payments/change.ts'
import { confirmPayments } from './payments/confirm.ts'
import { confirmedBy } from './payments/confirmed.ts'
import { settlement } from './payments/settle.ts'
import { openSandboxes } from './sandboxes.ts'

/** How often a chain is asked for its tip: the sandbox costs nothing. */
const sandboxPollMs = 1 * second
const nodePollMs = 5 * second
/** How often the payments that are in no block are looked after. */
const sandboxLookMs = 1 * second
const nodeLookMs = 10 * second

/** The networks of the coins, and what their blocks mean for payments. */
export function openChains({ config, database, transact, read, clock, notes, failed }: Base) {
  const { nodes } = config.secrets
  const isSandbox = (coin: CoinCode) => nodes.get(coin) === 'sandbox:'
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
  const view: ViewContext = { baseUrl: config.baseUrl, tipHeight: (coin) => chains.tipHeight(coin) }
  const confirmations = (coin: CoinCode) => config.confirmations.get(coin) ?? 1
  const isConfirmed = confirmedBy(view, confirmations)
  const settling = settlement(transact, { view, clock, isConfirmed })
  const changes = chainChanges(transact, { view, clock, isConfirmed })
  const chains = followChains({
    networks,
    followed: read.followed,
    apply: confirmPayments({ transact, settlement: settling, changes, confirmations, view, clock }),
    signatures,
    pollMs: (coin) => (isSandbox(coin) ? sandboxPollMs : nodePollMs),
    log: notes,
  })
  const lookEveryMs = (coin: CoinCode) => (isSandbox(coin) ? sandboxLookMs : nodeLookMs)
  return { sandboxes, networks, chains, settling, changes, view, lookEveryMs }
}

export type Chains = ReturnType<typeof openChains>
