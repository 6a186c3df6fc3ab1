import { sql as raw } from 'kysely'
import { findBrokenChain } from '../audit/store.ts'
import { createEventReader } from '../events/reader-store.ts'
import { createInvoiceStore } from '../invoices/store.ts'
import { paymentReasonCodes } from '../payments/reason.ts'
import { createSnapshotStore } from '../rates/store.ts'
import { accountChecks } from './account-checks.ts'
import { issuedAddressChecks } from './address-checks.ts'
import { auditChecks } from './audit-checks.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck } from './custom-check.ts'
import { eventLogChecks, fanOutChecks, outboxChecks } from './event-log-checks.ts'
import { createEventRowChecks } from './event-row-checks.ts'
import { exceptionChecks } from './exception-checks.ts'
import { idCheck } from './id-checks.ts'
import { createInvoiceRowChecks } from './invoice-checks.ts'
import { paymentDataChecks } from './payment-checks.ts'
import { createReceivedPaymentChecks } from './received-checks.ts'
import { referenceChecks } from './references.ts'
import { timestampCheck } from './timestamp-checks.ts'
import { deliveryChecks } from './webhook-checks.ts'

const invoiceChecks: readonly Check[] = [
  defineCheck(
    'I5 a paid or reversed invoice has its accepted payment, and an invoice of any other status has none',
    raw`select i.uid, i.status, i.payment_id, p.status as payment_status
      from invoices i left join payments p on p.id = i.payment_id
      where (i.status in ('paid', 'reversed')) <> (i.payment_id is not null)
        or (i.payment_id is not null and (p.id is null or p.status <> 'accepted' or p.invoice_uid <> i.uid))
      ${limit}`,
  ),
  defineCheck(
    'I5 an invoice becomes paid once: one invoice.paid event, and one event for each reversal and restoration',
    raw`select i.uid, i.status, e.paid, e.reversed, e.restored
      from invoices i join (
        select subject,
          sum(case when type = 'invoice.paid' then 1 else 0 end) as paid,
          sum(case when type = 'invoice.reversed' then 1 else 0 end) as reversed,
          sum(case when type = 'invoice.restored' then 1 else 0 end) as restored
        from events where subject >= 'invoice/' and subject < 'invoice0' group by subject
      ) e on e.subject = 'invoice/' || i.uid
      where (select pruned from event_clock) = 0 and (
        (i.status in ('unpaid', 'cancelled', 'expired') and e.paid + e.reversed + e.restored > 0)
        or (i.status = 'paid' and (e.paid <> 1 or e.reversed <> e.restored))
        or (i.status = 'reversed' and (e.paid <> 1 or e.reversed <> e.restored + 1)))
      ${limit}`,
  ),
  defineCheck(
    'I3 a claim has a payment in progress, and a payment in progress has its claim',
    raw`select i.uid, i.claimed_by as payment, i.status from invoices i left join payments p on p.id = i.claimed_by
      where i.claimed_by is not null
        and (i.status <> 'unpaid' or p.id is null or p.status <> 'sending' or p.invoice_uid <> i.uid)
      union all
      select p.invoice_uid, p.id, p.status from payments p join invoices i on i.uid = p.invoice_uid
      where p.status = 'sending' and (i.claimed_by is null or i.claimed_by <> p.id)
      ${limit}`,
  ),
  defineCheck(
    'I13 an idempotency key belongs to an invoice of its account',
    raw`select k.account_id, k.route, k.key from idempotency_keys k
      where not exists (select 1 from invoices i where i.account_id = k.account_id
        and k.answer like '%"uid":"' || i.uid || '"%' and i.created_at >= k.created_at and i.created_at <= k.created_at)
      ${limit}`,
  ),
]

