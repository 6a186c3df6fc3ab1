/** Transactions that the network rejected are never sent again. Keep their ids and drop their bytes. */
export const refusedBytes = (): readonly string[] => [
  `update payment_transactions set hex = '' where hex <> ''
    and payment_id in (select id from payments where status = 'rejected')`,
  `delete from payment_inputs where payment_id in (select id from payments where status = 'rejected')`,
]
