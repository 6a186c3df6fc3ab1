import type { Config } from '../config/config.ts'
import { type EventProofs, startEventProofs } from '../event-proofs/start.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Chains } from './chains.ts'
import type { Stores } from './stores.ts'

/** The transport `blockchain`, if it is enabled; null otherwise. */
export function startProofs(
  config: Config,
  {
    chains: { networks, getAnchorPollMs },
    read,
    transact,
    clock,
    log,
    onError,
    checkFailpoint,
  }: {
    chains: Pick<Chains, 'networks' | 'getAnchorPollMs'>
    read: Stores
    transact: Transact<Stores>
    clock: Clock
    log: Logger
    onError: (error: unknown) => void
    checkFailpoint: Failpoints
  },
): EventProofs | null {
  const { anchorWallet } = config.secrets
  if (!anchorWallet) return null
  return startEventProofs({
    wallet: anchorWallet,
    chain: config.chain,
    intervalMs: config.events.blockchainEveryMs,
    pollMs: getAnchorPollMs(anchorWallet.coin.code),
    networks,
    events: read.log,
    read,
    transact,
    clock,
    log,
    onError,
    checkFailpoint,
  })
}
