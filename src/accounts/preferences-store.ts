import { second } from '../kernel/clock.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { offered, type PreferenceStore, readCoins, readConfirmations } from './preferences.ts'
import { type DestinationRow, toDestination } from './store.ts'

interface OfferingRow {
  preferred: string | null
  hold_seconds: SqlInteger | null
  coin: string | null
  kind: DestinationRow['kind'] | null
  value: string | null
  script: string | null
  key_id: string | null
}

/** A single query, because it runs for each new invoice. */
const selectOffering = statement<{ id: number }, OfferingRow>((query, param) =>
  query
    .selectFrom('accounts')
    .leftJoin('destinations', 'destinations.account_id', 'accounts.id')
    .where('accounts.id', '=', param('id'))
    .select(['accounts.coins as preferred', 'hold_seconds', 'coin', 'kind', 'value', 'script', 'key_id']),
)

const selectConfirmations = statement<{ id: number }, { confirmations: string | null }>((query, param) =>
  query.selectFrom('accounts').where('id', '=', param('id')).select('confirmations'),
)

export function createPreferenceStore(sql: Sql): PreferenceStore {
  return {
    async written(id) {
      const { operator, hold_seconds, ...row } = await sql.query
        .selectFrom('accounts')
        .where('id', '=', id)
        .select([
          'name',
          'currency',
          'operator',
          'time_zone',
          'coins',
          'hold_seconds',
          'confirmations',
          'frame_origins',
        ])
        .executeTakeFirstOrThrow()
      return {
        ...row,
        operator: Number(operator) === 1,
        hold_seconds: hold_seconds === null ? null : Number(hold_seconds),
      }
    },

    async offering(id) {
      const rows = await sql.queryAll(selectOffering, { id })
      const [first] = rows
      const destinations = rows.flatMap(({ coin, kind, value, script, key_id }) =>
        coin === null || kind === null || value === null
          ? []
          : toDestination({ coin, kind, value, script, key_id }),
      )
      const hold = first?.hold_seconds ?? null
      return {
        destinations: offered(destinations, readCoins(first?.preferred ?? null)),
        holdMs: hold === null ? null : Number(hold) * second,
      }
    },

    async confirmations(id) {
      return readConfirmations((await sql.queryOne(selectConfirmations, { id }))?.confirmations ?? null)
    },
  }
}
