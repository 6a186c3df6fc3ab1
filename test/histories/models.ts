import type { Model } from './linearise.ts'

/** Operations of clients on one invoice. A wallet's transaction is named by its id. */
export type InvoiceRequest =
  | { readonly kind: 'create' | 'cancel' | 'read' | 'ask' }
  | { readonly kind: 'pay'; readonly txid: string }

/** `none`, `unpaid`, `cancelled`, or the paying transaction: `paid by …`. */
export type InvoiceState = string

/**
 * For `create` and `cancel`: `done`. For `read`: the state that was shown. For `ask`, the payment request: the status alone. For `pay`:
 * `success`. Otherwise the error code; `busy` if nothing was done because of something else in progress.
 */
export type InvoiceResult = string

export const paidBy = (txid: string): InvoiceState => `paid by ${txid}`

/** An invoice whose calls are sequential: unpaid, and then paid once, or cancelled. */
export const invoiceModel: Model<InvoiceRequest, InvoiceResult> = {
  initial: 'none',
  step(state, { request, result }) {
    switch (request.kind) {
      case 'create':
        return create(state, result)
      case 'read':
        return result === state ? state : null
      case 'ask':
        return result === getStatus(state) ? state : null
      case 'cancel':
        return cancel(state, result)
      case 'pay':
        return pay(state, request.txid, result)
    }
  },
}

const getStatus = (state: InvoiceState): string => state.split(' ', 1)[0] ?? state

/** A retry with the same key gets the first response, and does nothing. */
function create(state: InvoiceState, result: InvoiceResult | null): InvoiceState | null {
  if (state === 'none') return 'unpaid'
  return result === null ? null : state
}

function cancel(state: InvoiceState, result: InvoiceResult | null): InvoiceState | null {
  switch (result) {
    case null:
      return state === 'unpaid' ? 'cancelled' : null
    case 'done':
      return state === 'unpaid' || state === 'cancelled' ? 'cancelled' : null
    case 'busy':
      return state === 'unpaid' ? state : null
    default:
      return getStatus(state) === 'paid' ? state : null
  }
}

function pay(state: InvoiceState, txid: string, result: InvoiceResult | null): InvoiceState | null {
  const own = paidBy(txid)
  switch (result) {
    case null:
      return state === 'unpaid' ? own : null
    case 'success':
      return state === 'unpaid' || state === own ? own : null
    case 'busy':
      return state
    case 'invoice_paid':
      return getStatus(state) === 'paid' && state !== own ? state : null
    case 'invoice_cancelled':
      return state === 'cancelled' ? state : null
    default:
      // The transaction that has paid is never rejected, regardless of its flaws.
      return state === own ? null : state
  }
}

/** A creation under an idempotency key: the body, and the text of the response, or `mismatch`. */
export interface KeyRequest {
  readonly body: string
}

/**
 * The first body owns the key; every response to it is the same text. The state: nothing, or body and text; the text is empty until
 * somebody has seen it.
 */
export const keyModel: Model<KeyRequest, string> = {
  initial: '',
  step(state, { request: { body }, result }) {
    const [kept = body, text = ''] = state === '' ? [] : (JSON.parse(state) as string[])
    if (result === 'busy') return state
    if (result === 'mismatch') return state !== '' && kept !== body ? state : null
    if (result === null) return state === '' ? JSON.stringify([body, '']) : null
    return kept === body && (text === '' || text === result) ? JSON.stringify([body, result]) : null
  },
}

/** Operations of clients on the link from one account to another; `list` shows its id. */
export type LinkRequest =
  | { readonly kind: 'link' | 'list' }
  | { readonly kind: 'unlink'; readonly id: number }

/** An id, 0 for none; of `unlink`: 1 if it was deleted, 0 if there was none. */
export type LinkResult = number

interface LinkState {
  readonly state: 'none' | 'linked'
  /** The newest id that any client has seen. */
  readonly id: number
  /** No client has seen the id of the existing link. */
  readonly hidden: boolean
}

/** A link exists or not; each new one has a greater id. */
export const linkModel: Model<LinkRequest, LinkResult> = {
  initial: JSON.stringify({ state: 'none', id: 0, hidden: false } satisfies LinkState),
  step(text, { request, result }) {
    const now = JSON.parse(text) as LinkState
    const next = request.kind === 'unlink' ? unlink(now, request.id, result) : seen(now, request.kind, result)
    return next === null ? null : next === now ? text : JSON.stringify(next)
  },
}

function seen(now: LinkState, kind: 'link' | 'list', result: LinkResult | null): LinkState | null {
  const { state, id, hidden } = now
  if (result === null)
    return kind === 'link' && state === 'none' ? { state: 'linked', id, hidden: true } : null
  if (result === 0) return kind === 'list' && state === 'none' ? now : null
  if (state === 'linked' && !hidden) return result === id ? now : null
  return (kind === 'link' || state === 'linked') && result > id
    ? { state: 'linked', id: result, hidden: false }
    : null
}

function unlink(now: LinkState, id: number, result: LinkResult | null): LinkState | null {
  const isThere = now.state === 'linked' && !now.hidden && now.id === id
  if (result === 0) return isThere ? null : now
  return isThere ? { ...now, state: 'none' } : null
}
