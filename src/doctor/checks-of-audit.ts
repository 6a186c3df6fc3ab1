import { type RawBuilder, sql as raw } from 'kysely'
import type { AuditAction } from '../audit/entry.ts'
import { type Check, check, limit } from './check.ts'

/** A row's detail starts with the object it is about; `begin` is the JSON text of that. */
const isAbout = (begin: RawBuilder<string>) => raw`substr(l.detail, 1, length(${begin})) = ${begin}`

const rows = (account: string, action: AuditAction, begin: RawBuilder<string> = raw`'{'`) =>
  raw`from audit_log l where l.account_id = ${raw.ref(account)} and l.action = ${raw.lit(action)} and ${isAbout(begin)}`

const account = raw<string>`'{"operator"'`
const destination = raw<string>`'{"coin":"' || d.coin || '"'`
const token = raw<string>`'{"token":"' || t.id || '"'`
const link = raw<string>`'{"link":' || k.id || ','`
const endpoint = raw<string>`'{"endpoint":"' || e.id || '"'`
const claim = raw<string>`'{"invoice":"' || i.uid || '","payment":"' || p.id || '"'`

/** Replays the audit log of an endpoint to get its `enabled` value, starting from 0 or 1 as the creation entry says. */
const switched = raw`select sum(case
    when l.action = 'webhook.endpoint.enabled' then 1
    when l.action = 'webhook.endpoint.disabled' then -1
    when l.action = 'webhook.endpoint.created' and l.detail like '%"enabled":true}' then 1
    else 0 end)
  from audit_log l where l.account_id = e.account_id and ${isAbout(endpoint)}`

/** Operations visible in the tables that must have an audit entry. */
export const acts: readonly Check[] = [
  check(
    'I17 each account, destination, token, link and endpoint has an audit log row for its creation',
    raw`select 'account' as what, cast(a.id as text) as id from accounts a
        where not exists (select 1 ${rows('a.id', 'account.created', account)})
      union all
      select 'destination', d.coin || ' of account ' || d.account_id from destinations d
        where not exists (select 1 ${rows('d.account_id', 'destination.set', destination)})
      union all
      select 'token', t.id from access_tokens t
        where not exists (select 1 ${rows('t.account_id', 'token.created', token)})
      union all
      select 'link', cast(k.id as text) from account_links k
        where not exists (select 1 ${rows('k.source', 'link.created', link)})
      union all
      select 'endpoint', e.id from webhook_endpoints e
        where not exists (select 1 ${rows('e.account_id', 'webhook.endpoint.created', endpoint)})
      ${limit}`,
  ),
  check(
    'I17 the audit log has a row for each revoked token, rotated secret, enabled or disabled endpoint, and released claim',
    raw`select 'token' as what, t.id from access_tokens t
        where t.revoked_at is not null and not exists (select 1 ${rows('t.account_id', 'token.revoked', token)})
      union all
      select 'secret of account', cast(a.id as text) from accounts a
        where a.webhook_secret_version - 1 <> (select count(*) ${rows('a.id', 'webhook.secret.rotated')})
      union all
      select 'secret of endpoint', e.id from webhook_endpoints e
        where e.secret_version - 1 <> (
          select count(*) ${rows('e.account_id', 'webhook.endpoint.secret.rotated', endpoint)})
      union all
      select 'endpoint', e.id from webhook_endpoints e where e.enabled <> coalesce((${switched}), 0)
      union all
      select 'claim', p.id from payments p join invoices i on i.uid = p.invoice_uid
        where p.status = 'set_aside' and p.reason = 'released by hand'
          and not exists (select 1 ${rows('i.account_id', 'claim.released', claim)})
      ${limit}`,
  ),
]
