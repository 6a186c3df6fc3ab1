import type { Destination } from '../accounts/destination.ts'
import { createP2pkhScript, createP2wpkhScript } from '../coins/codec/script.ts'
import type { Coin, ExtendedKey } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { Networks } from '../networks/index.ts'
import type { InvoiceAddress } from './address.ts'
import type { CandidateCoin } from './option.ts'

interface CandidateDependencies {
  readonly getKey: (coin: Coin, xpub: string) => ExtendedKey
  readonly networks: Pick<Networks, 'get' | 'isUsable'>
}

/** The part of a coin's destination that affects a quote. */
interface Payee {
  readonly coin: CoinCode
  readonly script: Uint8Array
  readonly fixedScript: string | null
}

/**
 * The coins of these destinations, in order, with the facts that decide whether each can be offered. An issued address takes precedence.
 */
export function createCandidateFinder({ getKey, networks }: CandidateDependencies) {
  return function findCandidates(
    destinations: readonly Destination[],
    issuedAddresses: readonly InvoiceAddress[] = [],
  ): CandidateCoin[] {
    const payees = new Map<CoinCode, Payee>()
    for (const destination of destinations) payees.set(destination.coin, toDestinationPayee(destination))
    for (const address of issuedAddresses) payees.set(address.coin, toAddressPayee(address))
    return [...payees].flatMap(([code, payee]) => {
      const coin = coins.get(code)
      if (!coin) return []
      return {
        coin: code,
        dust: coin.getDustLimit(payee.script),
        fixedScript: payee.fixedScript,
        network: getNetworkStatus(code),
      }
    })
  }

  function getNetworkStatus(coin: CoinCode): CandidateCoin['network'] {
    if (networks.isUsable(coin)) return { isUsable: true }
    // Details are only in the log: a node's address and messages are for the operator alone.
    const reason = networks.get(coin) ? 'its network is currently unavailable' : 'it has no node'
    return { isUsable: false, reason }
  }

  function toDestinationPayee(destination: Destination): Payee {
    const { coin, value } = destination
    if (destination.kind === 'address')
      return toAddressPayee({ coin, script: destination.script, isDerived: false })
    return { coin, script: createSampleScript(coin, value), fixedScript: null }
  }

  /** A script of the same type as the key's addresses. Deriving a real one would double the time it takes to create an invoice. */
  function createSampleScript(code: CoinCode, xpub: string): Uint8Array {
    const coin = coins.get(code)
    return coin ? sampleScripts[getKey(coin, xpub).script] : new Uint8Array()
  }
}

const unspendableHash = new Uint8Array(20)
const sampleScripts = {
  p2pkh: createP2pkhScript(unspendableHash),
  p2wpkh: createP2wpkhScript(unspendableHash),
}

const toAddressPayee = ({
  coin,
  script,
  isDerived,
}: Pick<InvoiceAddress, 'coin' | 'script' | 'isDerived'>): Payee => ({
  coin,
  script: Buffer.from(script, 'hex'),
  fixedScript: isDerived ? null : script,
})
