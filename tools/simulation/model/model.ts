import type { CoinCode } from '../../../src/coins/index.ts'
import type { PaymentRequest } from '../../../src/payment-requests/request.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { History } from '../history.ts'
import type { Scheduler } from '../scheduler.ts'
import type { LoggedEvent, Observer } from './observer-store.ts'
import type { ReceivedModel } from './received.ts'
import { Violation } from './violation.ts'

/** The state of an invoice in the model. */
export interface ModelInvoice {
  status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  sequence: number
  paid: number
  /** Whether a client got the response that it is cancelled. */
  wasReportedCancelled: boolean
  /** The merchant released a payment of unknown outcome, which may still appear in addition to another. */
  isReleased: boolean
  readonly requests: PaymentRequest[]
  /** Responses to clients about transactions, by ids. */
  readonly successes: Map<string, string>
}

export interface ModelDependencies {
  readonly scheduler: Scheduler
  readonly history: History
  readonly observer: Observer
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
  /** Of invoices that accept any wallet. */
  readonly received: Pick<
    ReceivedModel,
    'isAccepted' | 'isAnyWallet' | 'observeClock' | 'onChange' | 'onPaid'
  >
  /** Passes each event to other checks. */
  readonly onEvent: (event: LoggedEvent) => void
}

export type Model = ReturnType<typeof createModel>

/** The status after each event, and the required status before it; undefined: the event changes no status. */
const changes: Readonly<
  Record<string, { from: readonly ModelInvoice['status'][]; to: ModelInvoice['status'] }>
> = {
  'invoice.paid': { from: ['unpaid', 'expired', 'cancelled'], to: 'paid' },
  'invoice.cancelled': { from: ['unpaid'], to: 'cancelled' },
  'invoice.expired': { from: ['unpaid'], to: 'expired' },
  'invoice.reversed': { from: ['paid'], to: 'reversed' },
  'invoice.restored': { from: ['reversed'], to: 'paid' },
}

