import type { CoinCode } from '../coins/index.ts'
import { toIsoString } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import {
  addCurrentTransaction,
  freeOutputs,
  insertInputs,
  loadPayments,
  type PaymentRow,
  paymentColumns,
} from '../payments/rows.ts'
import { dropBytes, storeBytes } from '../payments/transaction-bytes-store.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { FoundPaymentReader } from './find.ts'
import type { RecordPaymentStore } from './record.ts'
import type { WatchCleanupStore } from './stop-watching.ts'

const selectWatchedInvoice = defineStatement<{ coin: string; script: string }, { invoice_uid: string }>(
  (query, param) =>
    query
      .selectFrom('invoice_addresses')
      .where('coin', '=', param('coin'))
      .where('script', '=', param('script'))
      .where('watched', '=', 1)
      .select('invoice_uid'),
)

const selectAnyWatched = defineStatement<{ coin: string }, { script: string }>((query, param) =>
  query
    .selectFrom('invoice_addresses')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .limit(1)
    .select('script'),
)

/** `exists` keeps SQLite from walking all watched addresses, most of whose invoices have ended. */
const selectAwaited = defineStatement<{ coin: string }, { uid: string }>((query, param) =>
  query
    .selectFrom('invoices')
    .where('status', 'in', ['unpaid', 'reversed'])
    .where('any_wallet', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('invoice_addresses')
          .whereRef('invoice_addresses.invoice_uid', '=', 'invoices.uid')
          .where('invoice_addresses.coin', '=', param('coin'))
          .where('invoice_addresses.watched', '=', 1)
          .select('invoice_addresses.coin'),
      ),
    )
    .limit(1)
    .select('uid'),
)

const selectOwner = defineStatement<{ coin: string; txid: string; vout: number }, PaymentRow>(
  (query, param) =>
    query
      .selectFrom('payments')
      .where('id', 'in', (select) =>
        select
          .selectFrom('payment_outputs')
          .where('coin', '=', param('coin'))
          .where('txid', '=', param('txid'))
          .where('vout', '=', param('vout'))
          .where('live', '=', 1)
          .select('payment_id'),
      )
      .select(paymentColumns),
)

/** A replaced transaction leaves its output behind. */
const countFreedOutputs = defineStatement<{ id: string }, { count: number }>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('live', '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

const unwatchAddresses = defineStatement<{ before: string; limit: number }, { coin: string }>(
  (query, param) =>
    query
      .updateTable('invoice_addresses')
      .set({ watched: 0 })
      .where('watched', '=', 1)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('coin', 'script'),
          'in',
          selectFrom('invoice_addresses as ended')
            .innerJoin('invoices', 'invoices.uid', 'ended.invoice_uid')
            .where('ended.watched', '=', 1)
            .where('invoices.status', 'in', ['paid', 'expired', 'cancelled'])
            .where('invoices.expires_at', '<=', param('before'))
            .where(({ fn }) =>
              eb(fn.coalesce('invoices.paid_at', 'invoices.expires_at'), '<=', param('before')),
            )
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('payment_exceptions')
                    .whereRef('payment_exceptions.invoice_uid', '=', 'invoices.uid')
                    .where('payment_exceptions.status', '=', 'open')
                    .select('payment_exceptions.id'),
                ),
              ),
            )
            .limit(param('limit'))
            .select(['ended.coin', 'ended.script'])
            .$asTuple('coin', 'script'),
        ),
      )
      .returning('coin'),
)

/** Scripts per query, below the parameter limits of both databases. */
const scriptsPerQuery = 500

interface WatchReader {
  /** Whether an invoice that can still be paid has a watched address of this coin. */
  isAwaited(coin: CoinCode): Promise<boolean>
  /** Whether there is a watched address of this coin. */
  isWatching(coin: CoinCode): Promise<boolean>
}

export function createFoundPaymentStore(
  sql: Sql,
): Pick<FoundPaymentReader, 'findWatchedAccounts' | 'findWatchedInvoice'> &
  WatchReader &
  WatchCleanupStore &
  Omit<RecordPaymentStore, 'insert' | 'listConflicting'> {
  return {
    async findWatchedAccounts(coin, scripts) {
      const watched = new Map<string, number>()
      for (let first = 0; first < scripts.length; first += scriptsPerQuery) {
        const rows = await sql.query
          .selectFrom('invoice_addresses')
          .innerJoin('invoices', 'invoices.uid', 'invoice_addresses.invoice_uid')
          .where('coin', '=', coin)
          .where('watched', '=', 1)
          .where('script', 'in', scripts.slice(first, first + scriptsPerQuery))
          .select(['script', 'invoices.account_id'])
          .execute()
        for (const row of rows) watched.set(row.script, row.account_id)
      }
      return watched
    },

    async findWatchedInvoice(coin, script) {
      return (await sql.queryOne(selectWatchedInvoice, { coin, script }))?.invoice_uid ?? null
    },

    async stopWatching(before, limit) {
      const rows = await sql.queryAll(unwatchAddresses, { before: toIsoString(before), limit })
      return rows.length
    },

    async isWatching(coin) {
      return (await sql.queryOne(selectAnyWatched, { coin })) !== undefined
    },

    async isAwaited(coin) {
      return (await sql.queryOne(selectAwaited, { coin })) !== undefined
    },

    async findOwner({ coin, txid, vout }) {
      const [owner] = await loadPayments(sql, await sql.queryAll(selectOwner, { coin, txid, vout }))
      return owner ?? null
    },

    async countReplacements(id) {
      return Number((await sql.queryOne(countFreedOutputs, { id }))?.count ?? 0)
    },

    async replaceTransaction(id, output, { isCounted, now }) {
      const { coin, txid, vout, script, amount, hex, block, inputs } = output
      await sql.query
        .updateTable('payments')
        .set(({ fn, val }) => ({
          txid,
          amount,
          value: formatDecimal(output.value),
          snapshot_id: output.snapshotId,
          counted: isCounted ? 1 : 0,
          replaceable: output.signalsReplacement ? 1 : 0,
          block_height: block?.height ?? null,
          block_hash: block?.hash ?? null,
          double_spent_height: null,
          double_spent_hash: null,
          replaced: 0,
          reason: null,
          reason_detail: null,
          excess: null,
          // A payment that needs no confirmations is still confirmed.
          settled_at: fn.coalesce('settled_at', 'confirmed_at'),
          ...(isCounted && { accepted_at: fn.coalesce('accepted_at', val(toIsoString(now))) }),
        }))
        .where('id', '=', id)
        .execute()
      // Before `storeBytes`: it would delete the row of the new bytes as unused.
      await dropBytes(sql, id)
      const bytesId = await storeBytes(sql, coin, { txid, hex })
      await sql.query
        .updateTable('payment_transactions')
        .set({ current: 0 })
        .where('payment_id', '=', id)
        .execute()
      await addCurrentTransaction(sql, { id, coin }, { txid, bytesId })
      await sql.query.deleteFrom('payment_inputs').where('payment_id', '=', id).execute()
      await insertInputs(sql, coin, id, inputs)
      await sql.queryAll(freeOutputs, { id })
      await sql.query
        .insertInto('payment_outputs')
        .values({ payment_id: id, coin, txid, vout, script, amount, live: 1 })
        .onConflict((conflict) => conflict.columns(['payment_id', 'txid', 'vout']).doUpdateSet({ live: 1 }))
        .execute()
    },
  }
}
