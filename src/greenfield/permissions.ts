import type { Caller } from '../accounts/access-token.ts'
import type { TokenScope } from '../accounts/scope.ts'
import { ApiError } from '../kernel/api-error.ts'

const viewInvoices = 'btcpay.store.canviewinvoices'
const viewSettings = 'btcpay.store.canviewstoresettings'
const writeInvoices = ['btcpay.store.cancreateinvoice', 'btcpay.store.canmodifyinvoices'] as const

/** The permissions that a token can have for a store. `canmodifystoresettings` opens nothing, but some plug-ins insist on it. */
export const storePermissions = [
  viewInvoices,
  viewSettings,
  ...writeInvoices,
  'btcpay.store.canmodifystoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
] as const
export type StorePermission = (typeof storePermissions)[number]

const permissionsOf: Readonly<Record<TokenScope, readonly StorePermission[]>> = {
  full: storePermissions,
  invoices: [viewInvoices, viewSettings, ...writeInvoices],
  read: [viewInvoices, viewSettings],
  greenfield: [],
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a Greenfield route requires of the token, for the store in its path. Null: any token. */
    storePermission?: StorePermission | null
  }
}

/** An account is a store. Its id is the account's, as text. */
export const storeIdOf = ({ accountId }: Pick<Caller, 'accountId'>): string => String(accountId)

/** The permissions of a token for its own store. */
function listStorePermissions(caller: Caller): readonly StorePermission[] {
  const { scope, permissions: granted = [] } = caller
  if (scope !== 'greenfield') return permissionsOf[scope]
  return storePermissions.filter((permission) => granted.includes(`${permission}:${storeIdOf(caller)}`))
}

/** In the form `permission:storeId`; those of a key are as granted. */
export const listGrantedPermissions = (caller: Caller): string[] => [
  ...(caller.permissions ?? permissionsOf[caller.scope].map((each) => `${each}:${storeIdOf(caller)}`)),
]

/** Whether the token has this permission for the store. */
const hasStorePermission = (caller: Caller, permission: StorePermission, storeId: string): boolean =>
  storeId === storeIdOf(caller) && listStorePermissions(caller).includes(permission)

/** @throws {ApiError} `store_not_found` if it is another account's, `permission_missing` */
export function requireStorePermission(caller: Caller, permission: StorePermission, storeId: string): void {
  if (storeId !== storeIdOf(caller)) throw new ApiError('store_not_found')
  if (!hasStorePermission(caller, permission, storeId)) throw permissionMissing(permission)
}

/** Also for permissions that nobody has. */
export const permissionMissing = (permission: string) =>
  new ApiError('permission_missing', permission).withMembers({ missingPermission: permission })
