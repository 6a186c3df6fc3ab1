import { includesPermission, type StaffRole } from '../../accounts/role.ts'

/** The first page of somebody who works in another account. */
export const getWorkplacePath = ({ accountId, role }: { accountId: number; role: StaffRole }): string =>
  `${includesPermission([role], 'overview.read') ? '/dashboard' : '/dashboard/till'}?account=${accountId}`
