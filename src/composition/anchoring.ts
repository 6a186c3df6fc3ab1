import type { Config } from '../config/config.ts'
import { type EventProofs, startEventProofs } from '../event-proofs/start.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Networks } from '../networks/index.ts'
import type { Stores } from './stores.ts'

/** The transport `blockchain`, if it is enabled; null otherwise. */
export function startProofs(
  config: Config,
  {
    networks,
    read,
    transact,
    clock,
    log,
    failed,
    at,
  }: {
    networks: Networks
    read: Stores
    transact: Transact<Stores>
    clock: Clock
    log: Logger
    failed: (error: unknown) => void
    at: Failpoints
  },
): EventProofs | null {
  const { anchorWallet, nodes } = config.secrets
  if (!anchorWallet) return null
  return startEventProofs({
    wallet: anchorWallet,
    chain: config.chain,
    everyMs: config.events.blockchainEveryMs,
    pollMs: nodes.get(anchorWallet.coin.code) === 'sandbox:' ? 1 * second : 5 * second,
    networks,
    events: read.log,
    read,
    transact,
    clock,
    log,
    failed,
    checkFailpoint: at,
  })
}
