import type { SchemaDialect } from '../migration.ts'

/** Amounts are canonical text: those with the same number of integer digits sort as text. */
const wholeDigits = `(length(amount) - length(ltrim(amount, '0123456789')))`

/** Like `0022-sizes`, for a shop with a history, half of whose invoices are paid. */
const sizes: Readonly<Record<string, string>> = {
  invoices_by_paid_at: '1000000 100000 20 1',
  invoices_by_currency_amount: '1000000 100000 50000 20000 100 1',
}

/** Indexes for lists sorted by payment time, and by amount within each currency. */
export const sortedInvoices = ({ kind }: SchemaDialect): readonly string[] => [
  'create index invoices_by_paid_at on invoices (account_id, paid_at, uid)',
  `create index invoices_by_currency_amount on invoices (account_id, currency, ${wholeDigits}, amount, uid)`,
  ...(kind === 'postgres'
    ? []
    : [
        ...Object.entries(sizes).map(
          ([index, figures]) =>
            `insert into sqlite_stat1 (tbl, idx, stat) values ('invoices', '${index}', '${figures}')`,
        ),
        'analyze sqlite_schema',
      ]),
]
