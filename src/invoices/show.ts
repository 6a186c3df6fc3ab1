import type { Clock, Instant } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import type { Invoice } from './invoice.ts'
import { keptByRevision } from './kept.ts'
import { handedOutUntil, needsFreshQuote } from './quote.ts'
import { optionsOf, ownerInvoice, publicInvoice, type ViewContext } from './view.ts'

export interface InvoiceReader {
  /** The revision of an invoice, or null when there is none: what was rendered of it still holds. */
  revision(uid: string): Promise<number | null>
  find(uid: string): Promise<Invoice | null>
}

export interface ShowParts {
  readonly reader: InvoiceReader
  readonly snapshot: (id: string) => Promise<RateSnapshot>
  readonly freshen: (invoice: Invoice) => Promise<boolean>
  readonly view: ViewContext
  readonly clock: Clock
}

/** An invoice as text, `{invoice, payment_options}`, in both forms. */
export interface Shown {
  readonly accountId: number
  readonly public: string
  readonly owner: string
  /** Coin and height of the chain that the confirmations were counted on. */
  readonly coin: string | null
  readonly tip: number | null
}

/** Some 4 kB each. */
const mostKept = 5_000

/** Shows invoices. Rendered text is kept, and given again while it holds. */
export function showInvoices({ reader, snapshot, freshen, view, clock }: ShowParts) {
  const kept = keptByRevision<Shown>(mostKept)
  return { show, glance, peek, load }

  /** What a reader of the invoice sees; an unpaid one gets a fresh quote when it needs one. @throws {Refused} `invoice_not_found` */
  async function show(uid: string): Promise<Shown> {
    const revision = isUid(uid) ? await reader.revision(uid) : null
    if (revision === null) throw new Refused('invoice_not_found')
    return known(uid, revision) ?? keep(await load(uid))
  }

  /** The same for who only looks whether it is there, or whose: without a fresh quote. @throws {Refused} `invoice_not_found` */
  async function glance(uid: string): Promise<Shown> {
    const revision = isUid(uid) ? await reader.revision(uid) : null
    if (revision === null) throw new Refused('invoice_not_found')
    return peek(uid, revision, () => found(uid))
  }

  async function found(uid: string): Promise<Invoice> {
    const invoice = isUid(uid) ? await reader.find(uid) : null
    if (!invoice) throw new Refused('invoice_not_found')
    return invoice
  }

  /** The invoice with a quote that is worth handing out. @throws {Refused} `invoice_not_found` */
  async function load(uid: string): Promise<Invoice> {
    const invoice = await found(uid)
    if (!(await freshen(invoice))) return invoice
    return (await reader.find(uid)) ?? invoice
  }

  /** For lists: the same text when it is known, without a fresh quote. */
  async function peek(uid: string, revision: number, find: () => Promise<Invoice>): Promise<Shown> {
    return known(uid, revision) ?? keep(await find())
  }

  function known(uid: string, revision: number): Shown | undefined {
    const shown = kept.get(uid, revision, clock.now())
    return shown && tipOf(shown.coin) === shown.tip ? shown : undefined
  }

  async function keep(invoice: Invoice): Promise<Shown> {
    return kept.set(invoice.uid, invoice.revision, handOutEnd(invoice, clock.now()), await render(invoice))
  }

  async function render(invoice: Invoice): Promise<Shown> {
    const settled = invoice.status === 'paid' || invoice.status === 'reversed'
    const coin = settled ? invoice.payment.coin : null
    const options = JSON.stringify(await currentOptions(invoice))
    const text = (form: Record<string, unknown>) =>
      `{"invoice":${JSON.stringify(form)},"payment_options":${options}}`
    return {
      accountId: invoice.accountId,
      public: text(publicInvoice(invoice, view)),
      owner: text(ownerInvoice(invoice, view)),
      coin,
      tip: tipOf(coin),
    }
  }

  async function currentOptions(invoice: Invoice) {
    if (invoice.status !== 'unpaid') return []
    return optionsOf(invoice, await snapshot(invoice.quote.snapshotId), view.baseUrl)
  }

  function tipOf(coin: string | null): number | null {
    return coin === null ? null : view.tipHeight(coin)
  }
}

/** Until when what was made of an invoice's quote may be handed out; not at all when a fresh one was due and could not be made. */
export function handOutEnd(invoice: Invoice, now: Instant): Instant {
  if (invoice.status !== 'unpaid') return Number.POSITIVE_INFINITY
  if (needsFreshQuote(invoice, now)) return now
  const end = handedOutUntil(invoice.quote)
  return end > now ? end : Number.POSITIVE_INFINITY
}
