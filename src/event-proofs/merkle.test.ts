import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeMerklePath, computeMerkleRoot, computeRoot, hashLeaf, hashNode } from './merkle.ts'

const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const sha256 = (bytes: string): string => createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex')

/** Computed independently of our code, in hex. */
const [a = '', b = '', c = '', d = '', e = ''] = ['61', '62', '63', '64', '65'].map((byte) =>
  sha256(`00${byte}`),
)
const hashHexNode = (left: string, right: string): string => sha256(`01${left}${right}`)
const leaves = ['a', 'b', 'c', 'd', 'e'].map((byte) => hashLeaf(Buffer.from(byte)))

test('a leaf is SHA-256 of 00 and its content, a node SHA-256 of 01 and its two children', () => {
  assert.deepEqual(leaves.map(hex), [a, b, c, d, e])
  assert.equal(a, '022a6979e6dab7aa5ae4c3e5e45f7e977112a7e63593820dbec1ec738a24f93c')
  const [left = assert.fail(), right = assert.fail()] = leaves
  assert.equal(hex(hashNode(left, right)), hashHexNode(a, b))
  assert.equal(hashHexNode(a, b), 'b137985ff484fb600db93107c77b0365c80d78f5b429ded0fd97361d077999eb')
})

test('roots of 1, 2, 3 and 5 leaves: an unpaired node moves up', () => {
  const roots = [1, 2, 3, 5].map((count) => hex(computeMerkleRoot(leaves.slice(0, count))))
  assert.deepEqual(roots, [
    a,
    hashHexNode(a, b),
    hashHexNode(hashHexNode(a, b), c),
    hashHexNode(hashHexNode(hashHexNode(a, b), hashHexNode(c, d)), e),
  ])
  assert.equal(computeMerkleRoot([]), null)
})

test('the audit path of each of 5 leaves matches an independent computation', () => {
  const paths = leaves.map((_, index) =>
    computeMerklePath(leaves, index).map(({ side, hash }) => `${side} ${hex(hash)}`),
  )
  const [ab, cd] = [hashHexNode(a, b), hashHexNode(c, d)]
  assert.deepEqual(paths, [
    [`right ${b}`, `right ${cd}`, `right ${e}`],
    [`left ${a}`, `right ${cd}`, `right ${e}`],
    [`right ${d}`, `left ${ab}`, `right ${e}`],
    [`left ${c}`, `left ${ab}`, `right ${e}`],
    [`left ${hashHexNode(ab, cd)}`],
  ])
})

/** The tree as RFC 6962, section 2.1, defines it: split at the largest power of two. */
function computeTransparencyRoot(hashes: readonly string[]): string {
  if (hashes.length === 1) return hashes[0] ?? ''
  const cut = 2 ** Math.ceil(Math.log2(hashes.length) - 1)
  return hashHexNode(
    computeTransparencyRoot(hashes.slice(0, cut)),
    computeTransparencyRoot(hashes.slice(cut)),
  )
}

const contents = fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 })

test('the root matches certificate transparency (RFC 6962)', () => {
  fc.assert(
    fc.property(contents, (all) => {
      const hashes = all.map((content) => sha256(`00${hex(content)}`))
      assert.equal(hex(computeMerkleRoot(all.map(hashLeaf))), computeTransparencyRoot(hashes))
    }),
  )
})

test('the path of a leaf leads to the root from that leaf only', () => {
  fc.assert(
    fc.property(contents, fc.uint8Array({ minLength: 9, maxLength: 9 }), (all, other) => {
      const tree = all.map(hashLeaf)
      const root = hex(computeMerkleRoot(tree))
      for (const [index, leaf] of tree.entries()) {
        const path = computeMerklePath(tree, index)
        assert.ok(path.length <= Math.ceil(Math.log2(tree.length)))
        assert.equal(hex(computeRoot(leaf, path)), root)
        assert.notEqual(hex(computeRoot(hashLeaf(other), path)), root)
      }
    }),
  )
})
