import { type CoinCode, coins } from '../coins/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Rpc } from '../networks/rpc.ts'
import type { Ledger } from '../networks/sandbox/ledger.ts'
import { createSandboxMiningStore } from '../networks/sandbox/mining-store.ts'
import { createSandboxChain, type SandboxChain } from '../networks/sandbox/sandbox.ts'
import { createSandboxChainStore } from '../networks/sandbox/store.ts'
import { createSandboxTransactionStore } from '../networks/sandbox/transaction-store.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Sql } from '../platform/storage/sql.ts'

export interface Sandboxes {
  readonly chains: readonly SandboxChain[]
  /** The service's connection to the sandbox chain of a coin. */
  rpc(coin: CoinCode): Rpc
  stop(): Promise<void>
}

/** The sandbox chains of the coins whose node is `sandbox:`; they are stored in the service's database. */
export function startSandboxes(
  config: Config,
  {
    database,
    clock,
    failed,
  }: {
    database: Database
    clock: Clock
    failed: (error: unknown) => void
  },
): Sandboxes {
  const opened = new Map<CoinCode, SandboxChain>()
  for (const [code, coin] of coins) {
    if (config.secrets.nodes.get(code) !== 'sandbox:') continue
    const read = ledger(database.read, code)
    const transact = <T>(work: (stores: Ledger) => Promise<T>) =>
      database.transact((sql) => work(ledger(sql, code)))
    opened.set(code, createSandboxChain({ coin, read, transact, clock }))
  }
  const chains = [...opened.values()]
  const interval = config.sandboxBlockMs
  const mining =
    interval === null ? [] : chains.map((chain) => startPeriodicTask(interval, () => chain.mine(), failed))
  return {
    chains,
    rpc(coin) {
      const chain = opened.get(coin)
      if (!chain) throw new Error(`${coin} has no sandbox chain`)
      return chain.rpc({ timeoutMs: config.nodeTimeoutMs })
    },
    stop: async () => {
      await Promise.all(mining.map((each) => each.stop()))
    },
  }
}

const ledger = (sql: Sql, coin: CoinCode): Ledger => ({
  ...createSandboxChainStore(sql, coin),
  ...createSandboxTransactionStore(sql, coin),
  ...createSandboxMiningStore(sql, coin),
})
