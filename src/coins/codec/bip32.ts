import assert from 'node:assert/strict'
import { computeHmac } from '../../kernel/hmac.ts'
import { decodeBase58Check, encodeBase58Check } from './base58.ts'
import { hash160, toUint8Array } from './hash.ts'
import { createPublicKeyTweaker, getPublicKey, isSecretKey, tweakSecretKey } from './secp256k1.ts'

/** Children with this index or above are hardened (`44'`): only the private key can derive them. */
const hardenedOffset = 0x8000_0000

/** The fields of an extended key. Its length, checksum and position in the tree are checked, but not the key itself. */
export interface EncodedKey {
  /** Version bytes as a 32-bit number. */
  readonly version: number
  readonly depth: number
  /** First four bytes of the HASH160 of the parent's public key; zero for a master key. */
  readonly parentFingerprint: number
  readonly index: number
  readonly chainCode: Uint8Array
  /** 33 bytes: a compressed public key, or a zero and a private key. */
  readonly key: Uint8Array
}

interface PublicNode {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array
  readonly chainCode: Uint8Array
}

export interface PrivateNode extends PublicNode {
  readonly secretKey: Uint8Array
  readonly depth: number
  readonly parentFingerprint: number
  readonly index: number
}

/** Decodes an extended key; null when its alphabet, checksum, length or position in the tree is wrong. */
export function decodeExtendedKey(text: string): EncodedKey | null {
  const bytes = decodeBase58Check(text)
  if (bytes?.length !== 78) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [version, depth, parentFingerprint, index] = [
    view.getUint32(0),
    view.getUint8(4),
    view.getUint32(5),
    view.getUint32(9),
  ]
  // A master key has no parent (BIP32, test vector 5).
  if (depth === 0 && (parentFingerprint !== 0 || index !== 0)) return null
  return { version, depth, parentFingerprint, index, chainCode: bytes.slice(13, 45), key: bytes.slice(45) }
}

export function encodeExtendedKey({
  version,
  depth,
  parentFingerprint,
  index,
  chainCode,
  key,
}: EncodedKey): string {
  return encodeBase58Check(
    toBigEndian(version),
    depth,
    toBigEndian(parentFingerprint),
    toBigEndian(index),
    chainCode,
    key,
  )
}

/** Returns a function that derives non-hardened public keys. Each takes 0.1 ms. */
export function createPublicDeriver({ publicKey, chainCode }: PublicNode): (index: number) => PublicNode {
  const tweakParent = createPublicKeyTweaker(publicKey)
  return (index) => {
    assert(
      Number.isInteger(index) && index >= 0 && index < hardenedOffset,
      'a public derivation index must be below 2^31',
    )
    const { tweak, chainCode: code } = deriveTweak(chainCode, publicKey, index)
    return { publicKey: requireKey(tweakParent(tweak)), chainCode: code }
  }
}

/** The master key of a seed of 16 to 64 bytes. */
export function createMasterNode(seed: Uint8Array): PrivateNode {
  assert(seed.length >= 16 && seed.length <= 64, 'a seed must have 16 to 64 bytes')
  const hash = hmacSha512(Buffer.from('Bitcoin seed'), seed)
  return createPrivateNode({
    key: hash.slice(0, 32),
    chainCode: hash.slice(32),
    depth: 0,
    parentFingerprint: 0,
    index: 0,
  })
}

/** The child of a private key. An index of 2^31 or above derives a hardened child. */
function derivePrivateChild(node: PrivateNode, index: number): PrivateNode {
  assert(Number.isInteger(index) && index >= 0 && index <= 0xffff_ffff, 'an index must fit in 32 bits')
  const data = index >= hardenedOffset ? Uint8Array.of(0, ...node.secretKey) : node.publicKey
  const { tweak, chainCode } = deriveTweak(node.chainCode, data, index)
  return createPrivateNode({
    key: requireKey(tweakSecretKey(node.secretKey, tweak)),
    chainCode,
    depth: node.depth + 1,
    parentFingerprint: computeFingerprint(node),
    index,
  })
}

/** The key at a path such as `m/44'/2'/0'` below `node`. */
export function derivePath(node: PrivateNode, path: string): PrivateNode {
  assert(/^m(\/\d{1,10}'?)*$/.test(path), 'a path must consist of m, slashes and numbers')
  return path.split('/').slice(1).map(parseStep).reduce(derivePrivateChild, node)
}

function parseStep(step: string): number {
  const index = Number.parseInt(step, 10)
  assert(index < hardenedOffset, "a step of a path must be below 2^31: only ' derives a hardened child")
  return step.endsWith("'") ? index + hardenedOffset : index
}

/** Builds a private node, and asserts that its key is valid. */
export function createPrivateNode({
  key,
  chainCode,
  depth,
  parentFingerprint,
  index,
}: Omit<EncodedKey, 'version'>): PrivateNode {
  assert(isSecretKey(key), 'a private key must be between 1 and n − 1')
  return { secretKey: key, publicKey: getPublicKey(key), chainCode, depth, parentFingerprint, index }
}

function deriveTweak(chainCode: Uint8Array, data: Uint8Array, index: number) {
  const hash = hmacSha512(chainCode, Uint8Array.of(...data, ...toBigEndian(index)))
  return { tweak: hash.subarray(0, 32), chainCode: hash.slice(32) }
}

/** BIP32 calls an index without a key invalid; its probability is below 2^-127. */
function requireKey(key: Uint8Array | null): Uint8Array {
  assert(key, 'there is no key at this index')
  return key
}

function hmacSha512(key: Uint8Array, data: Uint8Array): Uint8Array {
  return toUint8Array(computeHmac('sha512', key, data))
}

function computeFingerprint({ publicKey }: PublicNode): number {
  return Buffer.from(hash160(publicKey)).readUInt32BE()
}

function toBigEndian(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number)
}
