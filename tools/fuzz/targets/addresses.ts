import assert from 'node:assert/strict'
import { bech32, bech32m } from '@scure/base'
import { encodeBase58Check } from '../../../src/coins/codec/base58.ts'
import { decodeExtendedKey } from '../../../src/coins/codec/bip32.ts'
import { encodeCashAddress } from '../../../src/coins/codec/cashaddr.ts'
import { readScript } from '../../../src/coins/codec/script.ts'
import { decodeWif } from '../../../src/coins/codec/wif.ts'
import type { ChainName, Coin } from '../../../src/coins/coin.ts'
import { coins } from '../../../src/coins/index.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { toBytes, vectors } from '../../../test/vectors/vectors.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const chains: readonly ChainName[] = ['main', 'test', 'regtest']
const coinChains = [...coins.values()].flatMap((coin) => chains.map((chain) => ({ coin, chain })))
const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'destination_invalid'

/** Ways to turn bytes into text. All but the first add a valid checksum, which random changes would never find. */
const encoders: readonly ((payload: Uint8Array, selection: { coin: Coin; chain: ChainName }) => string)[] = [
  (payload) => decodeText(payload),
  (payload) => encodeBase58Check(payload.subarray(0, 90)),
  ([type = 0, ...hash], { coin, chain }) =>
    encodeCashAddress(coin.chains[chain].cashAddress ?? 'bchreg', {
      type: type & 15,
      hash: Uint8Array.from(hash.slice(0, 64)),
    }),
  ([version = 0, ...program], { coin, chain }) => {
    const words = [version & 31, ...bech32.toWords(Uint8Array.from(program.slice(0, 45)))]
    const checksum = version & 32 ? bech32m : bech32
    return checksum.encode(coin.chains[chain].segwit ?? 'bc', words)
  },
]

/** Addresses and keys: the first byte selects coin and chain, the second the encoding of the rest. */
export const addresses: Target = {
  initialInputs: [
    ...coinChains.flatMap(({ coin, chain }, selection) => {
      const { p2pkh, p2sh, wif, extendedKeys } = coin.chains[chain]
      const key = [...toBytes('0339a36013301597daef41fbe593a02cc513d0b55527ec2df1050e2e8ff49c85c2')]
      const versions = extendedKeys.flatMap((each) => [each.public, each.private])
      return [
        [1, p2pkh, ...key.slice(1, 21)],
        [1, p2sh[0] ?? 0, ...key.slice(1, 21)],
        [1, wif, ...key.slice(1), 1],
        ...versions.map((version) => [
          1,
          version >>> 24,
          (version >>> 16) & 255,
          (version >>> 8) & 255,
          version & 255,
          3,
          ...key.slice(0, 8),
          ...key.slice(1),
          ...key,
        ]),
        [2, 0, ...key.slice(1, 21)],
        [2, 1, ...key.slice(1)],
        [3, 0, ...key.slice(1, 21)],
        [3, 33, ...key.slice(1)],
      ].map((rest) => Uint8Array.of(selection, ...rest))
    }),
    ...vectors<{ valid: string[][] }>('segwit-addresses.json').valid.map(([address = '']) =>
      Buffer.concat([Uint8Array.of(0, 0), encodeText(address)]),
    ),
  ],
  words: ['bitcoincash:', 'bchreg:', 'bc1q', 'bc1p', 'ltc1', 'xpub', 'xprv'],

  run(input) {
    const selection = coinChains[(input[0] ?? 0) % coinChains.length]
    const encode = encoders[(input[1] ?? 0) % encoders.length]
    assert(selection && encode)
    const text =
      getResultOrNull(() => encode(input.subarray(2), selection), isEncodingError) ?? decodeText(input)
    assertAddress(text, selection)
    assertKeys(text, selection)
  },
}

/** A hash of unknown length has no cash address. */
const isEncodingError = (error: unknown): boolean => error instanceof Error

function assertAddress(text: string, { coin, chain }: { coin: Coin; chain: ChainName }): void {
  const script = coin.addressToScript(text, chain)
  if (!script) return
  assert(readScript(script), 'only standard scripts are destinations')
  const address = coin.scriptToAddress(script, chain)
  assert(address !== null)
  assert.deepEqual(coin.addressToScript(address, chain), script)
  assert(coin.getDustLimit(script) > 0n)
}

function assertKeys(text: string, { coin, chain }: { coin: Coin; chain: ChainName }): void {
  assert(decodeWif(text, coin, chain)?.length !== 0)
  const key = getResultOrNull(
    () => coin.parseExtendedKey(text, chain),
    (error) => isInvalid(error) && !(text.length > 20 && String(error).includes(text)),
  )
  assert(!key || decodeExtendedKey(text)?.key[0] !== 0, 'a private key is not a destination')
  if (!key) return
  const script = key.deriveScript(0)
  assert.equal(readScript(script)?.kind, key.script)
}
