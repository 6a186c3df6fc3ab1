import { toBaseUnits } from '../kernel/money.ts'
import { addressToScript, scriptToAddress } from './codec/address.ts'
import { parseExtendedKey } from './codec/hdkey.ts'
import { computeDustLimit } from './codec/script.ts'
import { parseTransaction, parseTransactionInSteps } from './codec/transaction.ts'
import type { Coin, CoinParams } from './coin.ts'

/** Creates a coin from its parameters. */
export function defineCoin<const Params extends CoinParams>(
  params: Params,
): Coin & { readonly code: Params['code'] } {
  return {
    ...params,
    addressToScript: (address, chain) => addressToScript(address, params.chains[chain]),
    scriptToAddress: (script, chain) => scriptToAddress(script, params.chains[chain]),
    getDustLimit: (script) => toBaseUnits(computeDustLimit(script, params.dustRule)),
    parse: (hex) => parseTransaction(hex, params),
    parseInSteps: (bytes) => parseTransactionInSteps(bytes, params),
    parseExtendedKey: (text, chain) => parseExtendedKey(text, params, chain),
  }
}
