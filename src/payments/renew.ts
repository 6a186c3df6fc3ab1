import { NetworkUnavailable } from '../networks/network.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import { heldBytes } from './held-bytes.ts'
import type { ParsedSubmission } from './parse.ts'
import { lastTxid, type Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

export interface RenewParts {
  readonly chains: PaymentChains
  readonly settlement: Pick<Settlement, 'rewrite'>
}

/**
 * An accepted payment is handed in once more, in other bytes (another witness: the ids are the same). Where the network has lost it and
 * will not have the stored ones, these are offered; what it takes is stored. Whatever comes of it, the payment stays accepted.
 */
export function renewal({ chains, settlement }: RenewParts) {
  return async function renew(payment: Payment, { transactions }: ParsedSubmission): Promise<Payment> {
    const offered = transactions.map(({ hex }) => hex.toLowerCase())
    const isSame = payment.transactions.every(({ hex }, place) => hex.toLowerCase() === offered[place])
    const chain = isSame || payment.block ? null : chains.find(payment.coin)
    if (!chain) return payment
    try {
      const [pooled] = await chain.network.pooled([lastTxid(payment)])
      if (!pooled) await offer(payment, offered, chain)
      return await settlement.rewrite(payment, await heldBytes(payment, chain))
    } catch (error) {
      if (error instanceof NetworkUnavailable) return payment
      throw error
    }
  }

  /** Parents first; each in the stored bytes, and in the others only where those are refused. A node that does not answer is not asked on. */
  async function offer(
    { transactions }: Payment,
    offered: readonly string[],
    { network }: PaymentChain,
  ): Promise<void> {
    for (const [place, { hex }] of transactions.entries()) {
      const { outcome } = await network.broadcast(hex.toLowerCase())
      if (outcome !== 'accepted' && outcome !== 'rejected')
        throw new NetworkUnavailable('it did not say whether it takes it')
      const other = offered[place]
      if (outcome === 'rejected' && other !== undefined) await network.broadcast(other)
    }
  }
}
