import { ApiError } from '../kernel/api-error.ts'

/** Scopes that an owner can choose for a token. */
export const tokenScopes = ['full', 'invoices', 'read'] as const
/** `greenfield` allows only Greenfield routes, with the permissions that the owner granted on the connect page. */
export type TokenScope = (typeof tokenScopes)[number] | 'greenfield'

const readPermissions = ['invoices.read', 'events.read', 'links.read', 'webhooks.read'] as const
/** Permissions that only pages require. `sales` covers the till, and today's invoices. */
const pagePermissions = ['overview.read', 'exceptions.read', 'sales.read', 'sales.write'] as const
/** Permissions that routes require. Secrets need `webhooks.write`, which only `full` tokens have. */
export type Permission =
  | (typeof readPermissions)[number]
  | (typeof pagePermissions)[number]
  | 'invoices.write'
  | 'links.write'
  | 'webhooks.write'

const permissionsByScope: Readonly<Record<TokenScope, readonly Permission[]>> = {
  full: [...readPermissions, ...pagePermissions, 'invoices.write', 'links.write', 'webhooks.write'],
  invoices: ['invoices.read', 'invoices.write'],
  read: readPermissions,
  greenfield: [],
}

/** The scopes that include the permission. */
export const listScopesWith = (permission: Permission): TokenScope[] =>
  tokenScopes.filter((scope) => permissionsByScope[scope].includes(permission))

const scopeList = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** @throws {ApiError} `insufficient_scope` (RFC 6750 §3.1) */
export function requirePermission({ scope }: { readonly scope: TokenScope }, permission: Permission): void {
  if (permissionsByScope[scope].includes(permission)) return
  throw new ApiError('insufficient_scope', scope, scopeList.format(listScopesWith(permission)), permission)
}
