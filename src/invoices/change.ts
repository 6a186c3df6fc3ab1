import { ApiError } from '../kernel/api-error.ts'
import { isUid } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Invoice } from './invoice.ts'
import { type Metadata, parseMetadata } from './metadata.ts'
import { listSearchWords } from './new-invoice.ts'

interface InvoiceChangeStore {
  find(uid: string): Promise<Invoice | null>
  /** Replaces the metadata, and the words by which a search finds the invoice. */
  setMetadata(invoice: Invoice, metadata: Metadata | null, words: readonly string[]): Promise<void>
  /** Also replaces the parts by which a search finds it. */
  setExternalId(invoice: Invoice, externalId: string | null): Promise<void>
  setArchived(uid: string, archived: boolean): Promise<void>
}

/** Changes that the owner can make to an invoice in any status. */
export function createInvoiceChanger(transact: Transact<{ readonly invoices: InvoiceChangeStore }>) {
  return { replaceMetadata, setArchived }

  /**
   * @param readExternalId for clients whose metadata contains the external id: if it changes there, that of the invoice changes too
   * @throws {ApiError} `invoice_not_found`
   */
  function replaceMetadata(
    accountId: number,
    uid: string,
    metadata: Metadata | null,
    readExternalId: (metadata: Metadata) => string | null = () => null,
  ): Promise<void> {
    return transact(async ({ invoices }) => {
      const invoice = await findOwn(invoices, accountId, uid)
      await invoices.setMetadata(invoice, metadata, listSearchWords({ ...invoice, metadata }))
      const before = invoice.metadata === null ? {} : parseMetadata(invoice.metadata)
      const externalId = readExternalId(metadata ?? {})
      if (externalId !== readExternalId(before)) await invoices.setExternalId(invoice, externalId)
    })
  }

  /** @throws {ApiError} `invoice_not_found` */
  function setArchived(accountId: number, uid: string, archived: boolean): Promise<void> {
    return transact(async ({ invoices }) => {
      await findOwn(invoices, accountId, uid)
      await invoices.setArchived(uid, archived)
    })
  }
}

async function findOwn(
  invoices: Pick<InvoiceChangeStore, 'find'>,
  accountId: number,
  uid: string,
): Promise<Invoice> {
  const invoice = isUid(uid) ? await invoices.find(uid) : null
  if (invoice?.accountId !== accountId) throw new ApiError('invoice_not_found')
  return invoice
}
