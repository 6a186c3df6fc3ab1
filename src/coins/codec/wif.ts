import type { ChainName, CoinParams } from '../coin.ts'
import { decodeBase58Check } from './base58.ts'
import { isSecretKey } from './secp256k1.ts'

/** Marks a key whose public key is compressed (33 bytes). Keys without it are older than any current wallet. */
const compressedKeyMarker = 1

/** Decodes the 32-byte private key of a compressed public key for that chain; null when the text is not one. */
export function decodeWif(
  text: string,
  coin: Pick<CoinParams, 'chains'>,
  chain: ChainName,
): Uint8Array | null {
  const bytes = decodeBase58Check(text)
  if (bytes?.length !== 34 || bytes[0] !== coin.chains[chain].wif || bytes[33] !== compressedKeyMarker)
    return null
  const secretKey = bytes.slice(1, 33)
  return isSecretKey(secretKey) ? secretKey : null
}
