/**
 * Statements to run after `multiply`: they give each copy of a paid invoice its own payment and snapshot. The payments have
 * too many confirmations to be followed. Plain SQL, the same for both databases.
 */
export function multiplyPayments(): readonly string[] {
  const tail = `substr(invoices.uid, length(invoices.uid) - ${tailLength - 1})`
  const renameId = (column: string) => `substr(${column}, 1, length(${column}) - ${tailLength}) || ${tail}`
  const fromCopies = 'from invoices join payments on payments.id = invoices.payment_id'
  const isCopy = 'payments.invoice_uid <> invoices.uid'
  return [
    `insert into rate_snapshots (id, taken_at, body)
       select distinct ${renameId('snapshot.id')}, snapshot.taken_at, snapshot.body
       ${fromCopies} join rate_snapshots snapshot on snapshot.id = payments.snapshot_id where ${isCopy}`,
    `insert into payments (id, invoice_uid, snapshot_id, watched, ${paymentColumns})
       select ${renameId('payments.id')}, invoices.uid, ${renameId('payments.snapshot_id')}, 0,
         ${paymentColumns.replaceAll(/\w+/g, 'payments.$&')}
       ${fromCopies} where ${isCopy}`,
    `insert into payment_transactions (payment_id, place, coin, txid)
       select ${renameId('payments.id')}, original.place, original.coin, original.txid
       ${fromCopies} join payment_transactions original on original.payment_id = payments.id where ${isCopy}`,
    `update invoices set payment_id = ${renameId('invoices.payment_id')}
       where exists (select 1 from payments where payments.id = invoices.payment_id and ${isCopy})`,
  ]
}

/** Length of the end of a uid that `multiply` replaced. */
const tailLength = 6

const paymentColumns = `coin, status, amount, network_fee, since_height, claimed_at, lease_until, reason, accepted_at, answer, txid,
  replaceable, block_height, block_hash, confirmed_at, reason_detail`
