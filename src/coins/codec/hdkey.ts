import { createHash } from 'node:crypto'
import { ApiError } from '../../kernel/api-error.ts'
import type { ChainName, CoinParams, ExtendedKey, KeyVersion } from '../coin.ts'
import {
  createMasterNode,
  createPublicDeriver,
  decodeExtendedKey,
  derivePath,
  type EncodedKey,
  encodeExtendedKey,
} from './bip32.ts'
import { hash160 } from './hash.ts'
import { createP2pkhScript, createP2wpkhScript } from './script.ts'
import { isPublicKey } from './secp256k1.ts'

type CoinKeyParams = Pick<CoinParams, 'code' | 'slip44' | 'chains'>

/** The BIP32 and SLIP-132 versions for addresses of a single key. */
export const xpub: KeyVersion = { name: 'xpub', public: 0x0488b21e, private: 0x0488ade4, script: 'p2pkh' }
export const tpub: KeyVersion = { name: 'tpub', public: 0x043587cf, private: 0x04358394, script: 'p2pkh' }
export const zpub: KeyVersion = { name: 'zpub', public: 0x04b24746, private: 0x04b2430c, script: 'p2wpkh' }
export const vpub: KeyVersion = { name: 'vpub', public: 0x045f1cf6, private: 0x045f18bc, script: 'p2wpkh' }

/** Two more levels are derived below a merchant's key, and the depth is one byte. */
const maxKeyDepth = 253

/**
 * Parses an extended public key for a coin and chain.
 * @throws {ApiError} `destination_invalid`; the message never repeats the input
 */
export function parseExtendedKey(text: string, coin: CoinKeyParams, chain: ChainName): ExtendedKey {
  const key = decodeExtendedKey(text)
  if (!key)
    rejectKey('key', 'This is not an extended public key: its characters, length or checksum are wrong.')
  if (key.key[0] === 0) {
    rejectKey(
      'private_key',
      'This is a private key. Keep it secret, and use the matching extended public key.',
    )
  }
  const versions = coin.chains[chain].extendedKeys
  const version = versions.find((candidate) => candidate.public === key.version)
  if (!version) {
    const names = versions.map(({ name }) => name).join(' or ')
    rejectKey(
      'other_key',
      `This extended key is not for ${coin.code} on the ${chain} network: use one that begins with ${names}.`,
    )
  }
  if (key.depth > maxKeyDepth || !isPublicKey(key.key))
    rejectKey('key', 'This extended public key is malformed.')

  const { publicKey, chainCode } = createPublicDeriver({ publicKey: key.key, chainCode: key.chainCode })(0)
  const deriveChild = createPublicDeriver({ publicKey, chainCode })
  const createScript = version.script === 'p2wpkh' ? createP2wpkhScript : createP2pkhScript
  return {
    id: createHash('sha256').update(key.key).update(key.chainCode).digest('hex'),
    script: version.script,
    deriveScript: (index) => createScript(hash160(deriveChild(index).publicKey)),
  }
}

/** The path of a coin's first account in wallets: BIP44, or BIP84 for segwit. All testnets share coin type 1 (SLIP-44). */
export function getAccountPath(
  { slip44 }: CoinKeyParams,
  chain: ChainName,
  script: ExtendedKey['script'] = 'p2pkh',
): string {
  return `m/${script === 'p2pkh' ? 44 : 84}'/${chain === 'main' ? slip44 : 1}'/0'`
}

/** A path below a seed, and the coin, chain and script form that determine the version bytes. */
interface SeedAccount {
  readonly coin: CoinKeyParams
  readonly chain: ChainName
  /** Defaults to `p2pkh`. */
  readonly script?: ExtendedKey['script']
  /** Defaults to their `getAccountPath`. */
  readonly path?: string
}

/** The extended keys of a seed's account, as a wallet would export them. */
export function deriveAccountKeys(
  seed: Uint8Array,
  { coin, chain, script = 'p2pkh', path = getAccountPath(coin, chain, script) }: SeedAccount,
): { readonly xpub: string; readonly xprv: string } {
  const version = coin.chains[chain].extendedKeys.find((candidate) => candidate.script === script)
  if (!version) throw new RangeError(`${coin.code} has no extended keys for ${script}`)
  const { secretKey, publicKey, ...position } = derivePath(createMasterNode(seed), path)
  const encode = (versionBytes: number, key: EncodedKey['key']) =>
    encodeExtendedKey({ ...position, version: versionBytes, key })
  return {
    xpub: encode(version.public, publicKey),
    xprv: encode(version.private, Uint8Array.of(0, ...secretKey)),
  }
}

/** Pages use `reason` for their own wording. */
function rejectKey(reason: 'key' | 'private_key' | 'other_key', message: string): never {
  throw new ApiError('destination_invalid', message).withMembers({ reason })
}
