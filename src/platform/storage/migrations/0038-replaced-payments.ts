/** `replaced`: another transaction in the mempool spends the same outputs, so the payment doesn't count at the moment. */
export const replacedPayments = () => ['alter table payments add column replaced integer not null default 0']
