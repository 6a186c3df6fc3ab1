import type { Destination } from '../accounts/destination.ts'
import { p2pkh, p2wpkh } from '../coins/codec/script.ts'
import type { Coin, ExtendedKey } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { InvoiceAddress } from './address.ts'
import type { CandidateCoin } from './option.ts'

export interface CandidateParts {
  readonly key: (coin: Coin, xpub: string) => ExtendedKey
  readonly network: (coin: CoinCode) => CandidateCoin['network']
}

/** The part of a coin's destination that matters to a price. */
interface Payee {
  readonly coin: CoinCode
  readonly script: Uint8Array
  readonly fixedScript: string | null
}

/**
 * The coins of these destinations, in order, with the facts that decide whether each can be offered. An issued address takes precedence.
 */
export function createCandidateFinder({ key, network }: CandidateParts) {
  return function of(
    destinations: readonly Destination[],
    handedOut: readonly InvoiceAddress[] = [],
  ): CandidateCoin[] {
    const payees = new Map<CoinCode, Payee>()
    for (const destination of destinations) payees.set(destination.coin, payeeOf(destination))
    for (const address of handedOut) payees.set(address.coin, payeeAt(address))
    return [...payees].flatMap(([code, payee]) => {
      const coin = coins.get(code)
      if (!coin) return []
      return {
        coin: code,
        dust: coin.dust(payee.script),
        fixedScript: payee.fixedScript,
        network: network(code),
      }
    })
  }

  function payeeOf(destination: Destination): Payee {
    const { coin, value } = destination
    if (destination.kind === 'address') return payeeAt({ coin, script: destination.script, derived: false })
    return { coin, script: sample(coin, value), fixedScript: null }
  }

  /** A script of the same form as the key's addresses: deriving a real one takes as long as everything else about an invoice. */
  function sample(code: CoinCode, xpub: string): Uint8Array {
    const coin = coins.get(code)
    return coin ? samples[key(coin, xpub).script] : new Uint8Array()
  }
}

const nobody = new Uint8Array(20)
const samples = { p2pkh: p2pkh(nobody), p2wpkh: p2wpkh(nobody) }

const payeeAt = ({ coin, script, derived }: Pick<InvoiceAddress, 'coin' | 'script' | 'derived'>): Payee => ({
  coin,
  script: Buffer.from(script, 'hex'),
  fixedScript: derived ? null : script,
})
