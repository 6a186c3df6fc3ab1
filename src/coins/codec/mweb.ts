import { type Reader, unparseable } from './reader.ts'

/** The MimbleWimble part of a Litecoin transaction: as it stands, and what it adds to the weight. */
export interface Mweb {
  readonly bytes: Uint8Array
  readonly weight: number
}

const hashBytes = 32
const pointBytes = 33
const signatureBytes = 64
const rangeProofBytes = 675
/** Key exchange key, view tag, masked value, masked nonce. */
const standardFieldsBytes = pointBytes + 1 + 8 + 16
/** What a peg-in will be as an input of the block's transaction (Litecoin's `GetTransactionWeight`). */
const pegInWeight = 4 * 41

const leastInputBytes = 1 + hashBytes + 2 * pointBytes + signatureBytes
const leastOutputBytes = 3 * pointBytes + 1 + rangeProofBytes + signatureBytes
const leastKernelBytes = 1 + pointBytes + signatureBytes
const leastPegOutBytes = 3

const kernelFeature = {
  fee: 1,
  pegIn: 2,
  pegOut: 4,
  lockHeight: 8,
  stealthExcess: 16,
  extraData: 32,
} as const

/**
 * Reads what stands between witnesses and lock time when the flag says so (LIP 3, Litecoin's `mw::Transaction`): a zero byte in the
 * transaction that closes a block, else inputs, outputs and kernels. Only its outline is read: whether it is true, the node knows.
 */
export function readMweb(read: Reader, bytes: Uint8Array): Mweb {
  const start = read.position()
  const present = read.byte()
  if (present > 1) unparseable('its MimbleWimble part is malformed')
  const weight = present ? readBody(read) : 0
  return { bytes: bytes.subarray(start, read.position()), weight }
}

function readBody(read: Reader): number {
  read.skip(2 * hashBytes)
  for (let left = read.count(leastInputBytes); left > 0; left--) skipInput(read)
  for (let left = read.count(leastOutputBytes); left > 0; left--) skipOutput(read)
  const kernels = read.count(leastKernelBytes)
  if (kernels === 0) unparseable('its MimbleWimble part has no kernel')
  let weight = 0
  for (let left = kernels; left > 0; left--) weight += readKernel(read)
  return weight
}

function skipInput(read: Reader): void {
  const features = read.byte()
  read.skip(hashBytes + 2 * pointBytes)
  if (features & 1) read.skip(pointBytes)
  if (features & 2) read.string()
  read.skip(signatureBytes)
}

function skipOutput(read: Reader): void {
  read.skip(3 * pointBytes)
  const features = read.byte()
  if (features & 1) read.skip(standardFieldsBytes)
  if (features & 2) read.string()
  read.skip(rangeProofBytes + signatureBytes)
}

/** Returns the weight of the inputs and outputs that the kernel asks the block's transaction for. */
function readKernel(read: Reader): number {
  const features = read.byte()
  let weight = 0
  if (features & kernelFeature.fee) skipVarInt(read)
  if (features & kernelFeature.pegIn) {
    skipVarInt(read)
    weight += pegInWeight
  }
  if (features & kernelFeature.pegOut) weight += readPegOuts(read)
  if (features & kernelFeature.lockHeight) skipVarInt(read)
  if (features & kernelFeature.stealthExcess) read.skip(pointBytes)
  if (features & kernelFeature.extraData) read.string()
  read.skip(pointBytes + signatureBytes)
  return weight
}

function readPegOuts(read: Reader): number {
  let weight = 0
  for (let left = read.count(leastPegOutBytes); left > 0; left--) {
    skipVarInt(read)
    const start = read.position()
    const script = read.string()
    if (script.length === 0) unparseable('its MimbleWimble part pays an empty script')
    weight += 4 * (8 + read.position() - start)
  }
  return weight
}

/** Bitcoin Core's other variable-length number: seven bits a byte, the last without the eighth. */
function skipVarInt(read: Reader): void {
  for (let length = 1; read.byte() & 0x80; length++) {
    if (length > 9) unparseable('a number in its MimbleWimble part is too long')
  }
}
