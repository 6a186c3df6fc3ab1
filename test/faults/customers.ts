import type { Reply, Shown, ShownInvoice, Template } from '../helpers/answers.ts'
import { ask } from '../helpers/ask.ts'
import { linksPath } from '../helpers/links.ts'
import type { Chance } from '../helpers/seeded.ts'
import type { Merchant } from '../helpers/service.ts'
import { fundedWallet, type Signed } from '../helpers/wallet.ts'
import { type InvoiceState, paidBy } from '../histories/models.ts'
import { answerIn, type Call, type Noted, outcome } from './caller.ts'
import type { Notebook } from './notebook.ts'
import { price, submit } from './shop.ts'

/** An invoice that its merchant knows of. `name` is its external_id: no two creations share one, unless they share their key. */
export interface Made {
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

export type Customers = ReturnType<typeof customers>

/** The requests of merchants and wallets; every call and its response is recorded. */
export function customers({ call, notebook, chance }: { call: Call; notebook: Notebook; chance: Chance }) {
  const made = new Map<string, Made>()
  const paid: Paid[] = []
  return { made, paid, create, read, request, wallet, pay, cancel, list, link, links, unlink }

  /** Null if the key belongs to another body. */
  async function create({ token }: Merchant, name: string, key: string | null): Promise<Made | null> {
    const nameOf = (attempt: number) => (key === null ? `${name}.${attempt}` : name)
    const headers = key === null ? {} : { 'idempotency-key': key }
    const { reply, answer } = await call({
      send: (baseUrl, attempt) => {
        const body = { ...price, external_id: nameOf(attempt) }
        return ask(baseUrl, '/invoices', { method: 'POST', token, headers, body, signal: answerIn() })
      },
      read: ({ status, json, text }) =>
        status === 200
          ? text
          : json.code === 'idempotency_mismatch'
            ? 'mismatch'
            : outcome({ status, json } as Reply),
      note: ({ answer, ...moments }, _reply, attempt) => {
        if (key !== null) notebook.key(key, { asked: { body: name }, answer, ...moments })
        if (answer === 'mismatch' || answer === 'busy') return
        notebook.invoice(nameOf(attempt), {
          asked: { kind: 'create' },
          answer: answer === null ? null : 'done',
          ...moments,
        })
      },
    })
    if (answer === 'mismatch') return null
    const { invoice, payment_options }: Created = JSON.parse(reply.text)
    const { uid, external_id, created_at } = invoice
    notebook.always(`the uid of ${external_id}`, uid)
    const known = made.get(external_id) ?? {
      name: external_id,
      uid,
      createdAt: created_at,
      coins: payment_options.map(({ currency }) => currency),
    }
    made.set(external_id, known)
    return known
  }

  async function read({ name, uid }: Made): Promise<InvoiceState> {
    const { answer } = await call({
      send: (baseUrl) => ask(baseUrl, `/invoices/${uid}`, { signal: answerIn() }),
      read: (reply) => (reply.status === 200 ? stateOf(JSON.parse(reply.text).invoice) : outcome(reply)),
      note: (noted) => seen(name, 'read', noted),
    })
    return answer
  }

  /** The payment request in that coin; null if the invoice no longer accepts payments. */
  async function request({ name, uid }: Made, coin: string): Promise<Template | null> {
    const headers = { accept: 'application/payment-request', 'x-currency': coin }
    const { reply, answer } = await call({
      send: (baseUrl) => ask(baseUrl, `/r/${uid}`, { headers, signal: answerIn() }),
      read: (reply) => (reply.status === 200 ? 'unpaid' : (ended[String(reply.json.code)] ?? outcome(reply))),
      note: (noted) => seen(name, 'ask', noted),
    })
    if (answer !== 'unpaid') return null
    const template = JSON.parse(reply.text) as Template
    const addresses = template.outputs.map(({ address }) => address).join()
    notebook.always(`the address of ${uid} in ${coin}`, addresses)
    notebook.always(`the invoice of ${coin} ${addresses}`, uid)
    return template
  }

  /** A wallet with coins for one payment. */
  async function wallet(baseUrls: readonly string[], coin: string, name: string) {
    for (;;) {
      const found = await fundedWallet(chance.pick(baseUrls), coin, coin === 'DOGE' ? '1000' : '2', {
        name,
      }).catch(() => null)
      if (found) return found
    }
  }

  async function pay({ name, uid }: Made, template: Template, signed: Signed): Promise<void> {
    const { reply, answer } = await call({
      send: (baseUrl) => submit(baseUrl, template, [signed], answerIn()),
      read: (reply) => (reply.status === 200 ? 'success' : outcome(reply)),
      note: (noted) => notebook.invoice(name, { asked: { kind: 'pay', txid: signed.txid }, ...noted }),
    })
    if (answer !== 'success') return
    notebook.always(`the receipt of ${signed.txid}`, reply.text)
    notebook.always(`the payment of ${uid}`, signed.txid)
    paid.push({ uid, signed })
  }

  async function cancel({ token }: Merchant, { name, uid }: Made): Promise<void> {
    await call({
      send: (baseUrl) => ask(baseUrl, `/invoices/${uid}`, { method: 'DELETE', token, signal: answerIn() }),
      read: (reply) => {
        if (reply.status === 200) return 'done'
        return /is being settled/.test(reply.text) ? 'busy' : outcome(reply)
      },
      note: (noted) => notebook.invoice(name, { asked: { kind: 'cancel' }, ...noted }),
    })
  }

  /** Records the first page as reads. An invoice that is newer than the page's oldest and missing from it did not exist. */
  async function list({ token }: Merchant): Promise<void> {
    const before = [...made.values()]
    await call({
      send: (baseUrl) => ask(baseUrl, '/invoices?limit=200', { token, signal: answerIn() }),
      read: (reply) => (reply.status === 200 ? reply.text : outcome(reply)),
      note: ({ answer, ...moments }, reply) => {
        if (reply?.status !== 200) return
        const { invoices } = JSON.parse(reply.text) as { invoices: Created[] }
        const shown = new Map(invoices.map(({ invoice }) => [invoice.external_id, stateOf(invoice)]))
        const oldest = invoices.map(({ invoice }) => invoice.created_at).sort()[0] ?? ''
        for (const [name, answer] of shown)
          notebook.invoice(name, { asked: { kind: 'read' }, answer, ...moments })
        for (const { name, createdAt } of before) {
          if (createdAt > oldest && !shown.has(name))
            notebook.invoice(name, { asked: { kind: 'read' }, answer: 'none', ...moments })
        }
      },
    })
  }

  async function link({ token, id: source }: Merchant, { email, id: target }: Merchant): Promise<void> {
    await call({
      send: (baseUrl) =>
        ask(baseUrl, linksPath, { method: 'POST', token, body: { email }, signal: answerIn() }),
      read: (reply) => (reply.status === 200 ? Number(reply.json.id) : missed(reply)),
      note: (noted) =>
        notebook.link(`${source} → ${target}`, { asked: { kind: 'link' }, ...numbered(noted) }),
    })
  }

  /** The id of the link between them, 0 for none. */
  async function links({ token, id: source }: Merchant, { id: target }: Merchant): Promise<number> {
    const { answer } = await call({
      send: (baseUrl) => ask(baseUrl, linksPath, { token, signal: answerIn() }),
      read: (reply) => {
        if (reply.status !== 200) return missed(reply)
        const all = JSON.parse(reply.text) as { id: number; source: number; target: number }[]
        return all.find((each) => each.source === source && each.target === target)?.id ?? 0
      },
      note: (noted) => {
        if (noted.answer !== null)
          notebook.link(`${source} → ${target}`, { asked: { kind: 'list' }, ...numbered(noted) })
      },
    })
    return answer
  }

  async function unlink(
    { token, id: source }: Merchant,
    { id: target }: Merchant,
    id: number,
  ): Promise<void> {
    await call({
      send: (baseUrl) => ask(baseUrl, `${linksPath}/${id}`, { method: 'DELETE', token, signal: answerIn() }),
      read: (reply) => (reply.status === 204 ? 1 : reply.status === 404 ? 0 : missed(reply)),
      note: (noted) =>
        notebook.link(`${source} → ${target}`, { asked: { kind: 'unlink', id }, ...numbered(noted) }),
    })
  }

  /** An unanswered read has shown nothing. */
  function seen(name: string, kind: 'read' | 'ask', noted: Noted<string>): void {
    if (noted.answer !== null && noted.answer !== 'busy')
      notebook.invoice(name, { asked: { kind }, ...noted })
  }
}

/** The error of a payment request for an invoice that accepts no payment. */
const ended: Readonly<Record<string, string>> = { invoice_paid: 'paid', invoice_cancelled: 'cancelled' }

function stateOf({ status, payment }: Pick<ShownInvoice, 'status' | 'payment'>): InvoiceState {
  return status === 'paid' ? paidBy(String(payment?.txid)) : status
}

/** No request for a link is refused here for a reason of its own. */
function missed(reply: Reply): null {
  const code = outcome(reply)
  if (code !== null && code !== 'busy') throw new Error(`a link was refused: ${reply.text}`)
  return null
}

/** A link is never busy. */
const numbered = ({ answer, ...moments }: Noted<number | 'busy'>) => ({
  ...moments,
  answer: answer === 'busy' ? null : answer,
})
