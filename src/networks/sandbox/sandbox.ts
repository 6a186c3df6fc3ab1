import type { Coin } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Transact } from '../../kernel/transact.ts'
import type { Rpc } from '../rpc.ts'
import { createChainContext } from './chain.ts'
import type { Ledger } from './ledger.ts'
import { createRpcHandler, type RpcHandler } from './methods.ts'
import { mineBlocks } from './mine.ts'
import { createServiceRpc } from './rpc.ts'

/** One coin's sandbox chain: a regtest chain in the database, behind the RPC interface of the coin's node. */
export interface SandboxChain {
  readonly coin: CoinCode
  /** Used by the control route: the node's methods and the sandbox's own. It never simulates failures. */
  readonly handle: RpcHandler
  /** A connection for the service. Its calls fail as set by `sandbox_fail`. */
  openRpc(options?: { readonly timeoutMs?: number }): Rpc
  /** Mines one block with the contents of the mempool, for a sandbox with a configured block interval. */
  mine(): Promise<void>
}

export interface SandboxChainDependencies {
  readonly coin: Coin & { readonly code: CoinCode }
  /** Committed data. */
  readonly ledger: Ledger
  readonly transact: Transact<Ledger>
  readonly clock: Clock
}

/** A node that takes longer is treated as unresponsive. */
const defaultTimeoutMs = 8_000

/** Creates a handle to the chain. Several processes may share it in one database. The first call creates the chain. */
export function createSandboxChain({
  coin,
  ledger,
  transact,
  clock,
}: SandboxChainDependencies): SandboxChain {
  const now = () => Math.floor(clock.now() / 1_000)
  const chain = createChainContext({ coin, ledger, transact, now })
  const handle = createRpcHandler(chain)
  return {
    coin: coin.code,
    handle,
    openRpc: ({ timeoutMs = defaultTimeoutMs } = {}) => createServiceRpc(chain, handle, timeoutMs),
    mine: async () => {
      await mineBlocks(chain, 1, chain.treasury.script)
    },
  }
}
