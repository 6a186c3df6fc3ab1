import { NetworkUnavailableError } from '../networks/network.ts'
import { readBytesInMempool } from './bytes-in-mempool.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import type { ParsedSubmission } from './parse.ts'
import { getSubmittedTxid, type Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

interface RenewDependencies {
  readonly chains: PaymentChains
  readonly settlement: Pick<Settlement, 'replaceBytes'>
}

/**
 * Handles an accepted payment that is submitted again with other bytes (another witness: the ids are the same). If the network has lost it
 * and rejects the stored bytes, broadcasts the submitted ones. Stores the bytes that the network accepts. The payment stays accepted.
 */
export function createPaymentRenewer({ chains, settlement }: RenewDependencies) {
  return async function renew(payment: Payment, { transactions }: ParsedSubmission): Promise<Payment> {
    const hexes = new Map(transactions.map(({ hex, parsed }) => [parsed.id, hex.toLowerCase()]))
    const submittedHexes = payment.transactions.map(({ txid }) => hexes.get(txid))
    const hasSameBytes = payment.transactions.every(
      ({ hex }, index) => hex.toLowerCase() === submittedHexes[index],
    )
    const chain = hasSameBytes || payment.block ? null : chains.find(payment.coin)
    if (!chain) return payment
    try {
      const [entry] = await chain.network.findInMempool([getSubmittedTxid(payment)])
      if (!entry) await rebroadcast(payment, submittedHexes, chain)
      return await settlement.replaceBytes(payment, await readBytesInMempool(payment, chain))
    } catch (error) {
      if (error instanceof NetworkUnavailableError) return payment
      throw error
    }
  }

  /** Broadcasts each transaction, parents first: its stored bytes, then the submitted ones if those are rejected. */
  async function rebroadcast(
    { transactions }: Payment,
    submittedHexes: readonly (string | undefined)[],
    { network }: PaymentChain,
  ): Promise<void> {
    for (const [index, { hex }] of transactions.entries()) {
      const { outcome } = await network.broadcast(hex.toLowerCase())
      if (outcome !== 'accepted' && outcome !== 'rejected')
        throw new NetworkUnavailableError('the node did not respond to the broadcast')
      const submittedHex = submittedHexes[index]
      if (outcome === 'rejected' && submittedHex !== undefined) await network.broadcast(submittedHex)
    }
  }
}
