import type { CoinCode } from '../coins/index.ts'
import { second } from '../kernel/clock.ts'

/** Polling a sandbox costs nothing. */
const sandboxPollMs = 1 * second

const maxMempoolPollMs = 4 * second

/** How often each coin's network is polled; `nodePollMs` is the setting for nodes. */
export function createPollIntervals(nodes: ReadonlyMap<CoinCode, string>, nodePollMs: number) {
  const createInterval = (nodeIntervalMs: number) => (coin: CoinCode) =>
    nodes.get(coin) === 'sandbox:' ? sandboxPollMs : nodeIntervalMs
  return {
    /** For the tip. */
    getPollMs: createInterval(nodePollMs),
    /** For payments that aren't in a block: half as often, because each costs a call. */
    getUnminedPollMs: createInterval(2 * nodePollMs),
    /** For payments from any wallet, in the mempool: they are found within 5 s. */
    getMempoolPollMs: createInterval(Math.min(nodePollMs, maxMempoolPollMs)),
    /** For the blocks that event proofs wait for. */
    getAnchorPollMs: createInterval(5 * second),
  }
}
