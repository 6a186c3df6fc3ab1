/**
 * Run after `multiply`: each copy of a paid invoice gets its own payment and snapshot, which are too
 * deep to be followed. Plain SQL, the same for both databases.
 */
export function multiplyPayments(): readonly string[] {
  const tail = `substr(invoices.uid, length(invoices.uid) - ${tailLength - 1})`
  const renamed = (column: string) => `substr(${column}, 1, length(${column}) - ${tailLength}) || ${tail}`
  const copied = 'from invoices join payments on payments.id = invoices.payment_id'
  const isCopy = 'payments.invoice_uid <> invoices.uid'
  return [
    `insert into rate_snapshots (id, taken_at, body)
       select distinct ${renamed('snapshot.id')}, snapshot.taken_at, snapshot.body
       ${copied} join rate_snapshots snapshot on snapshot.id = payments.snapshot_id where ${isCopy}`,
    `insert into payments (id, invoice_uid, snapshot_id, watched, ${paymentColumns})
       select ${renamed('payments.id')}, invoices.uid, ${renamed('payments.snapshot_id')}, 0,
         ${paymentColumns.replaceAll(/\w+/g, 'payments.$&')}
       ${copied} where ${isCopy}`,
    `insert into payment_transactions (payment_id, place, coin, txid)
       select ${renamed('payments.id')}, original.place, original.coin, original.txid
       ${copied} join payment_transactions original on original.payment_id = payments.id where ${isCopy}`,
    `update invoices set payment_id = ${renamed('invoices.payment_id')}
       where exists (select 1 from payments where payments.id = invoices.payment_id and ${isCopy})`,
  ]
}

/** How `multiply` changed the end of each uid. */
const tailLength = 6

const paymentColumns = `coin, status, amount, network_fee, since_height, claimed_at, lease_until, reason, accepted_at, answer, txid,
  replaceable, block_height, block_hash, confirmed_at, reason_detail`
