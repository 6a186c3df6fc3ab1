import type { Generated } from 'kysely'
import type { Flag, Whole } from './columns.ts'

/** The chains that live in the service's own database. */
export interface SandboxTables {
  /** The sandbox's chains: the tip of each, and how its node is to fail. */
  sandbox_chains: {
    coin: string
    height: Whole
    hash: string
    /** Median time of the tip and the ten blocks before it, seconds since 1970. */
    median_time: Whole
    /** Moves with everything that the miner does: no two coinbases are alike. */
    revision: Whole
    fail_mode: string
    fail_left: Whole
  }
  sandbox_blocks: {
    coin: string
    hash: string
    height: Whole
    /** 80 bytes, hex. */
    header: string
    time: Whole
    median_time: Whole
    transaction_count: Whole
    /** 1 once the chain was reorganised away from it. */
    stale: Flag
    /** Of a stale block, a JSON list of hex; those of the others are in sandbox_transactions. */
    transactions: string | null
  }
  sandbox_transactions: {
    /** Order of arrival: parents come before their children. */
    sequence: Generated<Whole>
    coin: string
    txid: string
    hex: string
    /** BIP141; four times the size where the coin has no segwit. */
    weight: Whole
    fee: Whole
    /** 0 when every input is final. */
    lock_time: Whole
    coinbase: Flag
    /** Of its block; null while it is in the pool. */
    height: Whole | null
    /** When it came, seconds since 1970. */
    time: Whole
  }
  sandbox_spends: { coin: string; txid: string; vout: Whole; spender: string }
  /** Outputs that `sandbox_fund` pays from. */
  sandbox_treasury: { coin: string; txid: string; vout: Whole; amount: Whole; free: Flag }
}
