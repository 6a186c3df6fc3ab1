import { parseStaffRole } from '../../accounts/role.ts'
import { parseIsoString, toIsoString } from '../../kernel/clock.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { maxStaff } from '../../staff/member.ts'
import type { StaffReader } from './person.ts'

/** Few people work in more accounts. The newest are shown. */
const maxStaffMemberships = 50

/** Reads the staff of an account, and the accounts that a user works in. */
export function createStaffReader({ query }: Sql): StaffReader {
  return {
    async listStaff(accountId, now) {
      const members = await query
        .selectFrom('staff as s')
        .innerJoin('accounts as a', 'a.id', 's.member_id')
        .where('s.account_id', '=', accountId)
        .orderBy('s.id', 'desc')
        .limit(maxStaff)
        .select(['s.id', 's.role', 's.created_at', 'a.email'])
        .execute()
      const invitations = await query
        .selectFrom('staff_invitations')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(maxStaff)
        .select(['id', 'role', 'email', 'expires_at'])
        .execute()
      return {
        members: members.flatMap(({ id, role: text, created_at, email }) => {
          const role = parseStaffRole(text)
          return role ? [{ id, email, role, joinedAt: parseIsoString(created_at) }] : []
        }),
        invitations: invitations.flatMap(({ id, role: text, email, expires_at }) => {
          const role = parseStaffRole(text)
          const expiresAt = parseIsoString(expires_at)
          return role ? [{ id, email, role, expiresAt, isExpired: expires_at <= toIsoString(now) }] : []
        }),
      }
    },

    async listStaffMemberships(memberId) {
      const rows = await query
        .selectFrom('staff as s')
        .innerJoin('accounts as a', 'a.id', 's.account_id')
        .where('s.member_id', '=', memberId)
        .orderBy('s.id', 'desc')
        .limit(maxStaffMemberships)
        .select(['s.id', 's.role', 's.account_id', 'a.name'])
        .execute()
      return rows.flatMap(({ id, role: text, account_id: accountId, name }) => {
        const role = parseStaffRole(text)
        return role ? [{ id, accountId, name, role }] : []
      })
    },
  }
}
