import { toHex } from '../kernel/hex.ts'
import type { MerkleStep } from './merkle.ts'

/** Proves that an event was in the log before a block was mined: the path from the event to a transaction in the chain. */
export interface EventProof {
  /** The envelope without `cursor`. */
  readonly event: Readonly<Record<string, unknown>>
  /** From the event's leaf to the root; hashes in hex. */
  readonly path: readonly { readonly side: MerkleStep['side']; readonly hash: string }[]
  readonly root: string
  /** The transaction output that contains the root. */
  readonly coin: string
  readonly txid: string
  readonly vout: number
  /** Confirmations when the proof was created; 0 while unconfirmed. */
  readonly confirmations: number
}

export const formatPath = (path: readonly MerkleStep[]): EventProof['path'] =>
  path.map(({ side, hash }) => ({ side, hash: toHex(hash) }))
