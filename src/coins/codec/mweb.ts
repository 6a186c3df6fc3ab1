import { type ByteReader, unparseable } from './reader.ts'

/** The weight that kernels add, and the fee that they pay in base units. */
interface KernelSums {
  readonly weight: number
  readonly fee: bigint
}

/** The MimbleWimble part of a Litecoin transaction: its bytes, the weight that it adds, and the fee that it pays. */
export interface Mweb extends KernelSums {
  readonly bytes: Uint8Array
}

const hashBytes = 32
const pointBytes = 33
const signatureBytes = 64
const rangeProofBytes = 675
/** Key exchange key, view tag, masked value, masked nonce. */
const standardFieldsBytes = pointBytes + 1 + 8 + 16
/** A peg-in as an input of the block's transaction (Litecoin's `GetTransactionWeight`). */
const pegInWeight = 4 * 41

const minInputBytes = 1 + hashBytes + 2 * pointBytes + signatureBytes
const minOutputBytes = 3 * pointBytes + 1 + rangeProofBytes + signatureBytes
const minKernelBytes = 1 + pointBytes + signatureBytes
const minPegOutBytes = 3

const kernelFeature = {
  fee: 1,
  pegIn: 2,
  pegOut: 4,
  lockHeight: 8,
  stealthExcess: 16,
  extraData: 32,
} as const

/**
 * Reads the part between witnesses and lock time when the flag announces it (LIP 3, Litecoin's `mw::Transaction`): a zero byte in the
 * transaction that closes a block, else inputs, outputs and kernels. Only its structure is read; the node checks whether it is valid.
 */
export function readMweb(read: ByteReader, bytes: Uint8Array): Mweb {
  const start = read.position()
  const present = read.byte()
  if (present > 1) unparseable('its MimbleWimble part is malformed')
  const sums = present ? readBody(read) : { weight: 0, fee: 0n }
  return { bytes: bytes.subarray(start, read.position()), ...sums }
}

function readBody(read: ByteReader): KernelSums {
  read.skip(2 * hashBytes)
  for (let left = read.count(minInputBytes); left > 0; left--) skipInput(read)
  for (let left = read.count(minOutputBytes); left > 0; left--) skipOutput(read)
  const kernels = read.count(minKernelBytes)
  if (kernels === 0) unparseable('its MimbleWimble part has no kernel')
  let weight = 0
  let fee = 0n
  for (let left = kernels; left > 0; left--) {
    const kernel = readKernel(read)
    weight += kernel.weight
    fee += kernel.fee
  }
  return { weight, fee }
}

function skipInput(read: ByteReader): void {
  const features = read.byte()
  read.skip(hashBytes + 2 * pointBytes)
  if (features & 1) read.skip(pointBytes)
  if (features & 2) read.string()
  read.skip(signatureBytes)
}

function skipOutput(read: ByteReader): void {
  read.skip(3 * pointBytes)
  const features = read.byte()
  if (features & 1) read.skip(standardFieldsBytes)
  if (features & 2) read.string()
  read.skip(rangeProofBytes + signatureBytes)
}

/** The weight is that of the inputs and outputs that the kernel adds to the block's transaction. */
function readKernel(read: ByteReader): KernelSums {
  const features = read.byte()
  let weight = 0
  const fee = features & kernelFeature.fee ? readVarInt(read) : 0n
  if (features & kernelFeature.pegIn) {
    readVarInt(read)
    weight += pegInWeight
  }
  if (features & kernelFeature.pegOut) weight += readPegOuts(read)
  if (features & kernelFeature.lockHeight) readVarInt(read)
  if (features & kernelFeature.stealthExcess) read.skip(pointBytes)
  if (features & kernelFeature.extraData) read.string()
  read.skip(pointBytes + signatureBytes)
  return { weight, fee }
}

function readPegOuts(read: ByteReader): number {
  let weight = 0
  for (let left = read.count(minPegOutBytes); left > 0; left--) {
    readVarInt(read)
    const start = read.position()
    const script = read.string()
    if (script.length === 0) unparseable('its MimbleWimble part pays an empty script')
    weight += 4 * (8 + read.position() - start)
  }
  return weight
}

/**
 * Bitcoin Core's other variable-length number: seven bits per byte, the high bit marks that more follow, and each byte before the last adds
 * one.
 */
function readVarInt(read: ByteReader): bigint {
  let value = 0n
  for (let length = 1; ; length++) {
    if (length > 10) unparseable('a number in its MimbleWimble part is too long')
    const byte = read.byte()
    value = (value << 7n) + BigInt(byte & 0x7f)
    if (!(byte & 0x80)) return value
    value += 1n
  }
}
