import { toIsoString } from '../kernel/clock.ts'
import { insertRowIfAbsent, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Ticket, TicketOf, TicketStore } from './ticket.ts'

type Row = RowOf<'tickets', typeof columns>

const columns = ['account_id', 'email', 'password', 'browser', 'sealed'] as const

function toTicket<Kind extends Ticket['kind']>(kind: Kind, row: Row | undefined): TicketOf<Kind> | null {
  if (!row) return null
  const { account_id, email, password, browser, sealed } = row
  const fields = {
    ...(account_id !== null && { accountId: account_id }),
    ...(email !== null && { email }),
    ...(password !== null && { passwordHash: password }),
    ...(browser !== null && { browserDigest: browser }),
    ...(sealed !== null && { encryptedToken: sealed }),
  }
  // Only the columns of a ticket of this kind were set when it was inserted.
  return { kind, ...fields } as unknown as TicketOf<Kind>
}

type NewTicket = Parameters<TicketStore['insert']>[0]

const toRow = (ticket: NewTicket) => ({
  digest: ticket.digest,
  kind: ticket.kind,
  account_id: 'accountId' in ticket ? ticket.accountId : null,
  email: 'email' in ticket ? ticket.email : null,
  password: 'passwordHash' in ticket ? ticket.passwordHash : null,
  browser: 'browserDigest' in ticket ? ticket.browserDigest : null,
  sealed: 'encryptedToken' in ticket ? ticket.encryptedToken : null,
  expires_at: toIsoString(ticket.expiresAt),
})

export function createTicketStore(sql: Sql): TicketStore {
  const { query } = sql
  return {
    async insert(ticket) {
      await query.insertInto('tickets').values(toRow(ticket)).execute()
    },

    insertOnce: (ticket) => insertRowIfAbsent(sql, 'tickets', ['digest'], toRow(ticket)),

    async find(kind, digest, now) {
      const row = await query
        .selectFrom('tickets')
        .where('digest', '=', digest)
        .where('kind', '=', kind)
        .where('expires_at', '>', toIsoString(now))
        .select(columns)
        .executeTakeFirst()
      return toTicket(kind, row)
    },

    async consume(kind, digest, now) {
      const row = await query
        .deleteFrom('tickets')
        .where('digest', '=', digest)
        .where('kind', '=', kind)
        .where('expires_at', '>', toIsoString(now))
        .returning(columns)
        .executeTakeFirst()
      return toTicket(kind, row)
    },

    async deleteByKinds(accountId, kinds) {
      await query
        .deleteFrom('tickets')
        .where('account_id', '=', accountId)
        .where('kind', 'in', kinds)
        .execute()
    },

    async prune(now) {
      await query.deleteFrom('tickets').where('expires_at', '<=', toIsoString(now)).execute()
    },

    async endAll() {
      await query.deleteFrom('tickets').execute()
    },
  }
}