const paymentChecks: readonly Check[] = [
  defineCheck(
    'I5 an invoice is reversed if and only if its payment is double-spent',
    raw`select i.uid, i.status, p.double_spent_hash from invoices i join payments p on p.id = i.payment_id
      where i.any_wallet = 0 and (i.status = 'reversed') <> (p.double_spent_hash is not null) ${limit}`,
  ),
  defineCheck(
    'I1 a payment is stored with its transactions, and has the txid of the paying one',
    raw`select p.id, p.txid from payments p
      where not exists (select 1 from payment_transactions t where t.payment_id = p.id and t.txid = p.txid
        and t.current = 1)
      ${limit}`,
  ),
  defineCheck(
    'I2 an accepted payment has the time of its acceptance, and one in progress has none',
    raw`select id, status, accepted_at from payments
      where (status in ('accepted', 'surplus') and counted = 1 and accepted_at is null) or (status in ('sending', 'rejected') and accepted_at is not null)
      ${limit}`,
  ),
  defineCheck(
    'I2 the reason of a payment is a known code, and only a reason has a detail',
    raw`select id, reason, reason_detail from payments
      where reason not in (${raw.join(paymentReasonCodes)}) or (reason is null and reason_detail is not null)
      ${limit}`,
  ),
  defineCheck(
    'I8 the outputs that a payment required are in its last transaction, each used once',
    raw`select p.id, p.amount, o.amount as outputs from payments p left join (
        select o.payment_id, sum(o.amount) as amount, min(o.txid) as first_txid, max(o.txid) as last_txid
        from payment_outputs o join payments q on q.id = o.payment_id
        where o.live = 1 or (q.status = 'rejected' and o.txid = q.txid) group by o.payment_id
      ) o on o.payment_id = p.id
      where o.amount is null or o.amount <> p.amount or o.first_txid <> p.txid or o.last_txid <> p.txid
      ${limit}`,
  ),
  defineCheck(
    'I26 only invoices that accept any wallet have the data of such invoices',
    raw`select i.uid, p.id as payment from invoices i left join payments p on p.invoice_uid = i.uid
      where (i.any_wallet = 0 and (i.underpaid_percent <> '0' or i.paid_late <> 0 or i.accepted_value is not null))
        or (p.id is not null and (p.value is not null) <> (i.any_wallet = 1))
        or (p.value is null and (p.via <> 'protocol' or p.counted <> 1 or p.excess is not null or p.replaced <> 0))
      ${limit}`,
  ),
  defineCheck(
    'I8 an output belongs to one live payment',
    raw`select coin, txid, vout, count(*) as times from payment_outputs where live = 1
      group by coin, txid, vout having count(*) > 1 ${limit}`,
  ),
]

const addressChecks: readonly Check[] = [
  defineCheck(
    'I26 the addresses of an invoice that accepts any wallet are watched, and no others',
    raw`select a.invoice_uid, a.coin, a.watched from invoice_addresses a join invoices i on i.uid = a.invoice_uid
      where (a.watched = 1 and (i.any_wallet = 0 or a.key_id is null or a.coin = 'BSV'))
        or (a.watched = 0 and i.any_wallet = 1 and i.status = 'unpaid' and a.key_id is not null and a.coin <> 'BSV')
      ${limit}`,
  ),
  defineCheck(
    'I10 a derived address belongs to one invoice, and its index was counted',
    raw`select a.coin, a.address, a.key_index, k.next_index from invoice_addresses a
      left join derivation_keys k on k.coin = a.coin and k.key_id = a.key_id
      where a.key_id is not null and (k.next_index is null or a.key_index >= k.next_index)
      union all
      select coin, script, count(*), null from invoice_addresses where key_id is not null
      group by coin, script having count(*) > 1
      ${limit}`,
  ),
  defineCheck(
    'I10 a derived address is nobody\u2019s fixed destination',
    raw`select a.coin, a.address, d.account_id from invoice_addresses a
      join destinations d on d.coin = a.coin and d.script = a.script where a.key_id is not null ${limit}`,
  ),
]

/** Columns with text from users or programs. None may contain one of our secrets. */
const textColumns = [
  ['access_tokens', 'name'],
  ['access_tokens', 'digest'],
  ['accounts', 'password'],
  ['destinations', 'value'],
  ['events', 'data'],
  ['idempotency_keys', 'answer'],
  ['payments', 'reason_detail'],
] as const

const secretChecks: readonly Check[] = textColumns.map(([table, column]) =>
  defineCheck(
    `I12 no secret is stored in plain text in ${table}.${column}`,
    raw`select ${raw.lit(`${table}.${column}`)} as place, count(*) as rows from ${raw.table(table)}
      where ${raw.ref(column)} like '%qt\\_%' escape '\\' and length(${raw.ref(column)}) >= 46
          and ${raw.ref(column)} like ${raw.lit(`%qt\\_${'_'.repeat(43)}%`)} escape '\\'
        or ${raw.ref(column)} like '%whsec\\_%' escape '\\'
        or ${raw.ref(column)} like '_prv%' and length(${raw.ref(column)}) >= 100
      having count(*) > 0`,
  ),
)

const auditLogChecks: readonly Check[] = [
  defineCustomCheck(
    'I17 the audit log is append-only: each row has the hash of the previous one',
    async (sql, report) => {
      for (const row of await findBrokenChain(sql)) report(row)
    },
  ),
  ...auditChecks,
]

/** All invariants that can be checked in the database. */
export const checks: readonly Check[] = [
  ...referenceChecks,
  timestampCheck,
  idCheck,
  ...invoiceChecks,
  ...createInvoiceRowChecks(createSnapshotStore),
  ...paymentChecks,
  ...paymentDataChecks,
  ...createReceivedPaymentChecks({ createSnapshotStore, createInvoiceStore }),
  ...exceptionChecks,
  ...addressChecks,
  ...issuedAddressChecks,
  ...eventLogChecks,
  ...createEventRowChecks(createEventReader),
  ...outboxChecks,
  ...fanOutChecks,
  ...deliveryChecks,
  ...secretChecks,
  ...auditLogChecks,
  ...accountChecks,
]
