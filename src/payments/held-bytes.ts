import type { Coin } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { lastTxid, type Payment, type StoredTransaction } from './payment.ts'

/**
 * A payment's transactions as the network has them. An id does not cover witnesses (BIP141): who hands in a transaction that the node knows
 * already may hand it in with others, or with none, and those can never be sent again. In capitals or not, the same bytes stay as they are.
 * @throws {NetworkUnavailable} also when it has one of them no longer
 */
export async function heldBytes(payment: Payment, chain: PaymentChain): Promise<StoredTransaction[]> {
  const coin = coins.get(payment.coin)
  if (!coin || !hasWitnesses(coin)) return [...payment.transactions]
  return Promise.all(payment.transactions.map((stored) => asHeld(coin, stored, payment, chain)))
}

/** Where there are none the id covers every byte. */
const hasWitnesses = ({ serialisation }: Coin): boolean =>
  serialisation === 'witness' || serialisation === 'mweb'

async function asHeld(
  coin: Coin,
  stored: StoredTransaction,
  payment: Payment,
  chain: PaymentChain,
): Promise<StoredTransaction> {
  const { network } = chain
  const { txid } = stored
  const kept = await network.transaction(txid)
  if (kept !== null) return better(coin, stored, kept)
  const isLast = txid === lastTxid(payment)
  await chain.catchUp()
  const block = (isLast ? payment.block : null) ?? (await chain.findMined(txid, 0))
  // A parent may have been mined long ago. What pays was taken a moment ago: it has left the pool in between.
  if (!block && isLast) throw new NetworkUnavailable('the network has not what it took')
  if (!block) return stored
  const mined = await network.transaction(txid, block.hash)
  return mined === null ? stored : better(coin, stored, mined)
}

/** A block keeps the MimbleWimble parts of its transactions elsewhere (LIP 3): without its own none can be sent again. */
function better(coin: Coin, stored: StoredTransaction, hex: string): StoredTransaction {
  const isStripped = coin.parse(stored.hex).mweb && !coin.parse(hex).mweb
  return isStripped || hex === stored.hex.toLowerCase() ? stored : { txid: stored.txid, hex }
}
