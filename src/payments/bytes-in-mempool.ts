import type { Coin } from '../coins/coin.ts'
import { getCoin } from '../coins/index.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { getSubmittedTxid, type Payment, type PaymentTransaction } from './payment.ts'

/**
 * Reads a payment's transactions as the network has them. A txid doesn't cover witnesses (BIP141), so a transaction that the node already
 * knows may be submitted with different or missing witnesses, and those bytes could never be rebroadcast. Hex that differs only in case is
 * kept.
 * @throws {NetworkUnavailableError} also when the network no longer has one of them
 */
export async function readBytesInMempool(
  payment: Payment,
  chain: PaymentChain,
): Promise<PaymentTransaction[]> {
  const coin = getCoin(payment.coin)
  if (!hasWitnesses(coin)) return [...payment.transactions]
  return Promise.all(
    payment.transactions.map((transaction) => readBroadcastVersion(coin, transaction, payment, chain)),
  )
}

/** Without witnesses the txid covers every byte. */
const hasWitnesses = ({ serialisation }: Coin): boolean =>
  serialisation === 'witness' || serialisation === 'mweb'

async function readBroadcastVersion(
  coin: Coin,
  storedTransaction: PaymentTransaction,
  payment: Payment,
  chain: PaymentChain,
): Promise<PaymentTransaction> {
  const { network } = chain
  const { txid } = storedTransaction
  const fromMempool = await network.getTransaction(txid)
  if (fromMempool !== null) return preferSigned(coin, storedTransaction, fromMempool)
  const isLast = txid === getSubmittedTxid(payment)
  await chain.catchUp()
  const block = (isLast ? payment.block : null) ?? (await chain.findMined(txid, payment.sinceHeight))
  // The paying transaction was accepted a moment ago. A parent without a block was mined before the check and is never rebroadcast.
  if (!block && isLast)
    throw new NetworkUnavailableError('the network does not have the transaction that it accepted')
  if (!block) return storedTransaction
  const minedHex = await network.getTransaction(txid, block.hash)
  return minedHex === null ? storedTransaction : preferSigned(coin, storedTransaction, minedHex)
}

/** A block stores the MimbleWimble parts of its transactions separately (LIP 3). Without them, a transaction can't be rebroadcast. */
function preferSigned(coin: Coin, storedTransaction: PaymentTransaction, hex: string): PaymentTransaction {
  const isStripped = coin.parse(storedTransaction.hex).mweb && !coin.parse(hex).mweb
  return isStripped || hex === storedTransaction.hex.toLowerCase()
    ? storedTransaction
    : { txid: storedTransaction.txid, hex }
}
