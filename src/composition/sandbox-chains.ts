import type { CoinCode } from '../coins/index.ts'
import type { Config } from '../config/config.ts'
import type { Ledger } from '../networks/sandbox/ledger.ts'
import { createSandboxMiningStore } from '../networks/sandbox/mining-store.ts'
import {
  type Sandboxes,
  type SandboxesDependencies,
  startSandboxChains,
} from '../networks/sandbox/sandboxes.ts'
import { createSandboxChainStore } from '../networks/sandbox/store.ts'
import { createSandboxTransactionStore } from '../networks/sandbox/transaction-store.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Sql } from '../platform/storage/sql.ts'

/** Starts the sandbox chains, which are stored in the service's database. */
export function startSandboxes(
  config: Config,
  {
    database,
    ...dependencies
  }: { readonly database: Database } & Pick<SandboxesDependencies, 'clock' | 'onError'>,
): Sandboxes {
  return startSandboxChains({
    ...dependencies,
    nodes: config.secrets.nodes,
    timeoutMs: config.nodeTimeoutMs,
    blockMs: config.sandboxBlockMs,
    createLedger: (coin) => ({
      ledger: createLedger(database.read, coin),
      transact: (work) => database.transact((sql) => work(createLedger(sql, coin))),
    }),
  })
}

const createLedger = (sql: Sql, coin: CoinCode): Ledger => ({
  ...createSandboxChainStore(sql, coin),
  ...createSandboxTransactionStore(sql, coin),
  ...createSandboxMiningStore(sql, coin),
})
