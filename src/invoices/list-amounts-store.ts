import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../platform/storage/sql.ts'
import type { InvoiceAmount, InvoiceLister } from './list.ts'
import { parseStoredDecimal } from './rows.ts'

/** Invoices per statement. */
const batchSize = 1_000

/**
 * The amounts due of the listed invoices. Amounts are exact texts, which SQLite can't add up without floats: the database counts equal
 * ones, and the caller multiplies and adds.
 */
export function createAmountLister(
  sql: Sql,
  { listPage }: Pick<InvoiceLister, 'listPage'>,
): InvoiceLister['listAmounts'] {
  return async function listAmounts(accountId, filters, limit) {
    const listed = await listPage(accountId, filters, null, limit + 1)
    if (listed.length > limit) return null
    const amounts: InvoiceAmount[] = []
    for (let from = 0; from < listed.length; from += batchSize) {
      // SQLite queries are synchronous: let other work run in between.
      await nextTurn()
      amounts.push(...(await countAmounts(listed.slice(from, from + batchSize).map(({ uid }) => uid))))
    }
    return amounts
  }

  async function countAmounts(uids: readonly string[]): Promise<InvoiceAmount[]> {
    const rows = await sql.query
      .selectFrom('invoices')
      .where('uid', 'in', uids)
      .groupBy(['status', 'currency', 'amount'])
      .select(['status', 'currency', 'amount'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute()
    return rows.map((row) => ({ ...row, amount: parseStoredDecimal(row.amount) }))
  }
}
