import type { ChainFormat } from '../coin.ts'
import { decodeBase58Check, encodeBase58Check } from './base58.ts'
import { decodeCashAddress, encodeCashAddress } from './cashaddr.ts'
import {
  createP2pkhScript,
  createP2shScript,
  createWitnessProgramScript,
  readScript,
  type StandardScript,
} from './script.ts'
import { decodeSegwit, encodeSegwit } from './segwit.ts'

/** The script that an address of this chain pays, in any of its address forms; null when it is not one. */
export function addressToScript(address: string, format: ChainFormat): Uint8Array | null {
  return fromSegwit(address, format) ?? fromCashAddress(address, format) ?? fromBase58(address, format)
}

/** The address of a script in the form that we issue; null when this chain has none for it. */
export function scriptToAddress(script: Uint8Array, format: ChainFormat): string | null {
  const parsed = readScript(script)
  if (!parsed) return null
  return toSegwit(parsed, format) ?? toCashAddress(parsed, format) ?? toBase58(parsed, format)
}

function fromSegwit(address: string, { segwit }: ChainFormat): Uint8Array | null {
  const decoded = segwit === undefined ? null : decodeSegwit(address, segwit)
  if (!decoded) return null
  // Anyone can spend an output with a version or length that has no rules yet (BIP141), so only defined ones are accepted.
  const isDefined = decoded.version === 0 || (decoded.version === 1 && decoded.program.length === 32)
  return isDefined ? createWitnessProgramScript(decoded) : null
}

function fromCashAddress(address: string, { cashAddress }: ChainFormat): Uint8Array | null {
  const decoded = cashAddress === undefined ? null : decodeCashAddress(address, cashAddress)
  if (!decoded) return null
  const { type, hash } = decoded
  // Types 2 and 3 only signal that the receiver's wallet supports tokens; the script is that of 0 and 1.
  if (type > 3 || (hash.length !== 20 && hash.length !== 32)) return null
  if (type % 2 === 1) return createP2shScript(hash)
  return hash.length === 20 ? createP2pkhScript(hash) : null
}

function fromBase58(address: string, format: ChainFormat): Uint8Array | null {
  const decoded = decodeBase58Check(address)
  if (decoded?.length !== 21) return null
  const [version = -1, ...hash] = decoded
  if (version === format.p2pkh) return createP2pkhScript(Uint8Array.from(hash))
  return format.p2sh.includes(version) ? createP2shScript(Uint8Array.from(hash)) : null
}

function toSegwit({ kind, hash }: StandardScript, { segwit }: ChainFormat): string | null {
  const isWitnessProgram = kind === 'p2wpkh' || kind === 'p2wsh' || kind === 'p2tr'
  if (segwit === undefined || !isWitnessProgram) return null
  return encodeSegwit(segwit, { version: kind === 'p2tr' ? 1 : 0, program: hash })
}

function toCashAddress({ kind, hash }: StandardScript, { cashAddress }: ChainFormat): string | null {
  if (cashAddress === undefined) return null
  if (kind === 'p2pkh') return encodeCashAddress(cashAddress, { type: 0, hash })
  return kind === 'p2sh' || kind === 'p2sh32' ? encodeCashAddress(cashAddress, { type: 1, hash }) : null
}

function toBase58({ kind, hash }: StandardScript, format: ChainFormat): string | null {
  if (kind === 'p2pkh') return encodeBase58Check(format.p2pkh, hash)
  const [version] = format.p2sh
  return kind === 'p2sh' && version !== undefined ? encodeBase58Check(version, hash) : null
}
