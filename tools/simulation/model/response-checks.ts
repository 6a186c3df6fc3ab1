import type { CoinCode } from '../../../src/coins/index.ts'
import type { PaymentReceipt } from '../../../src/payment-requests/dialects/dialect.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { Outcome } from '../service/host.ts'
import type { Model } from './model.ts'
import type { Observer } from './observer-store.ts'
import type { ReceivedModel } from './received.ts'
import { Violation } from './violation.ts'

export interface CheckedSubmission {
  readonly uid: string
  readonly coin: CoinCode
  readonly txids: readonly string[]
  /** Whether it was sent after a success had been reported. */
  readonly isRepeat: boolean
  /** Whether it doesn't pay the request. */
  readonly isWrong: boolean
}

export interface ResponseCheckDependencies {
  readonly model: Model
  readonly received: Pick<ReceivedModel, 'isAnyWallet'>
  readonly observer: Observer
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
}

/** Compares responses to clients with the actual state and with earlier responses. */
export function createResponseChecks({ model, received, observer, nodes }: ResponseCheckDependencies) {
  return { checkSubmission, checkCreated, checkShown, wasSuccess }

  /** Whether a client got success for these transactions. */
  function wasSuccess(uid: string, txids: readonly string[]): boolean {
    return model.getInvoice(uid).successes.has(txids.join(' '))
  }

  async function checkSubmission(
    submission: CheckedSubmission,
    outcome: Outcome<PaymentReceipt>,
  ): Promise<void> {
    const { uid, txids, isRepeat } = submission
    const { successes } = model.getInvoice(uid)
    const name = txids.join(' ')
    const before = successes.get(name)
    if (outcome.kind === 'done') {
      const text = JSON.stringify(outcome.value)
      if (before !== undefined && before !== text)
        throw new Violation('a repeated request gets the same response', `${uid}: ${before}, then ${text}`)
      successes.set(name, text)
      await requireSuccess(submission)
    } else if (outcome.kind === 'error' && isRepeat && outcome.code !== 'invoice_reversed') {
      throw new Violation('no response is revoked', `${uid}: ${outcome.code} after success`)
    }
  }

  async function requireSuccess({ uid, coin, txids, isWrong }: CheckedSubmission): Promise<void> {
    const last = txids.at(-1) ?? ''
    if (isWrong)
      throw new Violation('a payment matches its request to the unit', `success for ${uid}: ${last}`)
    if (!nodes.get(coin)?.wasSeen(last))
      throw new Violation('success is only for transactions that the network accepted', `${uid}: ${last}`)
    // It may be one part of several, and others may have replaced it since.
    if (received.isAnyWallet(uid)) {
      const claims = await observer.findClaims(coin, last)
      if (claims.some((claim) => claim.uid === uid)) return
      throw new Violation('success is only for payments that are stored', uid)
    }
    if (model.getInvoice(uid).successes.size > 1)
      throw new Violation('an invoice is paid once', `two payments of ${uid} got success`)
    const row = await observer.findInvoice(uid)
    const ownTxids = row?.payment_id ? await observer.listTransactions(row.payment_id) : []
    if (!ownTxids.includes(last) || (row?.status !== 'paid' && row?.status !== 'reversed'))
      throw new Violation('success is only for payments that are stored', `${uid} is ${row?.status}`)
  }

  /** Requires that a wallet that got success sees the invoice as paid. */
  function checkShown(uid: string, text: string): void {
    const status = /"status":"([a-z]+)"/.exec(text)?.[1]
    if (status !== 'paid' && status !== 'reversed')
      throw new Violation('no response is revoked', `${uid} is shown as ${status} after success`)
  }

  /** Requires that the same key gives the same response. */
  function checkCreated(responses: readonly string[]): void {
    if (new Set(responses).size > 1)
      throw new Violation(
        'a repeated request gets the same response',
        `one key, but ${responses.join(' and ')}`,
      )
  }
}
