import type { StaffRole } from '../../src/accounts/role.ts'
import { commandLineActor } from '../../src/audit/entry.ts'
import { createStores } from '../../src/composition/stores.ts'
import type { Service } from './service.ts'

/** Makes an account one of the staff of another, without an invitation. Returns the id of the membership. */
export async function addStaff(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  member: { accountId: number; memberId: number; role: StaffRole },
): Promise<number> {
  const at = clock.now()
  const { accountId, memberId, role } = member
  return database.transact(async (sql) => {
    const { staff, audit } = createStores(sql)
    await staff.insert(member, at)
    const detail = { member: memberId, role }
    await audit.record({ at, accountId, actor: commandLineActor, action: 'staff.joined', detail })
    const { id } = await sql.query
      .selectFrom('staff')
      .where('account_id', '=', accountId)
      .where('member_id', '=', memberId)
      .select('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
