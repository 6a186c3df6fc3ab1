import type { Permission } from './scope.ts'

/** Roles that an owner can give to staff. */
export const staffRoles = ['cashier', 'bookkeeper'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The role of a person in another account. A viewer has access through an account link. */
export type Role = 'viewer' | StaffRole

/** The owner has every permission. Nobody else can change settings or invite others. */
const permissionsByRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['invoices.read', 'events.read', 'overview.read'],
  bookkeeper: ['invoices.read', 'events.read', 'overview.read', 'exceptions.read'],
  cashier: ['sales.read', 'sales.write'],
}

/** Whether one of the roles includes one of the permissions. */
export const includesPermission = (roles: readonly Role[], ...permissions: readonly Permission[]): boolean =>
  roles.some((role) => permissions.some((permission) => permissionsByRole[role].includes(permission)))

export const parseStaffRole = (text: unknown): StaffRole | null =>
  staffRoles.find((role) => role === text) ?? null

/** Whether an account has a permission in another one. */
type HasPermission = (owner: number, person: number) => Promise<boolean>

/** Checks one permission, with the roles that are stored at that moment. */
export const createPermissionCheck =
  (
    { listRoles }: { readonly listRoles: (owner: number, person: number) => Promise<readonly Role[]> },
    permission: Permission,
  ): HasPermission =>
  async (owner, person) =>
    includesPermission(await listRoles(owner, person), permission)