/** Follows the event log as it grows, and compares it with the network and with the responses to clients. */
export function createModel({ scheduler, history, observer, nodes, received, onEvent }: ModelDependencies) {
  const invoices = new Map<string, ModelInvoice>()
  const owners = new Map<string, string>()
  /** The invoice that an output pays: always at its own address; at a shared address by amount, until its quote expires. */
  const requestedBy = new Map<string, { readonly uid: string; readonly until: number }>()
  /** Clocks can be set back, but an expired invoice stays expired. */
  let latest = 0
  let position = 0
  /** Number of events by type. */
  const eventCounts = new Map<string, number>()
  /** Number of sales, and of paid invoices, by coin. */
  const sales = new Map<CoinCode, number>()
  const paid = new Map<CoinCode, number>()
  return { invoices, getInvoice, recordRequest, follow, eventCounts, sales, paid, recordSale }

  function recordSale(coin: CoinCode): void {
    sales.set(coin, (sales.get(coin) ?? 0) + 1)
  }

  function getInvoice(uid: string): ModelInvoice {
    const found = invoices.get(uid)
    if (found) return found
    const created: ModelInvoice = {
      status: 'unpaid',
      sequence: 0,
      paid: 0,
      wasReportedCancelled: false,
      isReleased: false,
      requests: [],
      successes: new Map(),
    }
    invoices.set(uid, created)
    return created
  }

  /** Records a payment request that a wallet got. `derived`: its address belongs to this invoice alone. */
  async function recordRequest(request: PaymentRequest, derived: boolean): Promise<void> {
    const { uid, coin, expiresAt } = request
    getInvoice(uid).requests.push(request)
    latest = Math.max(latest, scheduler.clock.now())
    for (const { script, amount } of request.outputs) {
      const key = derived ? `${coin} ${script}` : `${coin} ${script} ${amount}`
      const previous = requestedBy.get(key)
      requestedBy.set(key, { uid, until: derived ? Number.POSITIVE_INFINITY : expiresAt })
      if (previous === undefined || previous.uid === uid || previous.until <= latest) continue
      if (derived)
        throw new Violation('a derived address belongs to one invoice', `${key}: ${previous.uid}, ${uid}`)
      if ((await observer.findInvoice(previous.uid))?.status === 'unpaid')
        throw new Violation(
          'no two open invoices request the same amount at one address',
          `${key}: ${previous.uid}, ${uid}`,
        )
    }
  }

  /** Checks what was committed since the last call. */
  async function follow(): Promise<void> {
    received.observeClock()
    for (const event of await observer.listEvents(position)) {
      position = event.position
      onEvent(event)
      await handleEvent(event)
    }
  }

  async function handleEvent({ type, uid, sequence, txid }: LoggedEvent): Promise<void> {
    const invoice = getInvoice(uid)
    eventCounts.set(type, (eventCounts.get(type) ?? 0) + 1)
    history.log('log', `${type} ${uid.slice(-6)}`)
    if (sequence !== invoice.sequence + 1)
      throw new Violation(
        'event sequences are complete',
        `${type} ${sequence} of ${uid} after ${invoice.sequence}`,
      )
    invoice.sequence = sequence
    const wasOpen = invoice.status === 'unpaid'
    const wasCancelled = invoice.status === 'cancelled' || invoice.wasReportedCancelled
    const change = changes[type]
    if (change) {
      if (!change.from.includes(invoice.status))
        throw new Violation(
          'an invoice only makes valid transitions',
          `${uid}: ${type} while ${invoice.status}`,
        )
      invoice.status = change.to
    }
    const isAnyWallet = received.isAnyWallet(uid)
    if (type === 'invoice.paid') await checkPaid(uid, invoice, { txid, wasCancelled })
    if (type === 'invoice.paid' && isAnyWallet) await received.onPaid(uid, wasOpen)
    if (isAnyWallet && /^payment\.(received|replaced|exception)$/.test(type)) await received.onChange(uid)
    if (type === 'payment.rejected') await checkRejected(uid, txid)
    if (type === 'invoice.reversed' && !isAnyWallet) await checkReversed(uid, txid)
  }

  async function checkPaid(
    uid: string,
    invoice: ModelInvoice,
    { txid, wasCancelled }: { readonly txid: string | null; readonly wasCancelled: boolean },
  ): Promise<void> {
    if (++invoice.paid > 1) throw new Violation('an invoice is paid once', uid)
    if (wasCancelled && !received.isAccepted(uid)) throw new Violation('a cancelled invoice is not paid', uid)
    const row = await observer.findInvoice(uid)
    const node = nodes.get(row?.coin as CoinCode)
    if (!row?.payment_id || !node || txid === null)
      throw new Violation('a paid invoice has its payment', JSON.stringify({ uid, ...row }))
    if (!node.wasSeen(txid))
      throw new Violation(
        'an invoice is paid only by a transaction that the network accepted',
        `${uid} by ${txid}`,
      )
    paid.set(node.coin.code, (paid.get(node.coin.code) ?? 0) + 1)
    for (const output of await observer.listOutputs(row.payment_id, txid)) {
      const key = `${node.coin.code} ${txid}:${output.vout}`
      const owner = owners.get(key) ?? uid
      owners.set(key, owner)
      if (owner !== uid)
        throw new Violation('an output belongs to one invoice', `${key} to ${owner} and ${uid}`)
    }
    if (!received.isAnyWallet(uid)) requireMatch(uid, invoice, node, txid)
  }

  /** The transaction has an output for each one requested, with exact script and amount. */
  function requireMatch(uid: string, { requests }: ModelInvoice, node: SimulatedNode, txid: string): void {
    const outputs = node
      .getOutputs(txid)
      .map(({ script, amount }) => `${Buffer.from(script).toString('hex')} ${amount}`)
    const isMatch = requests.some(
      ({ coin, outputs: due }) =>
        coin === node.coin.code && due.every(({ script, amount }) => outputs.includes(`${script} ${amount}`)),
    )
    if (!isMatch) throw new Violation('a payment matches its request to the unit', `${uid} by ${txid}`)
  }

  /** A rejection is final: the network doesn't have it, and the invoice is free. */
  async function checkRejected(uid: string, txid: string | null): Promise<void> {
    if (txid === null) return
    for (const node of nodes.values()) {
      const claims = await observer.findClaims(node.coin.code, txid)
      const rejectedClaims = claims.filter((claim) => claim.uid === uid && claim.status === 'rejected')
      if (rejectedClaims.some(({ id, claimed_by }) => id === claimed_by))
        throw new Violation('a rejected payment releases the invoice', uid)
      const [since, sent] = [node.presentSince(txid), node.lastSent(txid)]
      // It may have been sent for another invoice: it pays two, or was submitted again before this event arrived.
      const hasOtherClaim = claims.some((claim) => claim.uid !== uid || claim.status !== 'rejected')
      if (since === null || sent === null || since > sent || hasOtherClaim) continue
      throw new Violation('a payment is rejected only when the network does not have it', `${uid}: ${txid}`)
    }
  }

  async function checkReversed(uid: string, txid: string | null): Promise<void> {
    const row = await observer.findInvoice(uid)
    const node = nodes.get(row?.coin as CoinCode)
    const ownTxids = new Set(row?.payment_id ? await observer.listTransactions(row.payment_id) : [])
    const inputs = [...ownTxids].flatMap((id) => node?.getInputs(id) ?? [])
    if (!node?.hasMinedConflict(inputs, ownTxids))
      throw new Violation('a payment is reversed only by a block', `${uid}: ${txid} at ${scheduler.now()}`)
  }
}
