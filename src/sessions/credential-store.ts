import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { CredentialStore, Credentials } from './credentials.ts'

type Row = RowOf<'accounts', typeof columns>

const columns = ['id', 'email', 'name', 'operator', 'currency', 'time_zone', 'password', 'code_key'] as const

const toCredentials = (row: Row): Credentials => ({
  accountId: row.id,
  email: row.email,
  name: row.name,
  isOperator: row.operator === 1,
  currency: row.currency,
  timeZone: row.time_zone,
  passwordHash: row.password,
  hasTwoFactor: row.code_key !== null,
})

const selectByEmail = defineStatement<{ email: string }, Row>((query, param) =>
  query.selectFrom('accounts').where('email', '=', param('email')).select(columns),
)

const selectById = defineStatement<{ id: number }, Row>((query, param) =>
  query.selectFrom('accounts').where('id', '=', param('id')).select(columns),
)

export function createCredentialStore(sql: Sql): CredentialStore {
  const { query } = sql
  /** Whether the update matched the account. */
  const executeUpdate = async (update: { executeTakeFirst(): Promise<{ id: number } | undefined> }) =>
    (await update.executeTakeFirst()) !== undefined
  return {
    async findByEmail(email) {
      const row = await sql.queryOne(selectByEmail, { email })
      return row ? toCredentials(row) : null
    },

    async getById(id) {
      const row = await sql.queryOne(selectById, { id })
      if (!row) throw new Error(`account ${id} does not exist`)
      return toCredentials(row)
    },

    async lock(id) {
      const row = await query
        .updateTable('accounts')
        .set(({ ref }) => ({ password: ref('password') }))
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      if (!row) throw new Error(`account ${id} does not exist`)
      return toCredentials(row)
    },

    async setPassword(id, password) {
      await query.updateTable('accounts').set({ password }).where('id', '=', id).execute()
    },

    replacePassword: (id, { currentHash, newHash }) =>
      executeUpdate(
        query
          .updateTable('accounts')
          .set({ password: newHash })
          .where('id', '=', id)
          .where('password', '=', currentHash)
          .returning('id'),
      ),

    async findTwoFactor(id) {
      const row = await query
        .selectFrom('accounts')
        .where('id', '=', id)
        .where('code_key', 'is not', null)
        .select(['code_key', 'code_step', 'recovery_used'])
        .executeTakeFirst()
      if (!row) return null
      return {
        key: row.code_key ?? '',
        step: row.code_step,
        recoveryUsed: row.recovery_used,
      }
    },

    enableTwoFactor: (id, { key, step }) =>
      executeUpdate(
        query
          .updateTable('accounts')
          .set({ code_key: key, code_step: step, recovery_used: 0 })
          .where('id', '=', id)
          .where('code_key', 'is', null)
          .returning('id'),
      ),

    disableTwoFactor: (id) =>
      executeUpdate(
        query
          .updateTable('accounts')
          .set({ code_key: null })
          .where('id', '=', id)
          .where('code_key', 'is not', null)
          .returning('id'),
      ),

    markStepUsed: (id, step) =>
      executeUpdate(
        query
          .updateTable('accounts')
          .set({ code_step: step })
          .where('id', '=', id)
          .where('code_key', 'is not', null)
          .where('code_step', '<', step)
          .returning('id'),
      ),

    useRecoveryCode: (id, { previousMask, nextMask }) =>
      executeUpdate(
        query
          .updateTable('accounts')
          .set({ recovery_used: nextMask })
          .where('id', '=', id)
          .where('code_key', 'is not', null)
          .where('recovery_used', '=', previousMask)
          .returning('id'),
      ),
  }
}
