import { NetworkUnavailable } from '../networks/network.ts'
import { bytesInMempool } from './bytes-in-mempool.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import type { ParsedSubmission } from './parse.ts'
import { lastTxid, type Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

interface RenewDependencies {
  readonly chains: PaymentChains
  readonly settlement: Pick<Settlement, 'replaceBytes'>
}

/**
 * Handles an accepted payment that is submitted again with other bytes (another witness: the ids are the same). When the network has lost
 * it and rejects the stored bytes, these are broadcast, and the bytes that it accepts are stored. The payment stays accepted either way.
 */
export function createPaymentRenewer({ chains, settlement }: RenewDependencies) {
  return async function renew(payment: Payment, { transactions }: ParsedSubmission): Promise<Payment> {
    const submittedHexes = transactions.map(({ hex }) => hex.toLowerCase())
    const hasSameBytes = payment.transactions.every(
      ({ hex }, index) => hex.toLowerCase() === submittedHexes[index],
    )
    const chain = hasSameBytes || payment.block ? null : chains.find(payment.coin)
    if (!chain) return payment
    try {
      const [pooled] = await chain.network.findInMempool([lastTxid(payment)])
      if (!pooled) await rebroadcast(payment, submittedHexes, chain)
      return await settlement.replaceBytes(payment, await bytesInMempool(payment, chain))
    } catch (error) {
      if (error instanceof NetworkUnavailable) return payment
      throw error
    }
  }

  /**
   * Parents first. Broadcasts each in its stored bytes, and in the new ones only when those are rejected. Stops when the node doesn't
   * answer.
   */
  async function rebroadcast(
    { transactions }: Payment,
    submittedHexes: readonly string[],
    { network }: PaymentChain,
  ): Promise<void> {
    for (const [index, { hex }] of transactions.entries()) {
      const { outcome } = await network.broadcast(hex.toLowerCase())
      if (outcome !== 'accepted' && outcome !== 'rejected')
        throw new NetworkUnavailable('the node did not say whether it accepts the transaction')
      const submittedHex = submittedHexes[index]
      if (outcome === 'rejected' && submittedHex !== undefined) await network.broadcast(submittedHex)
    }
  }
}
