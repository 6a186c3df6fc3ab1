import type { Generated } from 'kysely'
import type { AmountColumn, BooleanColumn } from './columns.ts'

/** Simulated chains in the service's own database. */
export interface SandboxTables {
  /** The tip of each chain, and the failure mode of its simulated node. */
  sandbox_chains: {
    coin: string
    height: number
    hash: string
    /** Median time of the tip and the ten blocks before it, in seconds since 1970. */
    median_time: number
    /** Changes with each action of the miner, so that no two coinbase transactions are identical. */
    revision: number
    fail_mode: string
    fail_left: number
  }
  sandbox_blocks: {
    coin: string
    hash: string
    height: number
    /** 80 bytes, hex. */
    header: string
    time: number
    median_time: number
    transaction_count: number
    /** 1 once a reorganisation removed the block from the chain. */
    stale: BooleanColumn
    /** For a stale block, a JSON list of hex; those of other blocks are in sandbox_transactions. */
    transactions: string | null
  }
  sandbox_transactions: {
    /** Order of arrival: parents come before their children. */
    sequence: Generated<number>
    coin: string
    txid: string
    hex: string
    /** BIP141 weight; four times the size where the coin has no segwit. */
    weight: number
    fee: AmountColumn
    /** 0 when every input is final. */
    lock_time: number
    coinbase: BooleanColumn
    /** Height of its block; null while it is in the mempool. */
    height: number | null
    /** When it arrived, in seconds since 1970. */
    time: number
  }
  sandbox_spends: { coin: string; txid: string; vout: number; spender: string }
  /** Outputs that `sandbox_fund` spends. */
  sandbox_treasury: { coin: string; txid: string; vout: number; amount: AmountColumn; free: BooleanColumn }
}
