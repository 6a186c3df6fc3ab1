import { createBoundedMap } from '../kernel/bounded-map.ts'
import { type Clock, hour, type Instant, minute } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import {
  type BlockRef,
  type Network,
  NetworkUnavailableError,
  type TransactionSpends,
} from '../networks/network.ts'

/** A block that the node can't return (BSV's can be gigabytes) is skipped after this many attempts, so that it doesn't block later ones. */
const maxAttempts = 3
/** A skipped block is retried with exponential backoff. */
const initialBackoffMs = minute
const maxBackoffMs = hour
/** Failed blocks to remember. The oldest is evicted, and is then retried immediately. */
const maxFailures = 1_000

interface Failure {
  readonly count: number
  readonly backoffMs: number
  readonly retryAt: Instant
}

/** `unread`: the node can't return the block now, and perhaps never will. `retry`: try again in the next round. */
type BlockRead = readonly TransactionSpends[] | 'retry' | 'unread'

/** Reads a block's spends and remembers which blocks the node couldn't return. */
export function createBlockReader({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
  const failures = createBoundedMap<string, Failure>(maxFailures)
  return read

  /** @throws {NetworkUnavailableError} when the node is down; the block's state is unknown */
  async function read(name: string, network: Network, { height, hash }: BlockRef): Promise<BlockRead> {
    const previousFailure = failures.get(hash)
    if (previousFailure && previousFailure.retryAt > clock.now()) return 'unread'
    try {
      const spends = await network.findBlockSpends(hash)
      failures.delete(hash)
      return spends
    } catch (error) {
      if (!(error instanceof NetworkUnavailableError)) throw error
      // Throws if the node is down. Otherwise only this block is the problem.
      await network.getTip()
      const count = (previousFailure?.count ?? 0) + 1
      const isSkipped = count >= maxAttempts
      const backoffMs = isSkipped
        ? Math.min(
            maxBackoffMs,
            previousFailure?.backoffMs ? 2 * previousFailure.backoffMs : initialBackoffMs,
          )
        : 0
      failures.set(hash, { count, backoffMs, retryAt: clock.now() + backoffMs })
      if (count === maxAttempts)
        log.warn(`${name}: block ${height} can't be read, so double spends in it go undetected; retrying`, {
          block: hash,
          reason: error.message,
        })
      return isSkipped ? 'unread' : 'retry'
    }
  }
}
