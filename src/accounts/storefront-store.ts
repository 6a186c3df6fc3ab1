import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { StorefrontStore } from './storefront.ts'

type Row = { name: string; email: string; frame_origins: string }

const selectStorefront = defineStatement<{ id: number }, Row>((query, param) =>
  query.selectFrom('accounts').where('id', '=', param('id')).select(['name', 'email', 'frame_origins']),
)

const selectContact = statement<{ id: number }, { email: string; language: string | null }>((query, param) =>
  query.selectFrom('accounts').where('id', '=', param('id')).select(['email', 'language']),
)

const splitOrigins = (text: string): string[] => text.split(' ').filter((origin) => origin !== '')

export function createStorefrontStore(sql: Sql): StorefrontStore {
  return {
    async findStorefront(id) {
      const row = await sql.queryOne(selectStorefront, { id })
      if (!row) throw new Error(`account ${id} does not exist`)
      const name = row.name.trim()
      return {
        name: name === '' || name === row.email ? null : name,
        frameOrigins: splitOrigins(row.frame_origins),
      }
    },

    async getContact(id) {
      const row = await sql.queryOne(selectContact, { id })
      if (!row) throw new Error(`account ${id} does not exist`)
      return row
    },
  }
}
