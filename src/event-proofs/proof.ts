import type { Step } from './merkle.ts'

/** That an event was in the log before a block was mined: what leads from the event to a transaction of the chain. */
export interface EventProof {
  /** The envelope without `cursor`. */
  readonly event: Readonly<Record<string, unknown>>
  /** From the event's leaf to the root; hashes in hex. */
  readonly path: readonly { readonly side: Step['side']; readonly hash: string }[]
  readonly root: string
  /** Where the root stands: a transaction's output. */
  readonly coin: string
  readonly txid: string
  readonly vout: number
  /** Of the transaction when the proof was given: 0 while no block holds it. */
  readonly confirmations: number
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const pathInHex = (path: readonly Step[]): EventProof['path'] =>
  path.map(({ side, hash }) => ({ side, hash: toHex(hash) }))
