import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { splitFrameOrigins } from './preferences.ts'
import type { StorefrontStore } from './storefront.ts'

type Row = { name: string; email: string; frame_origins: string }

const selectStorefront = defineStatement<{ id: number }, Row>((query, param) =>
  query.selectFrom('accounts').where('id', '=', param('id')).select(['name', 'email', 'frame_origins']),
)

const selectContact = defineStatement<
  { id: number },
  RowOf<'accounts', ['email', 'language', 'email_exceptions', 'email_receipts']>
>((query, param) =>
  query
    .selectFrom('accounts')
    .where('id', '=', param('id'))
    .select(['email', 'language', 'email_exceptions', 'email_receipts']),
)

export function createStorefrontStore(sql: Sql): StorefrontStore {
  return {
    async getStorefront(id) {
      const row = await sql.queryOne(selectStorefront, { id })
      if (!row) throw new Error(`account ${id} does not exist`)
      const name = row.name.trim()
      return {
        name: name === '' || name === row.email ? null : name,
        frameOrigins: splitFrameOrigins(row.frame_origins),
      }
    },

    async getContact(id) {
      const row = await sql.queryOne(selectContact, { id })
      if (!row) throw new Error(`account ${id} does not exist`)
      const { email, language, email_exceptions, email_receipts } = row
      return {
        email,
        language,
        sendsExceptionEmails: email_exceptions === 1,
        sendsReceiptEmails: email_receipts === 1,
      }
    },
  }
}
