import type { Config } from './config.ts'
import { type EventProofs, openEventProofs } from './event-proofs/open.ts'
import { type Clock, second } from './kernel/clock.ts'
import type { Passing } from './kernel/failpoint.ts'
import type { Notes } from './kernel/notes.ts'
import type { Transact } from './kernel/transact.ts'
import type { Networks } from './networks/index.ts'
import type { Stores } from './stores.ts'

/** The transport `blockchain`, where it is named; null otherwise. */
export function openProofs(
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
    log: Notes
    failed: (error: unknown) => void
    at: Passing
  },
): EventProofs | null {
  const { purse, nodes } = config.secrets
  if (!purse) return null
  return openEventProofs({
    purse,
    chain: config.chain,
    everyMs: config.events.blockchainEveryMs,
    pollMs: nodes.get(purse.coin.code) === 'sandbox:' ? 1 * second : 5 * second,
    networks,
    events: read.log,
    read,
    transact,
    clock,
    log,
    failed,
    at,
  })
}
