import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { loadLibsecp256k1 } from './libsecp256k1.ts'

// Key derivation and signing, by libsecp256k1. Everything is synchronous, so all calls share the same few buffers.

const contextForSigning = 0x201
const contextForVerifying = 0x101
const compressedFlag = 0x102

const publicKeyBytes = 33
const maxDerBytes = 72
const parsedBytes = 64

let loaded: ReturnType<typeof load> | null = null

const getLibrary = () => (loaded ??= load())

function load() {
  const { functions: f, memory } = loadLibsecp256k1()
  const allocate = (size: number) => {
    const pointer = f._malloc(size)
    return { pointer, bytes: memory.subarray(pointer, pointer + size) }
  }
  const [secret, input, parsed, output, length] = [
    allocate(32),
    allocate(publicKeyBytes),
    allocate(parsedBytes),
    allocate(maxDerBytes),
    allocate(4),
  ]
  const context = f._secp256k1_context_create(contextForSigning)
  // Blinds the calculations with secrets.
  randomFillSync(input.bytes)
  assert(f._secp256k1_context_randomize(context, input.pointer) === 1)
  input.bytes.fill(0)
  let verifying: number | null = null
  return {
    f,
    context,
    /** Its table takes 15 ms and 5 MB, and only derivation needs it. */
    getVerifyingContext: () => (verifying ??= f._secp256k1_context_create(contextForVerifying)),
    secret,
    input,
    parsed,
    output,
    length,
  }
}

/** Whether the key is a compressed public key on the curve. */
export function isPublicKey(key: Uint8Array): boolean {
  if (key.length !== publicKeyBytes) return false
  const { f, context, input, parsed } = getLibrary()
  input.bytes.set(key)
  return f._secp256k1_ec_pubkey_parse(context, parsed.pointer, input.pointer, publicKeyBytes) === 1
}

/** Whether the key is a valid private key: 32 bytes, a number between 1 and n − 1. */
export function isSecretKey(key: Uint8Array): boolean {
  if (key.length !== 32) return false
  return withSecret(
    key,
    ({ f, context, secret }) => f._secp256k1_ec_seckey_verify(context, secret.pointer) === 1,
  )
}

/** A private key from the system's random source. Practically every number of 256 bits is valid. */
export function generateSecretKey(): Uint8Array {
  const key = randomFillSync(new Uint8Array(32))
  return isSecretKey(key) ? key : generateSecretKey()
}

/** The compressed public key of a valid private key. */
export function getPublicKey(secretKey: Uint8Array): Uint8Array {
  return withSecret(secretKey, ({ f, context, secret, parsed }) => {
    const isValid = f._secp256k1_ec_pubkey_create(context, parsed.pointer, secret.pointer) === 1
    assert(isValid, 'a private key must be between 1 and n − 1')
    return serialisePublicKey()
  })
}

/** Returns a function that adds `tweak` times the generator to a public key; null if the tweak is n or more, or the sum is infinity. */
export function createPublicKeyTweaker(publicKey: Uint8Array): (tweak: Uint8Array) => Uint8Array | null {
  assert(isPublicKey(publicKey), 'a public key must be a compressed point on the curve')
  const { f, getVerifyingContext, input, parsed } = getLibrary()
  const parent = parsed.bytes.slice()
  return (tweak) => {
    assert(tweak.length === 32, 'a tweak must have 32 bytes')
    parsed.bytes.set(parent)
    input.bytes.set(tweak)
    const isValid =
      f._secp256k1_ec_pubkey_tweak_add(getVerifyingContext(), parsed.pointer, input.pointer) === 1
    return isValid ? serialisePublicKey() : null
  }
}

/** Adds a tweak to a private key modulo n; null if the tweak is n or more, or the sum is 0. */
export function tweakSecretKey(secretKey: Uint8Array, tweak: Uint8Array): Uint8Array | null {
  assert(tweak.length === 32, 'a tweak must have 32 bytes')
  return withSecret(secretKey, ({ f, context, secret, input }) => {
    input.bytes.set(tweak)
    const isValid = f._secp256k1_ec_privkey_tweak_add(context, secret.pointer, input.pointer) === 1
    input.bytes.fill(0)
    return isValid ? secret.bytes.slice() : null
  })
}

/**
 * Signs a hash of 32 bytes. RFC 6979: deterministic, without a random nonce; only for hashes of n or more, which practically don't occur,
 * libsecp256k1 chooses another nonce. Of the two possible `s`, nodes and wallets accept only the lower (BIP62).
 */
export function signDigest(digest: Uint8Array, secretKey: Uint8Array, format: 'compact' | 'der'): Uint8Array {
  assert(digest.length === 32, 'a digest must have 32 bytes')
  return withSecret(secretKey, ({ f, context, secret, input, parsed, output, length }) => {
    input.bytes.set(digest)
    const isValid = f._secp256k1_ecdsa_sign(context, parsed.pointer, input.pointer, secret.pointer) === 1
    assert(isValid, 'a private key must be between 1 and n − 1')
    if (format === 'compact') {
      f._secp256k1_ecdsa_signature_serialize_compact(context, output.pointer, parsed.pointer)
      return output.bytes.slice(0, 64)
    }
    writeLength(maxDerBytes)
    f._secp256k1_ecdsa_signature_serialize_der(context, output.pointer, length.pointer, parsed.pointer)
    return output.bytes.slice(0, length.bytes[0])
  })
}

/** Copies a private key into the library's memory for one call, and overwrites it with zeros afterwards. */
function withSecret<Result>(
  secretKey: Uint8Array,
  call: (library: ReturnType<typeof load>) => Result,
): Result {
  assert(secretKey.length === 32, 'a private key must have 32 bytes')
  const library = getLibrary()
  library.secret.bytes.set(secretKey)
  try {
    return call(library)
  } finally {
    library.secret.bytes.fill(0)
  }
}

function serialisePublicKey(): Uint8Array {
  const { f, context, parsed, output, length } = getLibrary()
  writeLength(publicKeyBytes)
  f._secp256k1_ec_pubkey_serialize(context, output.pointer, length.pointer, parsed.pointer, compressedFlag)
  return output.bytes.slice(0, publicKeyBytes)
}

/** The library reads and writes lengths as 32-bit numbers in little-endian order. */
function writeLength(bytes: number): void {
  getLibrary().length.bytes.fill(0)[0] = bytes
}
