/** Covering indexes for the dashboard's figures, by payment time: queries don't read the rows. */
export const figures = (): readonly string[] => [
  `create index invoices_by_payment on invoices (account_id, paid_at, currency, paid_coin, amount, created_at)
    where status = 'paid'`,
]
