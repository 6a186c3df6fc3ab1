import { sql as raw } from 'kysely'
import { hour, parseIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck, pageSize, readPages, tryOrNull } from './custom-check.ts'

type Detail = Readonly<Record<string, unknown>>

/** The state of every object, by keys such as `token tok_…`. */
type AuditedState = Map<string, Detail & { readonly at?: string }>

const readAuditLog = ({ query }: Sql, last: { number: number } | undefined) =>
  query
    .selectFrom('audit_log')
    .where('number', '>', last?.number ?? 0)
    .orderBy('number')
    .limit(pageSize)
    .select(['number', 'at', 'account_id', 'action', 'detail'])
    .execute()

type AuditRow = Awaited<ReturnType<typeof readAuditLog>>[number]

/** Preferences of a new account. */
const defaultPreferences = {
  time_zone: 'UTC',
  coins: null,
  hold_seconds: null,
  confirmations: null,
  frame_origins: '',
  any_wallet: false,
  underpaid_percent: '0',
  email_exceptions: true,
  email_receipts: false,
}

function applyAuditEntry(state: AuditedState, { at, account_id, action, detail: text }: AuditRow): void {
  const detail = (tryOrNull(() => JSON.parse(text)) ?? {}) as Detail
  const account = `account ${Number(account_id)}`
  const change = (key: string, to: Detail) => state.set(key, { ...state.get(key), ...to })
  switch (action) {
    case 'account.created':
      return void change(account, { ...defaultPreferences, ...detail, at })
    case 'account.changed':
      return void change(account, detail)
    case 'second.factor.on':
      return void change(account, { codes: true })
    case 'second.factor.off':
      return void change(account, { codes: false })
    case 'passkey.added':
      return void state.set(`passkey ${detail.passkey}`, { account: Number(account_id), at })
    case 'passkey.removed':
      return void state.delete(`passkey ${detail.passkey}`)
    case 'destination.set':
      return void state.set(`destination ${Number(account_id)} ${detail.coin}`, { ...detail, at })
    case 'token.created':
      return void state.set(`token ${detail.token}`, { ...detail, account: Number(account_id), at })
    case 'link.created':
      return void state.set(`link ${detail.link}`, { ...detail, at })
    case 'link.removed':
      return void state.delete(`link ${detail.link}`)
    case 'staff.joined':
      return void state.set(`staff ${Number(account_id)} ${detail.member}`, { role: detail.role, at })
    case 'staff.role.changed':
      return void change(`staff ${Number(account_id)} ${detail.member}`, { role: detail.role })
    case 'staff.removed':
    case 'staff.left':
      return void state.delete(`staff ${Number(account_id)} ${detail.member}`)
    case 'webhook.endpoint.created':
      return void state.set(`endpoint ${detail.endpoint}`, { ...detail, account: Number(account_id), at })
    case 'webhook.endpoint.changed':
      return void change(`endpoint ${detail.endpoint}`, detail)
    case 'webhook.endpoint.deleted':
      return void state.delete(`endpoint ${detail.endpoint}`)
  }
}

