import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '../coins/codec/hash.ts'
import { toHex } from '../kernel/hex.ts'

const { Point } = secp256k1
const field = Point.Fp
const scalars = Point.Fn

/**
 * Verifies a Bitcoin Cash Schnorr signature (the 2019 specification, not BIP340): 64 bytes, R's x and s, over a 32-byte digest.
 * It is valid when s·G − e·P is a point with that x whose y is a square, where e = SHA-256(x ‖ compressed P ‖ digest).
 */
export function verifyBchSchnorr(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    const x = signature.subarray(0, 32)
    const r = field.fromBytes(x)
    const s = scalars.fromBytes(signature.subarray(32))
    const point = Point.fromBytes(publicKey)
    const e = scalars.create(toNumber(sha256(Buffer.concat([x, point.toBytes(true), digest]))))
    const noncePoint = Point.BASE.multiplyUnsafe(s).add(point.multiplyUnsafe(scalars.neg(e)))
    if (noncePoint.is0()) return false
    const { x: found, y } = noncePoint.toAffine()
    return found === r && isSquare(y)
  } catch {
    // Numbers outside the field or the group order, or bytes that are not a point.
    return false
  }
}

/** Euler's criterion. */
const isSquare = (value: bigint): boolean => field.eql(field.pow(value, (field.ORDER - 1n) / 2n), field.ONE)

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`)
