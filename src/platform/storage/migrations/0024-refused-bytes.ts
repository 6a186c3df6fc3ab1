/** The transactions of payments that the network refused are never sent again: their ids are kept, their bytes are not. */
export const refusedBytes = (): readonly string[] => [
  `update payment_transactions set hex = '' where hex <> ''
    and payment_id in (select id from payments where status = 'rejected')`,
  `delete from payment_inputs where payment_id in (select id from payments where status = 'rejected')`,
]
