import type { Steps } from '../../kernel/steps.ts'
import { type ByteReader, throwUnparseable } from './reader.ts'

/** The weight that kernels add, and the fee that they pay in base units. */
interface KernelSums {
  readonly weight: number
  readonly fee: bigint
}

/** The MimbleWimble part of a Litecoin transaction: its bytes, the weight that it adds, and the fee that it pays. */
interface Mweb extends KernelSums {
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

/** Reading this many inputs, outputs, kernels or peg-outs takes a millisecond or two. */
const partsPerStep = 1_000

const kernelFeature = {
  fee: 1,
  pegIn: 2,
  pegOut: 4,
  lockHeight: 8,
  stealthExcess: 16,
  extraData: 32,
} as const

/**
 * Reads the data between witnesses and lock time if the flag is set (LIP 3, Litecoin's `mw::Transaction`): a zero byte in the last
 * transaction of a block, otherwise inputs, outputs and kernels. Only the structure is checked here; the node validates the rest.
 */
export function* readMweb(reader: ByteReader, bytes: Uint8Array): Steps<Mweb> {
  const start = reader.getPosition()
  const marker = reader.readByte()
  if (marker > 1) throwUnparseable('its MWEB data is malformed')
  const sums = marker ? yield* readBody(reader) : { weight: 0, fee: 0n }
  return { bytes: bytes.subarray(start, reader.getPosition()), ...sums }
}

function* readBody(reader: ByteReader): Steps<KernelSums> {
  reader.skip(2 * hashBytes)
  for (let remaining = reader.readCount(minInputBytes); remaining > 0; remaining--) {
    skipInput(reader)
    if (remaining % partsPerStep === 0) yield
  }
  for (let remaining = reader.readCount(minOutputBytes); remaining > 0; remaining--) {
    skipOutput(reader)
    if (remaining % partsPerStep === 0) yield
  }
  const kernels = reader.readCount(minKernelBytes)
  if (kernels === 0) throwUnparseable('its MWEB data has no kernel')
  let weight = 0
  let fee = 0n
  for (let remaining = kernels; remaining > 0; remaining--) {
    const kernel = yield* readKernel(reader)
    weight += kernel.weight
    fee += kernel.fee
    if (remaining % partsPerStep === 0) yield
  }
  return { weight, fee }
}

function skipInput(reader: ByteReader): void {
  const features = reader.readByte()
  reader.skip(hashBytes + 2 * pointBytes)
  if (features & 1) reader.skip(pointBytes)
  if (features & 2) reader.readVarBytes()
  reader.skip(signatureBytes)
}

function skipOutput(reader: ByteReader): void {
  reader.skip(3 * pointBytes)
  const features = reader.readByte()
  if (features & 1) reader.skip(standardFieldsBytes)
  if (features & 2) reader.readVarBytes()
  reader.skip(rangeProofBytes + signatureBytes)
}

/** The weight is that of the kernel's peg-ins and peg-outs in the block's integrating transaction (HogEx). */
function* readKernel(reader: ByteReader): Steps<KernelSums> {
  const features = reader.readByte()
  let weight = 0
  const fee = features & kernelFeature.fee ? readVarInt(reader) : 0n
  if (features & kernelFeature.pegIn) {
    readVarInt(reader)
    weight += pegInWeight
  }
  if (features & kernelFeature.pegOut) weight += yield* readPegOuts(reader)
  if (features & kernelFeature.lockHeight) readVarInt(reader)
  if (features & kernelFeature.stealthExcess) reader.skip(pointBytes)
  if (features & kernelFeature.extraData) reader.readVarBytes()
  reader.skip(pointBytes + signatureBytes)
  return { weight, fee }
}

function* readPegOuts(reader: ByteReader): Steps<number> {
  let weight = 0
  for (let remaining = reader.readCount(minPegOutBytes); remaining > 0; remaining--) {
    readVarInt(reader)
    const start = reader.getPosition()
    const script = reader.readVarBytes()
    if (script.length === 0) throwUnparseable('an MWEB peg-out has an empty script')
    weight += 4 * (8 + reader.getPosition() - start)
    if (remaining % partsPerStep === 0) yield
  }
  return weight
}

/**
 * Bitcoin Core's VARINT (not CompactSize): seven bits per byte, the high bit marks that more follow, and each byte before the last adds
 * one.
 */
function readVarInt(reader: ByteReader): bigint {
  let value = 0n
  for (let length = 1; ; length++) {
    if (length > 10) throwUnparseable('an MWEB varint is too long')
    const byte = reader.readByte()
    value = (value << 7n) + BigInt(byte & 0x7f)
    if (!(byte & 0x80)) return value
    value += 1n
  }
}
