import { type CoinCode, coins } from '../../coins/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { startPeriodicTask } from '../../kernel/periodic-task.ts'
import type { Rpc } from '../rpc.ts'
import { createSandboxChain, type SandboxChain, type SandboxChainDependencies } from './sandbox.ts'

export interface Sandboxes {
  readonly chains: readonly SandboxChain[]
  /** The service's connection to the sandbox chain of a coin. */
  openRpc(coin: CoinCode): Rpc
  stop(): Promise<void>
}

export interface SandboxesDependencies {
  readonly nodes: ReadonlyMap<CoinCode, string>
  readonly timeoutMs: number
  /** Null: blocks are only mined on request. */
  readonly blockMs: number | null
  readonly createLedger: (coin: CoinCode) => Pick<SandboxChainDependencies, 'ledger' | 'transact'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** The sandbox chains of the coins whose node is `sandbox:`. */
export function startSandboxChains(dependencies: SandboxesDependencies): Sandboxes {
  const { nodes, timeoutMs, blockMs, createLedger, clock, onError } = dependencies
  const chainsByCoin = new Map<CoinCode, SandboxChain>()
  for (const [code, coin] of coins)
    if (nodes.get(code) === 'sandbox:')
      chainsByCoin.set(code, createSandboxChain({ coin, ...createLedger(code), clock }))
  const chains = [...chainsByCoin.values()]
  const tasks =
    blockMs === null ? [] : chains.map((chain) => startPeriodicTask(blockMs, () => chain.mine(), onError))
  return {
    chains,
    openRpc(coin) {
      const chain = chainsByCoin.get(coin)
      if (!chain) throw new Error(`${coin} has no sandbox chain`)
      return chain.openRpc({ timeoutMs })
    },
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
