import { baseUnits } from '../kernel/money.ts'
import { addressOfScript, scriptOfAddress } from './codec/address.ts'
import { parseExtendedKey } from './codec/hdkey.ts'
import { dustOf } from './codec/script.ts'
import { parseTransaction } from './codec/transaction.ts'
import type { Coin, CoinFacts } from './coin.ts'

/** Makes a coin of its facts: what it can do follows from them. */
export function defineCoin<const Facts extends CoinFacts>(
  facts: Facts,
): Coin & { readonly code: Facts['code'] } {
  return {
    ...facts,
    scriptFor: (address, chain) => scriptOfAddress(address, facts.chains[chain]),
    addressFor: (script, chain) => addressOfScript(script, facts.chains[chain]),
    dust: (script) => baseUnits(dustOf(script, facts.dustRule)),
    parse: (hex) => parseTransaction(hex, facts),
    parseExtendedKey: (text, chain) => parseExtendedKey(text, facts, chain),
  }
}
