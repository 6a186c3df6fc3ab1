import { baseUnits } from '../kernel/money.ts'
import { addressOfScript, scriptOfAddress } from './codec/address.ts'
import { parseExtendedKey } from './codec/hdkey.ts'
import { computeDustLimit } from './codec/script.ts'
import { parseTransaction, parseTransactionInSteps } from './codec/transaction.ts'
import type { Coin, CoinFacts } from './coin.ts'

/** Builds a coin and its functions from its facts. */
export function defineCoin<const Facts extends CoinFacts>(
  facts: Facts,
): Coin & { readonly code: Facts['code'] } {
  return {
    ...facts,
    scriptFor: (address, chain) => scriptOfAddress(address, facts.chains[chain]),
    addressFor: (script, chain) => addressOfScript(script, facts.chains[chain]),
    dust: (script) => baseUnits(computeDustLimit(script, facts.dustRule)),
    parse: (hex) => parseTransaction(hex, facts),
    parseInSteps: (bytes) => parseTransactionInSteps(bytes, facts),
    parseExtendedKey: (text, chain) => parseExtendedKey(text, facts, chain),
  }
}
