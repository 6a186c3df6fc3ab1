import type { SchemaDialect } from '../migration.ts'

/**
 * Index statistics for a database with years of invoices: the row count, then the average number of rows that share the first column, the
 * first two columns, and so on. Every database gets the query plans that a million invoices need. Without statistics, SQLite assumes ten
 * invoices per account, and may scan them all instead of using the index for the filter.
 * Source: sqlite.org/fileformat2.html, "The sqlite_stat1 table".
 */
const invoiceIndexStats: Readonly<Record<string, string>> = {
  invoices_by_account: '1000000 100000 1',
  invoices_by_status: '1000000 100000 30000 1',
  invoices_by_currency: '1000000 100000 50000 1',
  invoices_by_amount: '1000000 100000 100 1',
  invoices_by_coin: '500000 50000 10000 1',
  invoices_by_external_id: '1000000 100000 2 1',
  invoices_by_payment: '500000 50000 2 2 2 2 2',
}

/** PostgreSQL collects its own statistics. */
export const seedIndexStatistics = ({ kind }: SchemaDialect): readonly string[] =>
  kind === 'postgres'
    ? []
    : [
        // The first one creates the table, the second one reads it.
        'analyze sqlite_schema',
        `delete from sqlite_stat1 where tbl = 'invoices'`,
        ...Object.entries(invoiceIndexStats).map(
          ([index, statistics]) =>
            `insert into sqlite_stat1 (tbl, idx, stat) values ('invoices', '${index}', '${statistics}')`,
        ),
        'analyze sqlite_schema',
      ]
