import { sha256 } from '../coins/codec/hash.ts'

/** A step from a leaf to the root: the sibling's hash and its side. */
export interface MerkleStep {
  readonly side: 'left' | 'right'
  readonly hash: Uint8Array
}

/** Domain separation: leaves and nodes never hash alike, so neither can pass for the other (RFC 6962, 2.1). */
const mark = { leaf: 0, node: 1 } as const

export const leafHash = (content: Uint8Array): Uint8Array => marked(mark.leaf, content)

export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => marked(mark.node, left, right)

function marked(what: number, first: Uint8Array, second?: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + first.length + (second?.length ?? 0))
  bytes[0] = what
  bytes.set(first, 1)
  if (second) bytes.set(second, 1 + first.length)
  return sha256(bytes)
}

/** The Merkle root. A single leaf is its own root; null without leaves. */
export function computeMerkleRoot(leaves: readonly Uint8Array[]): Uint8Array | null {
  let level = leaves
  while (level.length > 1) level = levelAbove(level)
  return level[0] ?? null
}

/** The path from the leaf at `place` to the root. */
export function computeMerklePath(leaves: readonly Uint8Array[], index: number): readonly MerkleStep[] {
  const path: MerkleStep[] = []
  let at = index
  for (let level = leaves; level.length > 1; level = levelAbove(level)) {
    const hash = level[at ^ 1]
    if (hash) path.push({ side: at & 1 ? 'left' : 'right', hash })
    at >>= 1
  }
  return path
}

/** Computes the root from a leaf and its path. */
export function computeRoot(leaf: Uint8Array, path: readonly MerkleStep[]): Uint8Array {
  return path.reduce(
    (below, { side, hash }) => (side === 'left' ? nodeHash(hash, below) : nodeHash(below, hash)),
    leaf,
  )
}

/** Hashes pairs; an odd last one moves up unchanged. */
function levelAbove(level: readonly Uint8Array[]): readonly Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]]
    if (left) parents.push(right ? nodeHash(left, right) : left)
  }
  return parents
}
