import type { CoinCode } from '../coins/index.ts'
import { parseIsoString } from '../kernel/clock.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Agreement } from '../rates/rate.ts'
import { parseSnapshotBody, type RateSnapshot } from '../rates/snapshot.ts'
import type { ExportReader } from './export.ts'
import type { ExportedInvoice } from './export-csv.ts'

/** Only the columns that a row shows. */
const columns = [
  'invoices.uid',
  'invoices.created_at',
  'invoices.status',
  'invoices.amount',
  'invoices.currency',
  'invoices.external_id',
  'invoices.business_id',
  'invoices.location_id',
  'invoices.register_id',
  'invoices.memo',
  'invoices.metadata',
  'invoices.paid_at',
  'invoices.paid_coin',
  'payments.amount as paid_amount',
  'payments.network_fee',
  'payments.txid',
  'payments.block_height',
  'rate_snapshots.id as snapshot_id',
  'rate_snapshots.taken_at',
  'rate_snapshots.body as rates',
] as const

const selectRows = ({ query }: Sql, uids: readonly string[]) =>
  query
    .selectFrom('invoices')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .leftJoin('rate_snapshots', 'rate_snapshots.id', 'payments.snapshot_id')
    .where('invoices.uid', 'in', uids)
    .select(columns)
    .execute()

type Row = Awaited<ReturnType<typeof selectRows>>[number]

/** Reads what exports need beyond the list, for a whole page in one query. */
export function createExportReader(sql: Sql): ExportReader {
  return {
    async listInvoices(uids) {
      if (uids.length === 0) return []
      const found = await selectRows(sql, uids)
      const readRate = createRateReader()
      return found.map((row) => toExported(row, readRate(row)))
    },

    async listSnapshots(ids) {
      if (ids.length === 0) return new Map()
      const found = await sql.query
        .selectFrom('rate_snapshots')
        .where('id', 'in', ids)
        .select(['id', 'taken_at', 'body'])
        .execute()
      return new Map(
        found.map(({ id, taken_at, body }) => [id, parseSnapshotBody(id, parseIsoString(taken_at), body)]),
      )
    },
  }
}

/** Reads the rates of a page. Consecutive payments often share a snapshot. */
function createRateReader(): (row: Row) => Agreement | undefined {
  let last: RateSnapshot | undefined
  return ({ paid_coin, snapshot_id, taken_at, rates }) => {
    if (snapshot_id === null || taken_at === null || rates === null) return undefined
    if (last?.id !== snapshot_id) last = parseSnapshotBody(snapshot_id, parseIsoString(taken_at), rates)
    return last.rates.get(paid_coin as CoinCode)
  }
}

function toExported(row: Row, rate: Agreement | undefined): ExportedInvoice {
  return {
    uid: row.uid,
    createdAt: parseIsoString(row.created_at),
    status: row.status as ExportedInvoice['status'],
    amount: row.amount,
    currency: row.currency,
    externalId: row.external_id,
    businessId: row.business_id,
    locationId: row.location_id,
    registerId: row.register_id,
    memo: row.memo,
    metadata: row.metadata,
    settled: row.status === 'paid' || row.status === 'reversed' ? toSettled(row, rate) : null,
  }
}

function toSettled(row: Row, rate: Agreement | undefined): ExportedInvoice['settled'] {
  const coin = row.paid_coin as CoinCode
  const fee = BigInt(row.network_fee ?? 0)
  return {
    paidAt: parseIsoString(row.paid_at ?? ''),
    coin,
    amount: toBaseUnits(BigInt(row.paid_amount ?? 0)),
    rate,
    networkFee: fee > 0n ? toBaseUnits(fee) : null,
    txid: row.txid ?? '',
    blockHeight: row.block_height,
  }
}
