import type { SchemaDialect } from '../migrate.ts'

/**
 * How many rows of an index have the same values in its first columns: in all, for one column, for two, and so on. Those of a shop with a
 * history. Plans are the same for everybody, and from the first invoice on those that a million of them need: without any such figures
 * SQLite takes one account for ten invoices, and may as well walk all of them as use the index that has the filter in it.
 * Source: sqlite.org/fileformat2.html, "The sqlite_stat1 table".
 */
const invoices: Readonly<Record<string, string>> = {
  invoices_by_account: '1000000 100000 1',
  invoices_by_status: '1000000 100000 30000 1',
  invoices_by_currency: '1000000 100000 50000 1',
  invoices_by_amount: '1000000 100000 100 1',
  invoices_by_coin: '500000 50000 10000 1',
  invoices_by_external_id: '1000000 100000 2 1',
  invoices_by_payment: '500000 50000 2 2 2 2 2',
}

/** PostgreSQL gathers its own. */
export const sizes = ({ kind }: SchemaDialect): readonly string[] =>
  kind === 'postgres'
    ? []
    : [
        // The first makes the table, the second reads it.
        'analyze sqlite_schema',
        `delete from sqlite_stat1 where tbl = 'invoices'`,
        ...Object.entries(invoices).map(
          ([index, figures]) =>
            `insert into sqlite_stat1 (tbl, idx, stat) values ('invoices', '${index}', '${figures}')`,
        ),
        'analyze sqlite_schema',
      ]
