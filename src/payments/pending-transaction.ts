import type { ApiError } from '../kernel/api-error.ts'
import type { BaseUnits } from '../kernel/money.ts'
import type { MempoolEntry } from '../networks/network.ts'
import type { ParsedTransaction } from './parse.ts'
import type { BlockPosition } from './payment.ts'

/** Network status of a transaction before broadcast. */
export type InputStatus =
  /** The network doesn't have it, and every input can be spent. `prevouts` are the outputs that the inputs spend. */
  | { readonly kind: 'spendable'; readonly prevouts: readonly Prevout[] }
  /** The node's mempool already has it, so its signatures and inputs were checked. */
  | { readonly kind: 'inMempool'; readonly entry: MempoolEntry }
  /** A block contains it, so it is valid. Null for an ancestor, because its block isn't needed. */
  | { readonly kind: 'mined'; readonly block: BlockPosition | null }
  /** Its inputs can't be spent, for this reason. */
  | { readonly kind: 'unspendable'; readonly error: ApiError }

/** A transaction of a submission that no block contains. */
export interface PendingTransaction extends ParsedTransaction {
  readonly status: Exclude<InputStatus, { kind: 'mined' }>
}

/** The output that an input spends. */
export interface Prevout {
  readonly script: Uint8Array
  readonly amount: BaseUnits
  /** Height of the block that contains it, or null. */
  readonly height: number | null
  readonly coinbaseHeight: number | null
  /** It belongs to a transaction in the mempool, or to one of the same submission that the network doesn't have. */
  readonly unconfirmed: 'mempool' | 'submission' | null
}
