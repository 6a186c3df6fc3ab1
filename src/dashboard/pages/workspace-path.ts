import { includesPermission, type StaffRole } from '../../accounts/role.ts'

/** The page where staff start in the account that they work in. */
export const getWorkspacePath = ({ accountId, role }: { accountId: number; role: StaffRole }): string =>
  `${includesPermission([role], 'overview.read') ? '/dashboard' : '/dashboard/till'}?account=${accountId}`
