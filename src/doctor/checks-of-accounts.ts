import { sql as raw } from 'kysely'
import { hour, instant } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, check, limit } from './check.ts'
import { attempt, computed, pieceSize, pieces } from './pieces.ts'

type Detail = Readonly<Record<string, unknown>>

/** State of all objects, by keys such as `token tok_…`. */
type Story = Map<string, Detail & { readonly at?: string }>

const readLog = ({ query }: Sql, last: { number: bigint | number } | undefined) =>
  query
    .selectFrom('audit_log')
    .where('number', '>', last?.number ?? 0)
    .orderBy('number')
    .limit(pieceSize)
    .select(['number', 'at', 'account_id', 'action', 'detail'])
    .execute()

type Line = Awaited<ReturnType<typeof readLog>>[number]

/** Preferences of a new account. */
const unset = { time_zone: 'UTC', coins: null, hold_seconds: null, confirmations: null, frame_origins: '' }

function retell(story: Story, { at, account_id, action, detail: text }: Line): void {
  const detail = (attempt(() => JSON.parse(text)) ?? {}) as Detail
  const account = `account ${Number(account_id)}`
  const change = (key: string, to: Detail) => story.set(key, { ...story.get(key), ...to })
  switch (action) {
    case 'account.created':
      return void change(account, { ...unset, ...detail, at })
    case 'account.changed':
      return void change(account, detail)
    case 'second.factor.on':
      return void change(account, { codes: true })
    case 'second.factor.off':
      return void change(account, { codes: false })
    case 'destination.set':
      return void story.set(`destination ${Number(account_id)} ${detail.coin}`, { ...detail, at })
    case 'token.created':
      return void story.set(`token ${detail.token}`, { ...detail, account: Number(account_id), at })
    case 'link.created':
      return void story.set(`link ${detail.link}`, { ...detail, at })
    case 'link.removed':
      return void story.delete(`link ${detail.link}`)
    case 'webhook.endpoint.created':
      return void story.set(`endpoint ${detail.endpoint}`, { ...detail, account: Number(account_id), at })
    case 'webhook.endpoint.changed':
      return void change(`endpoint ${detail.endpoint}`, detail)
    case 'webhook.endpoint.deleted':
      return void story.delete(`endpoint ${detail.endpoint}`)
  }
}

/** The same state, from the current tables. */
async function standing({ query }: Sql): Promise<Story> {
  const story: Story = new Map()
  for (const { id, operator, created_at, hold_seconds, code_key, ...row } of await query
    .selectFrom('accounts')
    .selectAll()
    .execute())
    story.set(`account ${Number(id)}`, {
      ...row,
      operator: Number(operator) === 1,
      hold_seconds: hold_seconds === null ? null : Number(hold_seconds),
      codes: code_key !== null,
      at: created_at,
    })
  for (const { account_id, coin, kind, value, key_id, created_at } of await query
    .selectFrom('destinations')
    .selectAll()
    .execute())
    story.set(`destination ${Number(account_id)} ${coin}`, { kind, where: key_id ?? value, at: created_at })
  for (const { id, account_id, name, scope, expires_at, created_at } of await query
    .selectFrom('access_tokens')
    .selectAll()
    .execute())
    story.set(`token ${id}`, { account: Number(account_id), name, scope, expires_at, at: created_at })
  for (const { id, source, target, created_at } of await query
    .selectFrom('account_links')
    .selectAll()
    .execute())
    story.set(`link ${Number(id)}`, { source: Number(source), target: Number(target), at: created_at })
  for (const { id, account_id, url, created_at } of await query
    .selectFrom('webhook_endpoints')
    .selectAll()
    .execute())
    story.set(`endpoint ${id}`, {
      account: Number(account_id),
      host: attempt(() => new URL(url).host),
      at: created_at,
    })
  return story
}

/** Timestamps of one operation differ slightly, and it may wait for a lock before it is recorded. */
const slackMs = 1 * hour

function isAlike(name: string, told: unknown, held: unknown): boolean {
  if (name === 'at') return Math.abs(instant(String(told)) - instant(String(held))) <= slackMs
  return told === held
}

export const accountRows: readonly Check[] = [
  computed(
    'I17 accounts, destinations, tokens, links and endpoints match the audit log',
    async (sql, found) => {
      const told: Story = new Map()
      for await (const lines of pieces<Line>((last) => readLog(sql, last)))
        for (const line of lines) retell(told, line)
      const held = await standing(sql)
      for (const [key, detail] of told) {
        const row = held.get(key)
        if (!row) found({ missing: key })
        for (const [name, value] of Object.entries(detail))
          if (row && name in row && !isAlike(name, value, row[name])) found({ of: key, differs: name })
      }
    },
  ),
  check(
    'I7 an account has as many events as its counter says',
    raw`select a.id, a.event_sequence as counted, coalesce(e.last, 0) as written from accounts a left join (
        select subject, max(sequence) as last from events where subject >= 'account/' and subject < 'account0'
        group by subject
      ) e on e.subject = 'account/' || a.id
      where coalesce(e.last, 0) <> a.event_sequence and (select pruned from event_clock) = 0 ${limit}`,
  ),
  check(
    'I17 a rotated secret has the time of its rotation',
    raw`select 'account' as what, cast(id as text) as id from accounts
        where (webhook_secret_version > 1) <> (webhook_secret_rotated_at is not null)
      union all
      select 'endpoint', id from webhook_endpoints where (secret_version > 1) <> (secret_rotated_at is not null)
      ${limit}`,
  ),
  check(
    'I17 only the newest signing key signs',
    raw`select id from signing_keys where retired_at is null
        and exists (select 1 from signing_keys k where k.created_at > signing_keys.created_at)
      union all
      select 'none' from (select count(*) as keys, count(retired_at) as retired from signing_keys) counted
      where keys > 0 and keys = retired
      ${limit}`,
  ),
]
