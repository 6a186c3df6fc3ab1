import { type CoinCode, coins } from '../coins/index.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AccountStore } from './accounts.ts'
import type { Destination } from './destination.ts'
import type { AccountDestinationStore } from './destinations.ts'

const destinationColumns = ['coin', 'kind', 'value', 'script', 'key_id'] as const

export type DestinationRow = RowOf<'destinations', typeof destinationColumns>

export function toDestination({ coin, kind, value, script, key_id }: DestinationRow): Destination {
  const code = coin as CoinCode
  return kind === 'xpub'
    ? { coin: code, kind, value, keyId: key_id ?? '' }
    : { coin: code, kind, value, script: script ?? '' }
}

const selectDestinations = defineStatement<{ accountId: number }, DestinationRow>((query, param) =>
  query.selectFrom('destinations').where('account_id', '=', param('accountId')).select(destinationColumns),
)

export function createAccountStore(
  sql: Sql,
): AccountStore &
  Pick<
    AccountDestinationStore,
    'listDestinations' | 'getDestinationVersion' | 'setDestination' | 'incrementSequence'
  > {
  return {
    async insert({ email, name, currency, isOperator, createdAt, password }) {
      const row = await sql.query
        .insertInto('accounts')
        .values({
          email,
          name,
          currency,
          operator: isOperator ? 1 : 0,
          created_at: toIsoString(createdAt),
          password,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id ?? null
    },

    async update(id, change) {
      const values = Object.fromEntries(
        Object.entries(change).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? Number(value) : value,
        ]),
      )
      if (Object.keys(values).length === 0) return
      await sql.query.updateTable('accounts').set(values).where('id', '=', id).execute()
    },

    async findByEmail(email) {
      const row = await sql.query
        .selectFrom('accounts')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst()
      if (!row) return null
      return {
        id: row.id,
        email: row.email,
        name: row.name,
        currency: row.currency,
        isOperator: row.operator === 1,
        createdAt: parseIsoString(row.created_at),
      }
    },

    async isEmpty() {
      return (await sql.query.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
    },

    async lockFirstAccountCreation() {
      // Locks the audit chain row. Every account creation updates it, so this blocks the others.
      await sql.query
        .updateTable('audit_chain')
        .set((set) => ({ number: set.ref('number') }))
        .where('id', '=', 1)
        .execute()
    },

    async listDestinations(accountId) {
      const rows = (await sql.queryAll(selectDestinations, { accountId })).map(toDestination)
      const order = [...coins.keys()]
      return rows.sort((a, b) => order.indexOf(a.coin) - order.indexOf(b.coin))
    },

    async getDestinationVersion(accountId, coin) {
      const row = await sql.query
        .selectFrom('destinations')
        .where('account_id', '=', accountId)
        .where('coin', '=', coin)
        .select('turn')
        .executeTakeFirst()
      return row?.turn ?? null
    },

    async setDestination(accountId, destination, at) {
      const values = {
        kind: destination.kind,
        value: destination.value,
        script: destination.kind === 'address' ? destination.script : null,
        key_id: destination.kind === 'xpub' ? destination.keyId : null,
      }
      const { coin } = destination
      await sql.query
        .insertInto('destinations')
        .values(({ selectFrom }) => ({
          account_id: accountId,
          coin,
          ...values,
          created_at: toIsoString(at),
          // The coin's lock counter orders the accounts that use the same address.
          turn: selectFrom('address_locks').where('address_locks.coin', '=', coin).select('taken'),
        }))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'coin']).doUpdateSet((set) => {
            // Setting the same address again keeps the account's priority over others that use the address too.
            const keepIfSame = <Column extends 'created_at' | 'turn'>(column: Column) =>
              set
                .case()
                .when('destinations.script', '=', set.ref('excluded.script'))
                .then(set.ref(`destinations.${column}`))
                .else(set.ref(`excluded.${column}`))
                .end()
            return { ...values, created_at: keepIfSame('created_at'), turn: keepIfSame('turn') }
          }),
        )
        .execute()
    },

    incrementSequence: (accountId) => incrementSequence(sql, accountId),
  }
}

/** Increments the sequence of the subject `account/<id>`, and returns it. */
export async function incrementSequence({ query }: Sql, accountId: number): Promise<number> {
  const row = await query
    .updateTable('accounts')
    .set((set) => ({ event_sequence: set('event_sequence', '+', 1) }))
    .where('id', '=', accountId)
    .returning('event_sequence')
    .executeTakeFirstOrThrow()
  return row.event_sequence
}
