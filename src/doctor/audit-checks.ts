import { type RawBuilder, sql as raw } from 'kysely'
import type { AuditAction } from '../audit/entry.ts'
import type { PaymentReasonCode } from '../payments/reason.ts'
import { type Check, defineCheck, limit } from './check.ts'

/** The JSON of an entry's detail starts with the id of the object that it is about. */
const hasPrefix = (prefix: RawBuilder<string>) => raw`substr(l.detail, 1, length(${prefix})) = ${prefix}`

const selectAuditLog = (account: string, action: AuditAction, prefix: RawBuilder<string> = raw`'{'`) =>
  raw`from audit_log l where l.account_id = ${raw.ref(account)} and l.action = ${raw.lit(action)} and ${hasPrefix(prefix)}`

const accountPrefix = raw<string>`'{"operator"'`
const destinationPrefix = raw<string>`'{"coin":"' || d.coin || '"'`
const tokenPrefix = raw<string>`'{"token":"' || t.id || '"'`
const linkPrefix = raw<string>`'{"link":' || k.id || ','`
const memberPrefix = raw<string>`'{"member":' || s.member_id || ','`
/** The whole detail. */
const saleDetail = raw<string>`'{"invoice":"' || t.invoice_uid || '","member":' || t.seller_id || '}'`
const endpointPrefix = raw<string>`'{"endpoint":"' || e.id || '"'`
/** The entry names the resolution by the exception's new status. */
const resolutionPrefix = raw<string>`'{"exception":"' || x.id || '","resolution":"' || x.status || '"'`
const claimPrefix = raw<string>`'{"invoice":"' || i.uid || '","payment":"' || p.id || '"'`

/** Replays the audit log of an endpoint to get its `enabled` value, starting from the value of the creation entry. */
const enabledFromLog = raw`select sum(case
    when l.action = 'webhook.endpoint.enabled' then 1
    when l.action = 'webhook.endpoint.disabled' then -1
    when l.action = 'webhook.endpoint.created' and l.detail like '%"enabled":true}' then 1
    else 0 end)
  from audit_log l where l.account_id = e.account_id and ${hasPrefix(endpointPrefix)}`

/** Operations visible in the tables that must have an audit entry. */
export const auditChecks: readonly Check[] = [
  defineCheck(
    'I17 each account, destination, token, link, member and endpoint has an audit log row for its creation',
    raw`select 'account' as what, cast(a.id as text) as id from accounts a
        where not exists (select 1 ${selectAuditLog('a.id', 'account.created', accountPrefix)})
      union all
      select 'destination', d.coin || ' of account ' || d.account_id from destinations d
        where not exists (select 1 ${selectAuditLog('d.account_id', 'destination.set', destinationPrefix)})
      union all
      select 'token', t.id from access_tokens t
        where not exists (select 1 ${selectAuditLog('t.account_id', 'token.created', tokenPrefix)})
      union all
      select 'link', cast(k.id as text) from account_links k
        where not exists (select 1 ${selectAuditLog('k.source', 'link.created', linkPrefix)})
      union all
      select 'member', cast(s.id as text) from staff s
        where not exists (select 1 ${selectAuditLog('s.account_id', 'staff.joined', memberPrefix)})
      union all
      select 'endpoint', e.id from webhook_endpoints e
        where not exists (select 1 ${selectAuditLog('e.account_id', 'webhook.endpoint.created', endpointPrefix)})
      ${limit}`,
  ),
  defineCheck(
    'I17 the audit log has a row for each revoked token, rotated secret, enabled or disabled endpoint, and released claim',
    raw`select 'token' as what, t.id from access_tokens t
        where t.revoked_at is not null and not exists (select 1 ${selectAuditLog('t.account_id', 'token.revoked', tokenPrefix)})
      union all
      select 'secret of account', cast(a.id as text) from accounts a
        where a.webhook_secret_version - 1 <> (select count(*) ${selectAuditLog('a.id', 'webhook.secret.rotated')})
      union all
      select 'secret of endpoint', e.id from webhook_endpoints e
        where e.secret_version - 1 <> (
          select count(*) ${selectAuditLog('e.account_id', 'webhook.endpoint.secret.rotated', endpointPrefix)})
      union all
      select 'endpoint', e.id from webhook_endpoints e where e.enabled <> coalesce((${enabledFromLog}), 0)
      union all
      select 'claim', p.id from payments p join invoices i on i.uid = p.invoice_uid
        where p.status = 'set_aside' and p.reason = ${raw.lit('released' satisfies PaymentReasonCode)}
          and not exists (select 1 ${selectAuditLog('i.account_id', 'claim.released', claimPrefix)})
      ${limit}`,
  ),
  defineCheck(
    'I17 the audit log and the till sales by staff match',
    raw`select 'sale' as what, t.invoice_uid as id from till_sales t join invoices i on i.uid = t.invoice_uid
        where t.seller_id <> i.account_id
          and not exists (select 1 ${selectAuditLog('i.account_id', 'sale.created', saleDetail)})
      union all
      select 'entry', cast(l.number as text) from audit_log l
        where l.action = ${raw.lit('sale.created' satisfies AuditAction)}
          and not exists (select 1 from till_sales t where ${saleDetail} = l.detail)
      ${limit}`,
  ),
  defineCheck(
    'I17 the audit log has a row for each resolved payment exception',
    raw`select x.id, x.status from payment_exceptions x
      where x.status not in ('open', 'void')
        and not exists (select 1 ${selectAuditLog('x.account_id', 'payment.exception.resolved', resolutionPrefix)})
      ${limit}`,
  ),
]
