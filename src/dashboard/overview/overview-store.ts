import { parseIsoString, toIsoString } from '../../kernel/clock.ts'
import { createDecimal, parseDecimal } from '../../kernel/money.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { defineStatement } from '../../platform/storage/statement.ts'
import type { SalesTotal } from './figures.ts'
import type { SetupProgressReader } from './first-steps.ts'
import type { FigureReader } from './overview.ts'

interface Period {
  accountId: number
  from: string
  to: string
}

/**
 * Amounts are stored as exact text. The database counts equal amounts, and `toSale` multiplies. The query only
 * scans the payments index, which covers it.
 */
const selectSales = defineStatement<
  Period,
  { currency: string; paid_coin: string | null; amount: string; count: number }
>((query, param) =>
  query
    .selectFrom('invoices')
    .where('account_id', '=', param('accountId'))
    .where('status', '=', 'paid')
    .where('paid_at', '>=', param('from'))
    .where('paid_at', '<', param('to'))
    .groupBy(['currency', 'paid_coin', 'amount'])
    .select(['currency', 'paid_coin', 'amount'])
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

const selectTimes = defineStatement<
  Period & { limit: number },
  { created_at: string; paid_at: string | null }
>((query, param) =>
  query
    .selectFrom('invoices')
    .where('account_id', '=', param('accountId'))
    .where('status', '=', 'paid')
    .where('paid_at', '>=', param('from'))
    .where('paid_at', '<', param('to'))
    .orderBy('paid_at', 'desc')
    .limit(param('limit'))
    .select(['created_at', 'paid_at']),
)

const selectFailed = defineStatement<{ accountId: number; limit: number }, { count: number }>(
  (query, param) =>
    query
      .selectFrom(
        query
          .selectFrom('webhook_deliveries')
          .where('account_id', '=', param('accountId'))
          .where('failed', '=', 1)
          .limit(param('limit'))
          .select('id')
          .as('failed'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** A row shows that something exists. Its value means nothing. */
type ExistsRow = { one: number }

const selectName = defineStatement<{ accountId: number }, ExistsRow>((query, param) =>
  query
    .selectFrom('accounts')
    .where('id', '=', param('accountId'))
    .whereRef('name', '!=', 'email')
    .select(({ lit }) => lit(1).as('one')),
)

const selectDestination = defineStatement<{ accountId: number }, ExistsRow>((query, param) =>
  query
    .selectFrom('destinations')
    .where('account_id', '=', param('accountId'))
    .limit(1)
    .select(({ lit }) => lit(1).as('one')),
)

const selectAnyWallet = defineStatement<{ accountId: number }, ExistsRow>((query, param) =>
  query
    .selectFrom('accounts')
    .where('id', '=', param('accountId'))
    .where('any_wallet', '=', 1)
    .select(({ lit }) => lit(1).as('one')),
)

const selectToken = defineStatement<{ accountId: number; now: string }, ExistsRow>((query, param) =>
  query
    .selectFrom('access_tokens')
    .where('account_id', '=', param('accountId'))
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', param('now'))]))
    .limit(1)
    .select(({ lit }) => lit(1).as('one')),
)

const selectInvoice = defineStatement<{ accountId: number }, ExistsRow>((query, param) =>
  query
    .selectFrom('invoices')
    .where('account_id', '=', param('accountId'))
    .limit(1)
    .select(({ lit }) => lit(1).as('one')),
)

/** Includes payments that were reversed later. */
const selectPayment = defineStatement<{ accountId: number }, ExistsRow>((query, param) =>
  query
    .selectFrom('invoices')
    .where('account_id', '=', param('accountId'))
    .where('status', 'in', ['paid', 'reversed'])
    .limit(1)
    .select(({ lit }) => lit(1).as('one')),
)

const selectWebhook = defineStatement<{ accountId: number }, ExistsRow>((query, param) =>
  query
    .selectFrom('webhook_endpoints')
    .where('account_id', '=', param('accountId'))
    .limit(1)
    .select(({ lit }) => lit(1).as('one')),
)

export function createOverviewStore(sql: Sql): FigureReader & SetupProgressReader {
  return {
    async listSales(accountId, { from, to }) {
      const rows = await sql.queryAll(selectSales, {
        accountId,
        from: toIsoString(from),
        to: toIsoString(to),
      })
      return rows.map(toSalesTotal)
    },

    async listNewestTimes(accountId, { from, to }, limit) {
      const rows = await sql.queryAll(selectTimes, {
        accountId,
        from: toIsoString(from),
        to: toIsoString(to),
        limit,
      })
      return rows.map((row) => ({
        createdAt: parseIsoString(row.created_at),
        paidAt: parseIsoString(row.paid_at ?? ''),
      }))
    },

    async countFailedDeliveries(accountId, limit) {
      return (await sql.queryOne(selectFailed, { accountId, limit }))?.count ?? 0
    },

    async loadSetupProgress(accountId, now) {
      const params = { accountId }
      const [name, destination, anyWallet, token, invoice, payment, webhook] = await Promise.all([
        sql.queryOne(selectName, params),
        sql.queryOne(selectDestination, params),
        sql.queryOne(selectAnyWallet, params),
        sql.queryOne(selectToken, { accountId, now: toIsoString(now) }),
        sql.queryOne(selectInvoice, params),
        sql.queryOne(selectPayment, params),
        sql.queryOne(selectWebhook, params),
      ])
      return {
        name: name !== undefined,
        destination: destination !== undefined,
        any_wallet: anyWallet !== undefined,
        token: token !== undefined,
        invoice: invoice !== undefined,
        payment: payment !== undefined,
        webhook: webhook !== undefined,
      }
    },
  }
}

function toSalesTotal(row: {
  currency: string
  paid_coin: string | null
  amount: string
  count: number
}): SalesTotal {
  const amount = parseDecimal(row.amount)
  if (!amount || row.paid_coin === null)
    throw new Error(`the stored invoice amount ${row.amount} cannot be parsed`)
  const { currency, paid_coin: coin } = row
  const sum = createDecimal(amount.digits * BigInt(row.count), amount.scale)
  return { currency, coin, sum, count: row.count }
}
