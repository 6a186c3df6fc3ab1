import { type CoinCode, coins } from './coins/index.ts'
import type { Config } from './config.ts'
import type { Clock } from './kernel/clock.ts'
import { every } from './kernel/every.ts'
import type { Rpc } from './networks/rpc.ts'
import type { Ledger } from './networks/sandbox/ledger.ts'
import { sandboxMiningStore } from './networks/sandbox/mining/store.ts'
import { openSandbox, type SandboxChain } from './networks/sandbox/sandbox.ts'
import { sandboxChainStore } from './networks/sandbox/store.ts'
import { sandboxTransactionStore } from './networks/sandbox/transactions/store.ts'
import type { SignatureChecker } from './networks/signatures.ts'
import type { Database } from './platform/storage/database.ts'
import type { Sql } from './platform/storage/sql.ts'

export interface Sandboxes {
  readonly chains: readonly SandboxChain[]
  /** The service's connection to the sandbox chain of a coin. */
  rpc(coin: CoinCode): Rpc
  stop(): Promise<void>
}

/** The sandbox chains of the coins whose node is `sandbox:`; they live in the service's database. */
export function openSandboxes(
  config: Config,
  {
    database,
    clock,
    signatures,
    failed,
  }: {
    database: Database
    clock: Clock
    signatures: SignatureChecker
    failed: (error: unknown) => void
  },
): Sandboxes {
  const opened = new Map<CoinCode, SandboxChain>()
  for (const [code, coin] of coins) {
    if (config.secrets.nodes.get(code) !== 'sandbox:') continue
    const read = ledger(database.read, code)
    const transact = <T>(work: (stores: Ledger) => Promise<T>) =>
      database.transact((sql) => work(ledger(sql, code)))
    opened.set(code, openSandbox({ coin, read, transact, clock, signatures }))
  }
  const chains = [...opened.values()]
  const interval = config.sandboxBlockMs
  const mining = interval === null ? [] : chains.map((chain) => every(interval, () => chain.mine(), failed))
  return {
    chains,
    rpc(coin) {
      const chain = opened.get(coin)
      if (!chain) throw new Error(`there is no sandbox chain of ${coin}`)
      return chain.rpc({ timeoutMs: config.nodeTimeLimitMs })
    },
    stop: async () => {
      await Promise.all(mining.map((each) => each.stop()))
    },
  }
}

const ledger = (sql: Sql, coin: CoinCode): Ledger => ({
  ...sandboxChainStore(sql, coin),
  ...sandboxTransactionStore(sql, coin),
  ...sandboxMiningStore(sql, coin),
})
