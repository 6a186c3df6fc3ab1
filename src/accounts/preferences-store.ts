import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import {
  filterAcceptedDestinations,
  type PreferenceStore,
  parseCoinList,
  parseConfirmations,
  parsePercent,
  toHoldMs,
} from './preferences.ts'
import { type DestinationRow, toDestination } from './store.ts'

type InvoiceDefaultsRow = RowOf<'accounts', ['hold_seconds', 'any_wallet', 'underpaid_percent']> & {
  accepted_coins: string | null
} & {
  [Column in keyof DestinationRow]: DestinationRow[Column] | null
}

/** A single query, because it runs for each new invoice. */
const selectInvoiceDefaults = defineStatement<{ id: number }, InvoiceDefaultsRow>((query, param) =>
  query
    .selectFrom('accounts')
    .leftJoin('destinations', 'destinations.account_id', 'accounts.id')
    .where('accounts.id', '=', param('id'))
    .select([
      'accounts.coins as accepted_coins',
      'hold_seconds',
      'any_wallet',
      'underpaid_percent',
      'coin',
      'kind',
      'value',
      'script',
      'key_id',
    ]),
)

const selectConfirmations = defineStatement<{ id: number }, { confirmations: string | null }>(
  (query, param) => query.selectFrom('accounts').where('id', '=', param('id')).select('confirmations'),
)

export function createPreferenceStore(sql: Sql): PreferenceStore {
  return {
    async getStoredAccount(id) {
      const { operator, any_wallet, email_exceptions, email_receipts, ...row } = await sql.query
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
          'any_wallet',
          'underpaid_percent',
          'email_exceptions',
          'email_receipts',
        ])
        .executeTakeFirstOrThrow()
      return {
        ...row,
        operator: operator === 1,
        any_wallet: any_wallet === 1,
        email_exceptions: email_exceptions === 1,
        email_receipts: email_receipts === 1,
      }
    },

    async findInvoiceDefaults(id) {
      const rows = await sql.queryAll(selectInvoiceDefaults, { id })
      const [first] = rows
      const destinations = rows.flatMap(({ coin, kind, value, script, key_id }) =>
        coin === null || kind === null || value === null
          ? []
          : toDestination({ coin, kind, value, script, key_id }),
      )
      return {
        destinations: filterAcceptedDestinations(destinations, parseCoinList(first?.accepted_coins ?? null)),
        allDestinations: destinations,
        holdMs: toHoldMs(first?.hold_seconds ?? null),
        acceptsAnyWallet: first?.any_wallet === 1,
        underpaidPercent: parsePercent(first?.underpaid_percent ?? '0'),
      }
    },

    async findConfirmations(id) {
      return parseConfirmations((await sql.queryOne(selectConfirmations, { id }))?.confirmations ?? null)
    },
  }
}
