import type { ConnectedApplication } from '../../accounts/access-token.ts'
import { parseHttpsOrigin } from '../../accounts/storefront.ts'
import { checkRedirectUrl } from '../../kernel/web-address.ts'
import { type StorePermission, storePermissions } from '../permissions.ts'

/** A shop plug-in's request to be connected to the signed-in account. */
export interface Connection {
  /** Null if the plug-in doesn't send it. */
  readonly applicationName: string | null
  readonly applicationIdentifier: string | null
  /** The requested permissions that we support. There is at least one. */
  readonly permissions: readonly StorePermission[]
  /** The requested permissions that we don't support. */
  readonly unsupported: readonly string[]
  /** The URL to which the browser sends the key. Null: the page shows the key. */
  readonly redirect: RedirectTarget | null
}

export interface RedirectTarget {
  readonly url: string
  readonly origin: string
  /** Host and port. */
  readonly authority: string
}

/** Why a request can't be authorized. */
export type ConnectionProblem = 'parameters' | 'redirect' | 'permissions'

type ParsedConnection = { readonly connection: Connection } | { readonly problem: ConnectionProblem }

/** More than any known plug-in requests. The longest known permission has 56 characters. */
const maxPermissions = 30
const maxPermissionLength = 100
/** Limit for application names, which the plug-in chooses. */
const maxNameLength = 100
/** Validated, but ignored: a key always has exactly the requested permissions, for one store. */
const flags = ['strict', 'selectiveStores'] as const
const maxFlagLength = 10

/** Control characters, and characters that change the direction of the surrounding text (UAX #9). */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Reads the query of the connect page. */
export function parseConnection(query: unknown, baseUrl: string): ParsedConnection {
  const parameters = (query ?? {}) as Readonly<Record<string, unknown>>
  const requested = [parameters.permissions ?? []].flat()
  const applicationName = readText(parameters.applicationName, maxNameLength)
  const applicationIdentifier = readText(parameters.applicationIdentifier, maxNameLength)
  const isValid =
    requested.length <= maxPermissions &&
    requested.every(isPermission) &&
    flags.every((name) => readText(parameters[name], maxFlagLength) !== undefined)
  if (!isValid || applicationName === undefined || applicationIdentifier === undefined)
    return { problem: 'parameters' }
  const redirect = parseRedirect(parameters.redirect ?? '', baseUrl)
  if (redirect === undefined) return { problem: 'redirect' }
  const distinct = [...new Set(requested)]
  const permissions = distinct.filter(isSupported)
  if (permissions.length === 0) return { problem: 'permissions' }
  const unsupported = distinct.filter((each) => !isSupported(each))
  return { connection: { applicationName, applicationIdentifier, permissions, unsupported, redirect } }
}

const isPermission = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxPermissionLength && /^[\w.:-]+$/.test(value)

const isSupported = (permission: string): permission is StorePermission =>
  storePermissions.some((each) => each === permission)

/** Null if it is missing or blank, undefined if it is invalid. */
function readText(value: unknown, maxLength: number): string | null | undefined {
  if (value === undefined) return null
  if (typeof value !== 'string' || value.length > maxLength || unprintable.test(value)) return undefined
  return value.trim() || null
}

/**
 * Null if there is none, undefined if it is invalid. Our own origin is invalid: the page posts a form to this URL, and our own forms accept
 * submissions from our own pages.
 */
function parseRedirect(value: unknown, baseUrl: string): RedirectTarget | null | undefined {
  if (value === '') return null
  if (typeof value !== 'string' || 'problem' in checkRedirectUrl(value)) return undefined
  const origin = parseHttpsOrigin(value)
  if (origin === null || origin === new URL(baseUrl).origin) return undefined
  const { href: url, host: authority } = new URL(value)
  return { url, origin, authority }
}

/** The query that `parseConnection` reads. */
export function formatConnectionQuery(connection: Connection): string {
  const { applicationName, applicationIdentifier, permissions, unsupported, redirect } = connection
  const optional = { applicationName, applicationIdentifier, redirect: redirect?.url ?? null }
  const fields: [string, string][] = [
    ...[...permissions, ...unsupported].map((each): [string, string] => ['permissions', each]),
    ...Object.entries(optional).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    ),
  ]
  return new URLSearchParams(fields).toString()
}

/** The application and the shop that the key is for; null if the plug-in doesn't name its application. */
export function getConnectedApplication(connection: Connection): ConnectedApplication | null {
  const application = connection.applicationIdentifier ?? connection.applicationName
  return application === null ? null : { application, host: connection.redirect?.authority ?? null }
}

const maxTokenNameLength = 100
/** The rest of a token's name is for the host. */
const maxLabelLength = 60

/** The name of the key in the list of access tokens. */
export function formatTokenName({ applicationName, applicationIdentifier, redirect }: Connection): string {
  const names = new Set([applicationName, applicationIdentifier].filter((each) => each !== null))
  const label = truncate([...names].join(', ') || 'Shop plug-in', maxLabelLength)
  return redirect === null ? label : truncate(`${label} · ${redirect.authority}`, maxTokenNameLength)
}

const truncate = (text: string, length: number): string => [...text].slice(0, length).join('').trim()
