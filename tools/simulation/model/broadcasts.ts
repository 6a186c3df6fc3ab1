import type { SimulatedNode } from '../chain/node.ts'
import type { History } from '../history.ts'
import type { Model } from './model.ts'
import type { Observer } from './observer-store.ts'
import { Violation } from './violation.ts'

export interface BroadcastCheckDependencies {
  readonly observer: Observer
  readonly history: History
  readonly model: Model
}

/** Checks the service's broadcasts. */
export function createBroadcastChecks({ observer, history, model }: BroadcastCheckDependencies) {
  /** By invoice: the sent transactions of each of its payments. */
  const sent = new Map<string, Map<string, Set<string>>>()
  const names = new Map<string, string>()
  return { onBroadcast, onVerdict }

  /** Requires an active claim or an existing payment for each broadcast. */
  async function onBroadcast(node: SimulatedNode, hex: string): Promise<void> {
    const { id: txid } = node.coin.parse(hex)
    names.set(hex, txid)
    history.log(node.coin.code, `is sent ${txid.slice(0, 8)}`)
    const claims = await observer.findClaims(node.coin.code, txid)
    const validClaims = claims.filter(
      ({ id, uid, status, invoice, claimed_by, payment_id, any_wallet }) =>
        (status === 'sending' && invoice === 'unpaid' && claimed_by === id) ||
        (status === 'set_aside' && model.getInvoice(uid).isReleased) ||
        (status === 'accepted' && payment_id === id && (invoice === 'paid' || invoice === 'reversed')) ||
        // Transactions that such an invoice has received are sent again when the network loses them.
        (['accepted', 'surplus'].includes(status) && Number(any_wallet) === 1),
    )
    if (validClaims.length === 0) {
      const details = claims.map(({ uid, status, invoice }) => `${status} for ${uid}, ${invoice}`).join('; ')
      throw new Violation(
        'nothing is broadcast without an active claim',
        `${txid}: ${details || 'no payment'}`,
      )
    }
    for (const { uid, id, any_wallet } of validClaims) {
      if (Number(any_wallet) === 1) continue
      const payments = sent.get(uid) ?? new Map<string, Set<string>>()
      sent.set(uid, payments.set(id, (payments.get(id) ?? new Set()).add(txid)))
    }
  }

  /** Once the network has a transaction, it must not have another payment that was sent for the same invoice. */
  function onVerdict(node: SimulatedNode, hex: string, accepted: boolean): void {
    const txid = names.get(hex) ?? ''
    names.delete(hex)
    history.log(node.coin.code, `${accepted ? 'accepts' : 'rejects'} ${txid.slice(0, 8)}`)
    if (!accepted) return
    node.recordSent(txid)
    for (const [uid, payments] of sent) {
      if (payments.size < 2 || model.getInvoice(uid).isReleased) continue
      // The same transactions may have been submitted again after a rejection.
      const ownTxids = new Set(
        [...payments.values()].filter((txids) => txids.has(txid)).flatMap((txids) => [...txids]),
      )
      if (ownTxids.size === 0) continue
      for (const other of [...payments.values()].flatMap((txids) => [...txids])) {
        if (ownTxids.has(other) || node.presentSince(other) === null || node.lastSent(other) === null)
          continue
        throw new Violation('no two payments of an invoice are sent', `${uid}: ${txid} and ${other}`)
      }
    }
  }
}
