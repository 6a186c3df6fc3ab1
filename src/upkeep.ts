import type { Base } from './base.ts'
import type { Chains } from './chains.ts'
import { coins } from './coins/index.ts'
import { pruneEvents } from './events/prune.ts'
import { pruneOutbox } from './events/prune-outbox.ts'
import { numberEvents } from './events/store.ts'
import { expireInvoices } from './invoices/expire.ts'
import { pruneIdempotency } from './invoices/prune-idempotency.ts'
import { hour, second } from './kernel/clock.ts'
import { every, type Repeating } from './kernel/every.ts'
import type { Paying } from './paying.ts'

const recoverEveryMs = 1 * second
const expireEveryMs = 2 * second
const numberEveryMs = 50
const pruneEveryMs = 1 * hour

/** What is done again and again, whoever asks. `neededFrom`: the places in the log that somebody is not done with. */
export function startUpkeep(
  base: Base,
  { view, networks, lookEveryMs }: Chains,
  { recover, revisit }: Paying,
  neededFrom: readonly (() => Promise<number | null>)[],
): Pick<Repeating, 'stop'> {
  const { config, transact, read, clock, failed } = base
  const overdue = (before: number, limit: number) => read.invoices.overdue(before, limit)
  const expire = expireInvoices({ transact, overdue, view, clock, graceMs: config.graceMs })
  const work = [
    every(recoverEveryMs, recover, failed('recovering payments')),
    every(expireEveryMs, expire, failed('expiring invoices')),
    every(pruneEveryMs, pruneIdempotency(transact, clock), failed('pruning idempotency keys')),
    ...[...coins.keys()]
      .filter((coin) => networks.of(coin) !== null)
      .map((coin) =>
        every(lookEveryMs(coin), () => revisit(coin), failed(`looking after payments in ${coin}`)),
      ),
    ...numbering(base),
    ...pruning(base, neededFrom),
  ]
  return {
    async stop() {
      await Promise.all(work.map(({ stop }) => stop()))
    },
  }
}

/** On SQLite events have their places from the start; elsewhere whoever comes first gives them, soon after a commit. */
function numbering({ database, failed }: Base): Repeating[] {
  if (database.kind === 'sqlite') return []
  return [every(numberEveryMs, () => database.transact(numberEvents), failed('numbering events'))]
}

function pruning(
  { config, transact, clock, failed }: Base,
  neededFrom: readonly (() => Promise<number | null>)[],
): Repeating[] {
  const { keepMs } = config.events
  if (keepMs === null) return []
  const pruneOld = pruneEvents({ transact, keepMs, neededFrom, clock })
  const pruneDone = pruneOutbox({ transact, keepMs, clock })
  return [
    every(pruneEveryMs, pruneOld, failed('pruning events')),
    every(pruneEveryMs, pruneDone, failed('pruning the outbox')),
  ]
}
