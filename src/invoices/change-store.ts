import { insertRows } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { listExternalIdParts } from './external-id.ts'
import type { Invoice } from './invoice.ts'
import { type Metadata, writeMetadata } from './metadata.ts'

/** Stores changes that the owner makes to an invoice. */
export function createInvoiceChangeStore(sql: Sql) {
  return {
    async setMetadata(
      { uid, accountId }: Pick<Invoice, 'uid' | 'accountId'>,
      metadata: Metadata | null,
      words: readonly string[],
    ): Promise<void> {
      await sql.query
        .updateTable('invoices')
        .set((set) => ({
          metadata: metadata && writeMetadata(metadata),
          revision: set('revision', '+', 1),
        }))
        .where('uid', '=', uid)
        .execute()
      await sql.query.deleteFrom('invoice_words').where('invoice_uid', '=', uid).execute()
      await insertRows(sql, 'invoice_words', { account_id: accountId, invoice_uid: uid }, ['word', words])
    },

    async setExternalId({ uid, accountId }: Pick<Invoice, 'uid' | 'accountId'>, externalId: string | null) {
      await sql.query
        .updateTable('invoices')
        .set((set) => ({ external_id: externalId, revision: set('revision', '+', 1) }))
        .where('uid', '=', uid)
        .execute()
      await sql.query.deleteFrom('invoice_external_id_parts').where('invoice_uid', '=', uid).execute()
      const ids = { account_id: accountId, invoice_uid: uid }
      const parts = listExternalIdParts(externalId ?? '')
      await insertRows(sql, 'invoice_external_id_parts', ids, ['part', parts])
    },

    async setArchived(uid: string, archived: boolean): Promise<void> {
      await sql.query
        .updateTable('invoices')
        .set((set) => ({ archived: archived ? 1 : 0, revision: set('revision', '+', 1) }))
        .where('uid', '=', uid)
        .execute()
    },
  }
}
