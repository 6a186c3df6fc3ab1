import { sha256 } from '../coins/codec/hash.ts'

/** A step from a leaf to the root: the sibling's hash and its side. */
export interface MerkleStep {
  readonly side: 'left' | 'right'
  readonly hash: Uint8Array
}

/** Domain separation: neither a leaf nor a node can pass for the other (RFC 6962, 2.1). */
const prefixes = { leaf: 0, node: 1 } as const

export const hashLeaf = (content: Uint8Array): Uint8Array => hashWithPrefix(prefixes.leaf, content)

export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  hashWithPrefix(prefixes.node, left, right)

function hashWithPrefix(prefix: number, first: Uint8Array, second?: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + first.length + (second?.length ?? 0))
  bytes[0] = prefix
  bytes.set(first, 1)
  if (second) bytes.set(second, 1 + first.length)
  return sha256(bytes)
}

/** The Merkle root. A single leaf is its own root; null without leaves. */
export function computeMerkleRoot(leaves: readonly Uint8Array[]): Uint8Array | null {
  let level = leaves
  while (level.length > 1) level = hashPairs(level)
  return level[0] ?? null
}

/** The path from the leaf at `leafIndex` to the root. */
export function computeMerklePath(leaves: readonly Uint8Array[], leafIndex: number): readonly MerkleStep[] {
  const path: MerkleStep[] = []
  let index = leafIndex
  for (let level = leaves; level.length > 1; level = hashPairs(level)) {
    const hash = level[index ^ 1]
    if (hash) path.push({ side: index & 1 ? 'left' : 'right', hash })
    index >>= 1
  }
  return path
}

/** Computes the root from a leaf and its path. */
export function computeRoot(leaf: Uint8Array, path: readonly MerkleStep[]): Uint8Array {
  return path.reduce(
    (below, { side, hash }) => (side === 'left' ? hashNode(hash, below) : hashNode(below, hash)),
    leaf,
  )
}

/** The next level up: hashes pairs. An unpaired last one moves up unchanged. */
function hashPairs(level: readonly Uint8Array[]): readonly Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]]
    if (left) parents.push(right ? hashNode(left, right) : left)
  }
  return parents
}
