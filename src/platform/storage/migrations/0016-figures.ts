/** Figures go by when invoices were paid: each holds all that they need, so that the rows themselves are not looked at. */
export const figures = (): readonly string[] => [
  `create index invoices_by_payment on invoices (account_id, paid_at, currency, paid_coin, amount, created_at)
    where status = 'paid'`,
]
