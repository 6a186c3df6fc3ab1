import { type Entry, getOutpointKey } from '../chain/ledger.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { ActorContext } from './actor-context.ts'
import { replaceEndpoint } from './endpoints.ts'

/** A disturbance, and the seconds between two of its kind. */
interface Disturbance {
  readonly everySeconds: readonly [min: number, max: number]
  readonly apply: (context: ActorContext, random: SeededRandom, node: SimulatedNode) => void
}

export const disturbances = {
  block: { everySeconds: [12, 45], apply: (context, random, node) => mineFromMempool(context, node, random) },

  reorganisation: {
    everySeconds: [60, 240],
    apply(context, random, node) {
      const depth = random.pick([1, 1, 1, 2, 3, 6])
      // Transactions that only the miner had are often lost with the blocks.
      node.reorganise(depth, ({ fee }) => random.chance(fee === 0n ? 0.7 : 0.05))
      for (let blocks = 0; blocks <= depth; blocks++) mineFromMempool(context, node, random)
    },
  },

  eviction: {
    everySeconds: [8, 30],
    apply({ history }, random, node) {
      const pool = [...node.ledger.pool.keys()]
      if (pool.length === 0) return
      const txid = random.pick(pool)
      history.log(node.coin.code, `evicts ${txid.slice(0, 8)}`)
      node.evict(txid)
    },
  },

  outage: {
    everySeconds: [60, 180],
    apply({ history, scheduler }, random, node) {
      const ms = random.between(500, 25_000)
      const losesPool = random.chance(0.4)
      history.log(node.coin.code, `is down for ${ms} ms${losesPool ? ' and loses its mempool' : ''}`)
      node.state.downUntil = scheduler.now() + ms
      if (losesPool) node.forgetPool()
    },
  },

  fees: {
    everySeconds: [20, 60],
    apply(_context, random, { state, coin }) {
      const { floor } = coin.feeRate
      state.estimate = (floor * BigInt(random.between(10, 60))) / 10n
      state.relay = (floor * BigInt(random.between(1, 12))) / 10n
    },
  },
} satisfies Record<string, Disturbance>

/** Clock steps in milliseconds. */
const steps = [-3_600_000, -60_000, -2_000, 2_000, 60_000, 3_600_000]

/** Starts the disturbances, which end when `isOver` returns true. */
export function startDisturbances(context: ActorContext, isOver: () => boolean): void {
  const { scheduler, history, hosts } = context
  for (const node of context.nodes.values()) {
    for (const [name, { everySeconds, apply }] of Object.entries(disturbances)) {
      const random = context.random(`${node.coin.code} ${name}`)
      repeat(random, everySeconds, () => apply(context, random, node))
    }
  }
  const clocks = context.random('clocks')
  repeat(clocks, [90, 300], () => {
    const ms = clocks.pick(steps)
    history.log('world', `clocks are set by ${ms} ms`)
    scheduler.stepClock(ms)
  })
  const crashes = context.random('crashes')
  repeat(crashes, [20, 120], () => crashes.pick(hosts).kill('at random'))
  const shops = context.random('shops')
  const hostNames = context.merchants.flatMap(({ shop }) => shop?.host ?? [])
  repeat(shops, [5, 15], () => context.servers.disturb(shops.pick(hostNames), shops))
  const endpoints = context.random('endpoints')
  repeat(endpoints, [2, 8], () => scheduler.spawn(replaceEndpoint(context, endpoints)))
  const outages = context.random('broker')
  repeat(outages, [30, 120], () => context.broker.goDown(outages.between(500, 30_000)))

  function repeat(random: SeededRandom, [min, max]: readonly [number, number], work: () => void): void {
    const next = () =>
      scheduler.schedule(scheduler.now() + random.between(1_000 * min, 1_000 * max), () => {
        if (isOver()) return
        work()
        next()
      })
    next()
  }
}

/** Mines a block with most of the mempool, and the transactions given to the miner. */
export function mineFromMempool(
  { minerTransactions }: ActorContext,
  node: SimulatedNode,
  random: SeededRandom,
  share = 0.9,
): void {
  const { ledger, coin } = node
  const minerOnly = minerTransactions.get(coin.code)?.splice(0) ?? []
  const forced = minerOnly.flatMap((hex): Entry[] => {
    const transaction = coin.parse(hex)
    const isAvailable = transaction.inputs.every((input) => (ledger.find(input)?.height ?? null) !== null)
    return isAvailable ? [{ hex, transaction, fee: 0n, replaceable: false }] : []
  })
  const entries = [...forced]
  const spent = new Set(forced.flatMap(({ transaction }) => transaction.inputs.map(getOutpointKey)))
  const skipped = new Set<string>()
  for (const entry of ledger.pool.values()) {
    const { transaction } = entry
    const dependsOnSkipped = ledger
      .findParents(transaction)
      .some((parent) => skipped.has(parent.transaction.id))
    const isTaken =
      !dependsOnSkipped &&
      random.chance(share) &&
      !transaction.inputs.some((input) => spent.has(getOutpointKey(input)))
    if (isTaken) entries.push(entry)
    else skipped.add(transaction.id)
  }
  node.mine(entries)
}
