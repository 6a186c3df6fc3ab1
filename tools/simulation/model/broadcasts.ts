import type { SimulatedNode } from '../chain/node.ts'
import type { History } from '../history.ts'
import type { Model } from './model.ts'
import type { Observer } from './observer-store.ts'
import { Violation } from './violation.ts'

export interface WatchParts {
  readonly observer: Observer
  readonly history: History
  readonly model: Model
}

/** Observes the service's broadcasts. */
export function createBroadcastChecks({ observer, history, model }: WatchParts) {
  /** By invoice: the sent transactions of each of its payments. */
  const sent = new Map<string, Map<string, Set<string>>>()
  const names = new Map<string, string>()
  return { onBroadcast, onTaken }

  /** Only transactions of a standing claim or an existing payment are sent. */
  async function onBroadcast(node: SimulatedNode, hex: string): Promise<void> {
    const { id: txid } = node.coin.parse(hex)
    names.set(hex, txid)
    history.tell(node.coin.code, `is sent ${txid.slice(0, 8)}`)
    const claims = await observer.claims(node.coin.code, txid)
    const standing = claims.filter(
      ({ id, uid, status, invoice, claimed_by, payment_id }) =>
        (status === 'sending' && invoice === 'unpaid' && claimed_by === id) ||
        (status === 'set_aside' && model.known(uid).isReleased) ||
        (status === 'accepted' && payment_id === id && (invoice === 'paid' || invoice === 'reversed')),
    )
    if (standing.length === 0) {
      const facts = claims.map(({ uid, status, invoice }) => `${status} for ${uid}, ${invoice}`).join('; ')
      throw new Violation(
        'nothing is broadcast without a claim that stands',
        `${txid}: ${facts || 'no payment'}`,
      )
    }
    for (const { uid, id } of standing) {
      const payments = sent.get(uid) ?? new Map<string, Set<string>>()
      sent.set(uid, payments.set(id, (payments.get(id) ?? new Set()).add(txid)))
    }
  }

  /** The network has it now, so it has no other payment sent for the same invoice. */
  function onTaken(node: SimulatedNode, hex: string, accepted: boolean): void {
    const txid = names.get(hex) ?? ''
    names.delete(hex)
    history.tell(node.coin.code, `${accepted ? 'accepts' : 'rejects'} ${txid.slice(0, 8)}`)
    if (!accepted) return
    node.recordSent(txid)
    for (const [uid, payments] of sent) {
      if (payments.size < 2 || model.known(uid).isReleased) continue
      // The same transactions may have been submitted again after a rejection.
      const own = new Set(
        [...payments.values()].filter((those) => those.has(txid)).flatMap((those) => [...those]),
      )
      if (own.size === 0) continue
      for (const other of [...payments.values()].flatMap((those) => [...those])) {
        if (own.has(other) || node.presentSince(other) === null || node.lastSent(other) === null) continue
        throw new Violation('no two payments of an invoice are sent', `${uid}: ${txid} beside ${other}`)
      }
    }
  }
}
