import { linksPath } from '../helpers/links.ts'
import type { Reply, Shown, ShownInvoice, Template } from '../helpers/replies.ts'
import type { Chance } from '../helpers/seeded.ts'
import { sendRequest } from '../helpers/send-request.ts'
import type { Merchant } from '../helpers/service.ts'
import { createFundedWallet, type Signed } from '../helpers/wallet.ts'
import { type InvoiceState, paidBy } from '../histories/models.ts'
import type { CallHistory } from './call-history.ts'
import { type Call, type CallRecord, findOutcome, responseTimeout } from './retrying-client.ts'
import { price, submit } from './shop.ts'

/** An invoice that its merchant got as a response. `name` is its external_id: no two creations share one, unless they share their key. */
export interface CreatedInvoice {
  readonly name: string
  readonly uid: string
  readonly createdAt: string
  /** Its coins: those whose network was available at that moment. */
  readonly coins: readonly string[]
}

type Owned = ShownInvoice & { readonly external_id: string }
type Created = Shown & { readonly invoice: Owned }

export interface Paid {
  readonly uid: string
  readonly signed: Signed
}

export type RecordingClient = ReturnType<typeof createRecordingClient>

/** The requests of merchants and wallets; every call and its response is recorded. */
export function createRecordingClient({
  call,
  callHistory,
  chance,
}: {
  call: Call
  callHistory: CallHistory
  chance: Chance
}) {
  const createdInvoices = new Map<string, CreatedInvoice>()
  const paid: Paid[] = []
  return {
    createdInvoices,
    paid,
    create,
    read,
    request,
    createWallet,
    pay,
    cancel,
    list,
    link,
    links,
    unlink,
  }

  /** Null if the key belongs to another body. */
  async function create(
    { token }: Merchant,
    name: string,
    key: string | null,
  ): Promise<CreatedInvoice | null> {
    const getName = (attempt: number) => (key === null ? `${name}.${attempt}` : name)
    const headers = key === null ? {} : { 'idempotency-key': key }
    const { reply, result } = await call({
      send: (baseUrl, attempt) => {
        const body = { ...price, external_id: getName(attempt) }
        return sendRequest(baseUrl, '/invoices', {
          method: 'POST',
          token,
          headers,
          body,
          signal: responseTimeout(),
        })
      },
      read: ({ status, json, text }) =>
        status === 200
          ? text
          : json.code === 'idempotency_mismatch'
            ? 'mismatch'
            : findOutcome({ status, json } as Reply),
      record: ({ result, ...times }, _reply, attempt) => {
        if (key !== null) callHistory.key(key, { request: { body: name }, result, ...times })
        if (result === 'mismatch' || result === 'busy') return
        callHistory.invoice(getName(attempt), {
          request: { kind: 'create' },
          result: result === null ? null : 'done',
          ...times,
        })
      },
    })
    if (result === 'mismatch') return null
    const { invoice, payment_options }: Created = JSON.parse(reply.text)
    const { uid, external_id, created_at } = invoice
    callHistory.always(`the uid of ${external_id}`, uid)
    const known = createdInvoices.get(external_id) ?? {
      name: external_id,
      uid,
      createdAt: created_at,
      coins: payment_options.map(({ currency }) => currency),
    }
    createdInvoices.set(external_id, known)
    return known
  }

  async function read({ name, uid }: CreatedInvoice): Promise<InvoiceState> {
    const { result } = await call({
      send: (baseUrl) => sendRequest(baseUrl, `/invoices/${uid}`, { signal: responseTimeout() }),
      read: (reply) => (reply.status === 200 ? getState(JSON.parse(reply.text).invoice) : findOutcome(reply)),
      record: (callRecord) => recordRead(name, 'read', callRecord),
    })
    return result
  }

  /** The payment request in that coin; null if the invoice no longer accepts payments. */
  async function request({ name, uid }: CreatedInvoice, coin: string): Promise<Template | null> {
    const headers = { accept: 'application/payment-request', 'x-currency': coin }
    const { reply, result } = await call({
      send: (baseUrl) => sendRequest(baseUrl, `/r/${uid}`, { headers, signal: responseTimeout() }),
      read: (reply) =>
        reply.status === 200 ? 'unpaid' : (ended[String(reply.json.code)] ?? findOutcome(reply)),
      record: (callRecord) => recordRead(name, 'ask', callRecord),
    })
    if (result !== 'unpaid') return null
    const template = JSON.parse(reply.text) as Template
    const addresses = template.outputs.map(({ address }) => address).join()
    callHistory.always(`the address of ${uid} in ${coin}`, addresses)
    callHistory.always(`the invoice of ${coin} ${addresses}`, uid)
    return template
  }

  /** A wallet with coins for one payment. */
  async function createWallet(baseUrls: readonly string[], coin: string, name: string) {
    for (;;) {
      const found = await createFundedWallet(chance.pick(baseUrls), coin, coin === 'DOGE' ? '1000' : '2', {
        name,
      }).catch(() => null)
      if (found) return found
    }
  }

  async function pay({ name, uid }: CreatedInvoice, template: Template, signed: Signed): Promise<void> {
    const { reply, result } = await call({
      send: (baseUrl) => submit(baseUrl, template, [signed], responseTimeout()),
      read: (reply) => (reply.status === 200 ? 'success' : findOutcome(reply)),
      record: (callRecord) =>
        callHistory.invoice(name, { request: { kind: 'pay', txid: signed.txid }, ...callRecord }),
    })
    if (result !== 'success') return
    callHistory.always(`the receipt of ${signed.txid}`, reply.text)
    callHistory.always(`the payment of ${uid}`, signed.txid)
    paid.push({ uid, signed })
  }

  async function cancel({ token }: Merchant, { name, uid }: CreatedInvoice): Promise<void> {
    await call({
      send: (baseUrl) =>
        sendRequest(baseUrl, `/invoices/${uid}`, { method: 'DELETE', token, signal: responseTimeout() }),
      read: (reply) => {
        if (reply.status === 200) return 'done'
        return /is being settled/.test(reply.text) ? 'busy' : findOutcome(reply)
      },
      record: (callRecord) => callHistory.invoice(name, { request: { kind: 'cancel' }, ...callRecord }),
    })
  }

  /** Records the first page as reads. An invoice that is newer than the page's oldest and missing from it did not exist. */
  async function list({ token }: Merchant): Promise<void> {
    const before = [...createdInvoices.values()]
    await call({
      send: (baseUrl) => sendRequest(baseUrl, '/invoices?limit=200', { token, signal: responseTimeout() }),
      read: (reply) => (reply.status === 200 ? reply.text : findOutcome(reply)),
      record: ({ result, ...times }, reply) => {
        if (reply?.status !== 200) return
        const { invoices } = JSON.parse(reply.text) as { invoices: Created[] }
        const shown = new Map(invoices.map(({ invoice }) => [invoice.external_id, getState(invoice)]))
        const oldest = invoices.map(({ invoice }) => invoice.created_at).sort()[0] ?? ''
        for (const [name, result] of shown)
          callHistory.invoice(name, { request: { kind: 'read' }, result, ...times })
        for (const { name, createdAt } of before) {
          if (createdAt > oldest && !shown.has(name))
            callHistory.invoice(name, { request: { kind: 'read' }, result: 'none', ...times })
        }
      },
    })
  }

  async function link({ token, id: source }: Merchant, { email, id: target }: Merchant): Promise<void> {
    await call({
      send: (baseUrl) =>
        sendRequest(baseUrl, linksPath, {
          method: 'POST',
          token,
          body: { email },
          signal: responseTimeout(),
        }),
      read: (reply) => (reply.status === 200 ? Number(reply.json.id) : assertNotRejected(reply)),
      record: (callRecord) =>
        callHistory.link(`${source} → ${target}`, { request: { kind: 'link' }, ...withNumber(callRecord) }),
    })
  }

  /** The id of the link between them, 0 for none. */
  async function links({ token, id: source }: Merchant, { id: target }: Merchant): Promise<number> {
    const { result } = await call({
      send: (baseUrl) => sendRequest(baseUrl, linksPath, { token, signal: responseTimeout() }),
      read: (reply) => {
        if (reply.status !== 200) return assertNotRejected(reply)
        const all = JSON.parse(reply.text) as { id: number; source: number; target: number }[]
        return all.find((each) => each.source === source && each.target === target)?.id ?? 0
      },
      record: (callRecord) => {
        if (callRecord.result !== null)
          callHistory.link(`${source} → ${target}`, { request: { kind: 'list' }, ...withNumber(callRecord) })
      },
    })
    return result
  }

  async function unlink(
    { token, id: source }: Merchant,
    { id: target }: Merchant,
    id: number,
  ): Promise<void> {
    await call({
      send: (baseUrl) =>
        sendRequest(baseUrl, `${linksPath}/${id}`, { method: 'DELETE', token, signal: responseTimeout() }),
      read: (reply) => (reply.status === 204 ? 1 : reply.status === 404 ? 0 : assertNotRejected(reply)),
      record: (callRecord) =>
        callHistory.link(`${source} → ${target}`, {
          request: { kind: 'unlink', id },
          ...withNumber(callRecord),
        }),
    })
  }

  /** A read without a response has shown nothing. */
  function recordRead(name: string, kind: 'read' | 'ask', callRecord: CallRecord<string>): void {
    if (callRecord.result !== null && callRecord.result !== 'busy')
      callHistory.invoice(name, { request: { kind }, ...callRecord })
  }
}

/** The error of a payment request for an invoice that accepts no payment. */
const ended: Readonly<Record<string, string>> = { invoice_paid: 'paid', invoice_cancelled: 'cancelled' }

function getState({ status, payment }: Pick<ShownInvoice, 'status' | 'payment'>): InvoiceState {
  return status === 'paid' ? paidBy(String(payment?.txid)) : status
}

/** No request for a link is rejected here for a reason of its own. */
function assertNotRejected(reply: Reply): null {
  const code = findOutcome(reply)
  if (code !== null && code !== 'busy') throw new Error(`a link was refused: ${reply.text}`)
  return null
}

/** A link is never busy. */
const withNumber = ({ result, ...times }: CallRecord<number | 'busy'>) => ({
  ...times,
  result: result === 'busy' ? null : result,
})
