import { Refused } from '../kernel/refused.ts'

/** What an access token was made for. */
export const tokenScopes = ['full', 'invoices', 'read'] as const
export type TokenScope = (typeof tokenScopes)[number]

const readings = ['invoices.read', 'events.read', 'links.read', 'webhooks.read'] as const
/** What a caller must be allowed to do. Secrets are shown to a `full` token alone: `webhooks.write`. */
export type Permission = (typeof readings)[number] | 'invoices.write' | 'links.write' | 'webhooks.write'

const granted: Readonly<Record<TokenScope, readonly Permission[]>> = {
  full: [...readings, 'invoices.write', 'links.write', 'webhooks.write'],
  invoices: ['invoices.read', 'invoices.write'],
  read: readings,
}

/** The scopes whose tokens have that permission. */
export const scopesWith = (permission: Permission): TokenScope[] =>
  tokenScopes.filter((scope) => granted[scope].includes(permission))

/** @throws {Refused} `insufficient_scope` (RFC 6750 §3.1) */
export function requirePermission({ scope }: { readonly scope: TokenScope }, permission: Permission): void {
  if (granted[scope].includes(permission)) return
  throw new Refused('insufficient_scope', scope, scopesWith(permission).join(' or '))
}