/** Reads the state from the current tables, to compare with the audit log. */
async function readCurrentState({ query }: Sql): Promise<AuditedState> {
  const state: AuditedState = new Map()
  for (const { id, operator, any_wallet, created_at, hold_seconds, code_key, ...row } of await query
    .selectFrom('accounts')
    .selectAll()
    .execute())
    state.set(`account ${Number(id)}`, {
      ...row,
      operator: Number(operator) === 1,
      any_wallet: Number(any_wallet) === 1,
      email_exceptions: Number(row.email_exceptions) === 1,
      email_receipts: Number(row.email_receipts) === 1,
      hold_seconds: hold_seconds === null ? null : Number(hold_seconds),
      codes: code_key !== null,
      at: created_at,
    })
  for (const { account_id, coin, kind, value, key_id, created_at } of await query
    .selectFrom('destinations')
    .selectAll()
    .execute())
    state.set(`destination ${Number(account_id)} ${coin}`, { kind, where: key_id ?? value, at: created_at })
  for (const { id, account_id, created_at } of await query
    .selectFrom('passkeys')
    .select(['id', 'account_id', 'created_at'])
    .execute())
    state.set(`passkey ${id}`, { account: Number(account_id), at: created_at })
  for (const { id, account_id, name, scope, permissions, expires_at, created_at } of await query
    .selectFrom('access_tokens')
    .selectAll()
    .execute())
    state.set(`token ${id}`, {
      account: Number(account_id),
      name,
      scope,
      permissions,
      expires_at,
      at: created_at,
    })
  for (const { id, source, target, created_at } of await query
    .selectFrom('account_links')
    .selectAll()
    .execute())
    state.set(`link ${Number(id)}`, { source: Number(source), target: Number(target), at: created_at })
  for (const { account_id, member_id, role, created_at } of await query
    .selectFrom('staff')
    .selectAll()
    .execute())
    state.set(`staff ${Number(account_id)} ${Number(member_id)}`, { role, at: created_at })
  for (const { id, account_id, url, created_at } of await query
    .selectFrom('webhook_endpoints')
    .selectAll()
    .execute())
    state.set(`endpoint ${id}`, {
      account: Number(account_id),
      host: tryOrNull(() => new URL(url).host),
      at: created_at,
    })
  return state
}

/** The timestamps of one operation differ slightly, and it may have to wait for the audit log's lock. */
const toleranceMs = 1 * hour

function isSameValue(name: string, audited: unknown, current: unknown): boolean {
  if (name === 'at')
    return Math.abs(parseIsoString(String(audited)) - parseIsoString(String(current))) <= toleranceMs
  return audited === current
}

export const accountChecks: readonly Check[] = [
  defineCustomCheck(
    'I17 accounts, destinations, passkeys, tokens, links, staff and endpoints match the audit log',
    async (sql, report) => {
      const audited: AuditedState = new Map()
      for await (const entries of readPages<AuditRow>((last) => readAuditLog(sql, last)))
        for (const entry of entries) applyAuditEntry(audited, entry)
      const current = await readCurrentState(sql)
      for (const [key, detail] of audited) {
        const row = current.get(key)
        if (!row) report({ missing: key })
        for (const [name, value] of Object.entries(detail))
          if (row && name in row && !isSameValue(name, value, row[name])) report({ of: key, differs: name })
      }
    },
  ),
  defineCheck(
    'I7 an account has as many events as its counter says',
    raw`select a.id, a.event_sequence as counted, coalesce(e.last, 0) as written from accounts a left join (
        select subject, max(sequence) as last from events where subject >= 'account/' and subject < 'account0'
        group by subject
      ) e on e.subject = 'account/' || a.id
      where coalesce(e.last, 0) <> a.event_sequence and (select pruned from event_clock) = 0 ${limit}`,
  ),
  defineCheck(
    'I17 only a token with the scope greenfield has permissions of its own',
    raw`select id, scope from access_tokens where (scope = 'greenfield') <> (permissions is not null) ${limit}`,
  ),
  defineCheck(
    'I17 a rotated secret has the time of its rotation',
    raw`select 'account' as what, cast(id as text) as id from accounts
        where (webhook_secret_version > 1) <> (webhook_secret_rotated_at is not null)
      union all
      select 'endpoint', id from webhook_endpoints where (secret_version > 1) <> (secret_rotated_at is not null)
      ${limit}`,
  ),
  defineCheck(
    'I17 only the newest signing key signs',
    raw`select id from signing_keys where retired_at is null
        and exists (select 1 from signing_keys k where k.created_at > signing_keys.created_at)
      union all
      select 'none' from (select count(*) as keys, count(retired_at) as retired from signing_keys) counted
      where keys > 0 and keys = retired
      ${limit}`,
  ),
]
