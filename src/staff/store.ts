import { sql as raw } from 'kysely'
import { parseStaffRole, type Role, type StaffRole } from '../accounts/role.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { StaffInvitation, StaffMember, StaffStore } from './member.ts'

const memberColumns = ['id', 'account_id', 'member_id', 'role'] as const
const invitationColumns = ['id', 'account_id', 'email', 'role', 'expires_at'] as const

const selectRole = defineStatement<{ account: number; member: number }, { role: string }>((query, param) =>
  query
    .selectFrom('staff')
    .where('account_id', '=', param('account'))
    .where('member_id', '=', param('member'))
    .select('role'),
)

/** Roles of an account in another one: its staff role, and `viewer` if there is a link. */
const selectRoles = defineStatement<{ account: number; member: number }, { role: string }>((query, param) =>
  query
    .selectFrom('staff')
    .where('account_id', '=', param('account'))
    .where('member_id', '=', param('member'))
    .select('role')
    .unionAll((links) =>
      links
        .selectFrom('account_links')
        .where('source', '=', param('account'))
        .where('target', '=', param('member'))
        .select(raw<string>`'viewer'`.as('role')),
    ),
)

interface RoleStore {
  /** Empty if the member has no access to the account. */
  listRoles(accountId: number, memberId: number): Promise<Role[]>
}

export function createStaffStore(sql: Sql): StaffStore & RoleStore {
  const { query } = sql
  return {
    async listRoles(account, member) {
      const rows = await sql.queryAll(selectRoles, { account, member })
      return rows.flatMap(({ role }) => (role === 'viewer' ? role : (parseStaffRole(role) ?? [])))
    },

    async findRole(account, member) {
      const row = await sql.queryOne(selectRole, { account, member })
      return row ? parseStaffRole(row.role) : null
    },

    async insert({ accountId, memberId, role }, at) {
      await query
        .insertInto('staff')
        .values({ account_id: accountId, member_id: memberId, role, created_at: toIsoString(at) })
        .onConflict((conflict) => conflict.columns(['account_id', 'member_id']).doUpdateSet({ role }))
        .execute()
    },

    async find(id) {
      const row = await query
        .selectFrom('staff')
        .where('id', '=', id)
        .select(memberColumns)
        .executeTakeFirst()
      return row ? toMember(row) : null
    },

    async setRole(id, role) {
      await query.updateTable('staff').set({ role }).where('id', '=', id).execute()
    },

    async delete(id) {
      const row = await query
        .deleteFrom('staff')
        .where('id', '=', id)
        .returning(memberColumns)
        .executeTakeFirst()
      return row ? toMember(row) : null
    },

    async countOthers(accountId, email) {
      const count = ({ count }: { count: number | string | bigint }): number => Number(count)
      const members = await query
        .selectFrom('staff')
        .where('account_id', '=', accountId)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      const invitations = await query
        .selectFrom('staff_invitations')
        .where('account_id', '=', accountId)
        .where('email', '<>', email)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return count(members) + count(invitations)
    },

    async invite({ accountId, email, role, digest, expiresAt }, at) {
      const change = { role, digest, expires_at: toIsoString(expiresAt) }
      await query
        .insertInto('staff_invitations')
        .values({ account_id: accountId, email, created_at: toIsoString(at), ...change })
        .onConflict((conflict) => conflict.columns(['account_id', 'email']).doUpdateSet(change))
        .execute()
    },

    async findInvitation(digest, now) {
      const row = await query
        .selectFrom('staff_invitations')
        .where('digest', '=', digest)
        .where('expires_at', '>', toIsoString(now))
        .select(invitationColumns)
        .executeTakeFirst()
      return row ? toInvitation(row) : null
    },

    async consumeInvitation(digest, now) {
      const row = await query
        .deleteFrom('staff_invitations')
        .where('digest', '=', digest)
        .where('expires_at', '>', toIsoString(now))
        .returning(invitationColumns)
        .executeTakeFirst()
      return row ? toInvitation(row) : null
    },

    async findInvitationById(id) {
      const row = await query
        .selectFrom('staff_invitations')
        .where('id', '=', id)
        .select(invitationColumns)
        .executeTakeFirst()
      return row ? toInvitation(row) : null
    },

    async deleteInvitation(id) {
      const rows = await query.deleteFrom('staff_invitations').where('id', '=', id).returning('id').execute()
      return rows.length > 0
    },

    async pruneInvitations(before) {
      await query.deleteFrom('staff_invitations').where('expires_at', '<', toIsoString(before)).execute()
    },

    async endInvitations() {
      await query.deleteFrom('staff_invitations').execute()
    },

    async recordSale(invoiceUid, sellerId) {
      await query.insertInto('till_sales').values({ invoice_uid: invoiceUid, seller_id: sellerId }).execute()
    },

    async isSale(invoiceUid) {
      const row = await query
        .selectFrom('till_sales')
        .where('invoice_uid', '=', invoiceUid)
        .select('seller_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

const toMember = (row: RowOf<'staff', typeof memberColumns>): StaffMember => ({
  id: row.id,
  accountId: row.account_id,
  memberId: row.member_id,
  role: toStaffRole(row.role),
})

const toInvitation = (row: RowOf<'staff_invitations', typeof invitationColumns>): StaffInvitation => ({
  id: row.id,
  accountId: row.account_id,
  email: row.email,
  role: toStaffRole(row.role),
  expiresAt: parseIsoString(row.expires_at),
})

/** @throws {Error} for a role that a newer version has stored */
function toStaffRole(text: string): StaffRole {
  const role = parseStaffRole(text)
  if (!role) throw new Error(`unknown staff role ${text}`)
  return role
}
