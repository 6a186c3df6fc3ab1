import type { Base } from './base.ts'
import type { CoinCode } from './coins/index.ts'
import type { ViewContext } from './invoices/view.ts'
import { second } from './kernel/clock.ts'
import { openNetworks } from './networks/index.ts'
import { signatureChecker } from './networks/signatures.ts'
import { followChains } from './payments/chains.ts'
import { confirmPayments } from './payments/confirm.ts'
import { settlement } from './payments/settle.ts'
import { openSandboxes } from './sandboxes.ts'

/** How often a chain is asked for its tip: the sandbox costs nothing. */
const sandboxPollMs = 1 * second
const nodePollMs = 5 * second

/** The networks of the coins, and what their blocks mean for payments. */
export function openChains({ config, database, transact, read, clock, note, failed }: Base) {
  const { nodes } = config.secrets
  const signatures = signatureChecker()
  const sandboxes = openSandboxes(config, { database, clock, signatures, failed: failed('mining') })
  const networks = openNetworks({
    nodes,
    chain: config.chain,
    embedded: sandboxes.rpc,
    log: note,
    timeLimitMs: config.nodeTimeLimitMs,
    clock,
  })
  const view: ViewContext = { baseUrl: config.baseUrl, tipHeight: (coin) => chains.tipHeight(coin) }
  const confirmations = (coin: CoinCode) => config.confirmations.get(coin) ?? 1
  const settling = settlement(transact, { view, clock, confirmations })
  const chains = followChains({
    networks,
    followed: read.followed,
    apply: confirmPayments({ transact, settlement: settling, confirmations, view, clock }),
    signatures,
    pollMs: (coin) => (nodes.get(coin) === 'sandbox:' ? sandboxPollMs : nodePollMs),
    log: note,
  })
  return { sandboxes, networks, chains, settling, view }
}

export type Chains = ReturnType<typeof openChains>
