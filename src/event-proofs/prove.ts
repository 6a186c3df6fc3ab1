import type { NumberedEvent } from '../events/envelope.ts'
import { toHex } from '../kernel/hex.ts'
import { type Anchor, rootVout } from './anchor.ts'
import { computeLeaf, createProvenEnvelope } from './leaf.ts'
import { computeMerklePath } from './merkle.ts'
import { type EventProof, formatPath } from './proof.ts'

export interface ProofReader {
  /** `hasPosition` is false until the event has its position in the log. */
  findEvent(id: string): Promise<{ readonly event: NumberedEvent; readonly hasPosition: boolean } | null>
  /** The anchor that covers the position, with its leaves. */
  findAnchorByPosition(
    position: number,
  ): Promise<{ readonly anchor: Anchor; readonly leaves: readonly Uint8Array[] } | null>
}

interface ProveDependencies {
  readonly read: ProofReader
  /** Height of the newest processed block. */
  readonly getTipHeight: (coin: string) => Promise<number | null>
}

/** The event cannot be proven. The message is for the operator. */
export class NotProvenError extends Error {
  override readonly name = 'NotProvenError'
}

/**
 * The current proof of an event, and the transaction it names. The txid is final once a block contains the transaction.
 * @throws {NotProvenError}
 */
export async function proveEvent(
  id: string,
  { read, getTipHeight }: ProveDependencies,
): Promise<{ readonly proof: EventProof; readonly transaction: string }> {
  const found = await read.findEvent(id)
  if (!found) throw new NotProvenError('No event has that id; it may have been pruned.')
  const anchored = found.hasPosition ? await read.findAnchorByPosition(found.event.position) : null
  if (!anchored) throw new NotProvenError('The event is not anchored yet: try again after the next anchor.')
  const { anchor, leaves } = anchored
  const leaf = computeLeaf(found.event)
  const leafIndex = leaves.findIndex((candidate) => Buffer.compare(candidate, leaf) === 0)
  if (leafIndex < 0)
    throw new NotProvenError(
      'The event was changed after it was anchored: its current content cannot be proven.',
    )
  return {
    proof: {
      event: createProvenEnvelope(found.event),
      path: formatPath(computeMerklePath(leaves, leafIndex)),
      root: toHex(anchor.root),
      coin: anchor.coin,
      txid: anchor.txid,
      vout: rootVout,
      confirmations: await countConfirmations(anchor, getTipHeight),
    },
    transaction: anchor.hex,
  }
}

async function countConfirmations(
  { block, coin }: Anchor,
  getTipHeight: ProveDependencies['getTipHeight'],
): Promise<number> {
  if (!block) return 0
  return Math.max(1, ((await getTipHeight(coin)) ?? 0) - block.height + 1)
}
