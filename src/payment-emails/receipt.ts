import { normaliseEmail } from '../accounts/account.ts'
import type { StorefrontStore } from '../accounts/storefront.ts'
import type { Invoice, InvoiceWithPayment } from '../invoices/invoice.ts'
import { parseMetadata } from '../invoices/metadata.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, hour } from '../kernel/clock.ts'
import {
  type AttemptKey,
  type AttemptLimits,
  createAttemptKey,
  createRecipientKey,
} from '../sessions/attempt-limits.ts'
import type { WriteEmail } from './send.ts'

export type PaidInvoice = InvoiceWithPayment & { readonly status: 'paid' }

export type ComposeReceipt = (values: {
  readonly invoice: PaidInvoice
  /** Null if it has none that payers should see. */
  readonly shopName: string | null
  /** Null if unknown. */
  readonly language: string | null
}) => { readonly subject: string; readonly text: string }

interface ReceiptDependencies {
  readonly findInvoice: (uid: string) => Promise<Invoice | null>
  readonly accounts: Pick<StorefrontStore, 'getStorefront' | 'getContact'>
  readonly attemptLimits: Pick<AttemptLimits, 'consume'>
  readonly compose: ComposeReceipt
  readonly clock: Clock
}

/** How long a receipt waits when its account has reached the limit. */
const limitedRetryMs = 1 * hour

/** Writes the receipt of a paid invoice, for the `buyerEmail` of its metadata. */
export function createReceiptWriter({
  findInvoice,
  accounts,
  attemptLimits,
  compose,
  clock,
}: ReceiptDependencies): WriteEmail {
  return async ({ accountId, invoiceUid, attempts }) => {
    const invoice = await findInvoice(invoiceUid)
    if (!invoice || !isPaid(invoice) || !isWanted(invoice)) return 'never'
    const to = findBuyerEmail(invoice)
    if (to === null) return 'never'
    const contact = await accounts.getContact(accountId)
    if (!contact.sendsReceiptEmails) return 'never'
    // Further attempts were counted with the first.
    if (attempts === 1) {
      if (!(await isWithinLimit(createAttemptKey('receipt', `${accountId}`))))
        return { notBefore: clock.now() + limitedRetryMs }
      // Anyone can name any recipient. If these waited too, the recipient would get emails for days.
      if (!(await isWithinLimit(createRecipientKey('receipt_email', to)))) return 'never'
    }
    const { name: shopName } = await accounts.getStorefront(accountId)
    const language = invoice.checkout?.language ?? contact.language
    return { to, ...compose({ invoice, shopName, language }) }
  }

  async function isWithinLimit(key: AttemptKey): Promise<boolean> {
    try {
      await attemptLimits.consume([key])
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }
}

const isPaid = (invoice: Invoice): invoice is PaidInvoice => invoice.status === 'paid'

/** Greenfield clients can turn off the receipt of an invoice: `{"receipt": {"enabled": false}}`. */
function isWanted({ checkout }: Invoice): boolean {
  const receipt: { enabled?: unknown } = checkout?.echoedFields.receipt ?? {}
  return receipt.enabled !== false
}

function findBuyerEmail({ metadata }: Invoice): string | null {
  const { buyerEmail } = metadata === null ? {} : parseMetadata(metadata)
  if (typeof buyerEmail !== 'string') return null
  try {
    return normaliseEmail(buyerEmail)
  } catch {
    return null
  }
}
