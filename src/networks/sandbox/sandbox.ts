import type { Coin } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Transact } from '../../kernel/transact.ts'
import type { Rpc } from '../rpc.ts'
import type { SignatureChecker } from '../signatures.ts'
import { openChain } from './chain.ts'
import type { Ledger } from './ledger.ts'
import { type Answer, answering } from './methods.ts'
import { mineBlocks } from './mine.ts'
import { serviceRpc } from './rpc.ts'

/** The sandbox's chain of one coin: a regtest chain in the database, with the coin's node in front of it. */
export interface SandboxChain {
  readonly coin: CoinCode
  /** What the control route asks: the node's methods and those of the sandbox, never failing on purpose. */
  readonly answer: Answer
  /** A connection of the service: its calls fail as `sandbox_fail` says. */
  rpc(options?: { readonly timeoutMs?: number }): Rpc
  /** Mines one block with what the pool holds: for a setting that gives the sandbox a block interval. */
  mine(): Promise<void>
}

export interface SandboxParts {
  readonly coin: Coin & { readonly code: CoinCode }
  /** What is committed. */
  readonly read: Ledger
  readonly transact: Transact<Ledger>
  readonly clock: Clock
  readonly signatures: SignatureChecker
}

/** Nodes answer within this, or it counts as no answer. */
const usualTimeoutMs = 8_000

/** Several processes may open the chain on one database. It begins at the first call. */
export function openSandbox({ coin, read, transact, clock, signatures }: SandboxParts): SandboxChain {
  const now = () => Math.floor(clock.now() / 1_000)
  const chain = openChain({ coin, read, transact, signatures, now })
  const answer = answering(chain)
  return {
    coin: coin.code,
    answer,
    rpc: ({ timeoutMs = usualTimeoutMs } = {}) => serviceRpc(chain, answer, timeoutMs),
    mine: async () => {
      await mineBlocks(chain, 1, chain.treasury.script)
    },
  }
}
