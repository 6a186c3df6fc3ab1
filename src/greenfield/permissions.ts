import type { Caller } from '../accounts/access-token.ts'
import type { TokenScope } from '../accounts/scope.ts'
import { ApiError } from '../kernel/api-error.ts'

const viewInvoices = 'btcpay.store.canviewinvoices'
const viewSettings = 'btcpay.store.canviewstoresettings'
const writeInvoices = ['btcpay.store.cancreateinvoice', 'btcpay.store.canmodifyinvoices'] as const

/** The permissions that a token can have for a store. `canmodifystoresettings` allows nothing, but some plug-ins require it. */
export const storePermissions = [
  viewInvoices,
  viewSettings,
  ...writeInvoices,
  'btcpay.store.canmodifystoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
] as const
export type StorePermission = (typeof storePermissions)[number]

const permissionsByScope: Readonly<Record<TokenScope, readonly StorePermission[]>> = {
  full: storePermissions,
  invoices: [viewInvoices, viewSettings, ...writeInvoices],
  read: [viewInvoices, viewSettings],
  greenfield: [],
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a Greenfield route requires for the store in its path. Null: none, so every valid token may call it. */
    storePermission?: StorePermission | null
  }
}

/** An account is a store. Its id is the account's, as text. */
export const getStoreId = ({ accountId }: Pick<Caller, 'accountId'>): string => String(accountId)

/** The permissions of a token for its own store. */
function listStorePermissions(caller: Caller): readonly StorePermission[] {
  const { scope, permissions: granted = [] } = caller
  if (scope !== 'greenfield') return permissionsByScope[scope]
  return storePermissions.filter((permission) => granted.includes(`${permission}:${getStoreId(caller)}`))
}

/** The permissions of a token, each as `permission:storeId`; those of a Greenfield key as they were granted. */
export const listGrantedPermissions = (caller: Caller): string[] => [
  ...(caller.permissions ?? permissionsByScope[caller.scope].map((each) => `${each}:${getStoreId(caller)}`)),
]

/** @throws {ApiError} `store_not_found` if it is another account's, `permission_missing` */
export function requireStorePermission(caller: Caller, permission: StorePermission, storeId: string): void {
  if (storeId !== getStoreId(caller)) throw new ApiError('store_not_found')
  if (!listStorePermissions(caller).includes(permission)) throw createPermissionError(permission)
}

/** @param permission may be one that no token can have */
export const createPermissionError = (permission: string) =>
  new ApiError('permission_missing', permission).withMembers({ missingPermission: permission })
