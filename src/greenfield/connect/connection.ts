import { parseHttpsOrigin } from '../../accounts/storefront.ts'
import { checkRedirectUrl } from '../../kernel/web-address.ts'
import { type StorePermission, storePermissions } from '../permissions.ts'

/** A shop plug-in's request to be connected to the signed-in account. */
export interface Connection {
  /** Null if the plug-in doesn't state it. */
  readonly applicationName: string | null
  readonly applicationIdentifier: string | null
  /** The requested permissions that we serve. There is at least one. */
  readonly permissions: readonly StorePermission[]
  /** The requested permissions that we don't serve. */
  readonly unserved: readonly string[]
  /** Where the browser sends the key. Null: the page shows the key. */
  readonly redirect: RedirectTarget | null
}

export interface RedirectTarget {
  readonly url: string
  readonly origin: string
  /** Host and port. */
  readonly authority: string
}

/** Why a request can't be authorized. */
export type ConnectionFault = 'parameters' | 'redirect' | 'permissions'

type ParsedConnection = { readonly connection: Connection } | { readonly fault: ConnectionFault }

/** More than plug-ins ask for; the longest permission that we know has 56 characters. */
const maxPermissions = 30
const maxPermissionLength = 100
/** For the name of an application, which it chooses. */
const maxNameLength = 100
/** Plug-ins send them as `true` or `false`; a key always has exactly the permissions requested, for one store. */
const flags = ['strict', 'selectiveStores'] as const
const maxFlagLength = 10

/** Control characters, and characters that change the direction of the surrounding text (UAX #9). */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Reads the query of the connect page. */
export function parseConnection(query: unknown, baseUrl: string): ParsedConnection {
  const parameters = (query ?? {}) as Readonly<Record<string, unknown>>
  const requested = [parameters.permissions ?? []].flat()
  const applicationName = textOf(parameters.applicationName, maxNameLength)
  const applicationIdentifier = textOf(parameters.applicationIdentifier, maxNameLength)
  const isValid =
    requested.length <= maxPermissions &&
    requested.every(isPermission) &&
    flags.every((name) => textOf(parameters[name], maxFlagLength) !== undefined)
  if (!isValid || applicationName === undefined || applicationIdentifier === undefined)
    return { fault: 'parameters' }
  const redirect = redirectOf(parameters.redirect ?? '', baseUrl)
  if (redirect === undefined) return { fault: 'redirect' }
  const distinct = [...new Set(requested)]
  const permissions = distinct.filter(isServed)
  if (permissions.length === 0) return { fault: 'permissions' }
  const unserved = distinct.filter((each) => !isServed(each))
  return { connection: { applicationName, applicationIdentifier, permissions, unserved, redirect } }
}

const isPermission = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxPermissionLength && /^[\w.:-]+$/.test(value)

const isServed = (permission: string): permission is StorePermission =>
  storePermissions.some((each) => each === permission)

/** Null if it is missing or blank, undefined if it is invalid. */
function textOf(value: unknown, maxLength: number): string | null | undefined {
  if (value === undefined) return null
  if (typeof value !== 'string' || value.length > maxLength || unprintable.test(value)) return undefined
  return value.trim() || null
}

/**
 * Null if there is none, undefined if it is invalid. Our own origin is: the page posts a form there, and our forms trust forms of our own
 * pages.
 */
function redirectOf(value: unknown, baseUrl: string): RedirectTarget | null | undefined {
  if (value === '') return null
  if (typeof value !== 'string' || 'fault' in checkRedirectUrl(value)) return undefined
  const origin = parseHttpsOrigin(value)
  if (origin === null || origin === new URL(baseUrl).origin) return undefined
  const { href: url, host: authority } = new URL(value)
  return { url, origin, authority }
}

/** The query that `parseConnection` reads. */
export function formatConnectionQuery(connection: Connection): string {
  const { applicationName, applicationIdentifier, permissions, unserved, redirect } = connection
  const optional = { applicationName, applicationIdentifier, redirect: redirect?.url ?? null }
  const fields: [string, string][] = [
    ...[...permissions, ...unserved].map((each): [string, string] => ['permissions', each]),
    ...Object.entries(optional).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    ),
  ]
  return new URLSearchParams(fields).toString()
}

const maxTokenNameLength = 100
/** The rest of a token's name is for the host. */
const maxLabelLength = 60

/**
 * The name of the key. Keys of the same application for the same host have the same name, which tells the owner of an earlier one.
 */
export function formatTokenName({ applicationName, applicationIdentifier, redirect }: Connection): string {
  const names = new Set([applicationName, applicationIdentifier].filter((each) => each !== null))
  const label = cut([...names].join(', ') || 'Shop plug-in', maxLabelLength)
  return redirect === null ? label : cut(`${label} · ${redirect.authority}`, maxTokenNameLength)
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join('').trim()
