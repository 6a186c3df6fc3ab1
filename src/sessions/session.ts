import type { Instant } from '../kernel/clock.ts'

/** A signed-in browser. Only the digest of its cookie is stored; `id` is what lists show. */
export interface Session {
  readonly id: string
  readonly accountId: number
  readonly createdAt: Instant
  readonly lastSeenAt: Instant
  /** From the browser's `User-Agent`. */
  readonly device: string
  readonly address: string
}

/** Maximum age of a session, and maximum idle time. */
export interface SessionTimeouts {
  readonly lifetimeMs: number
  readonly idleMs: number
}

export const isExpired = (
  { createdAt, lastSeenAt }: Pick<Session, 'createdAt' | 'lastSeenAt'>,
  { lifetimeMs, idleMs }: SessionTimeouts,
  now: Instant,
): boolean => now >= createdAt + lifetimeMs || now >= lastSeenAt + idleMs

/** A browser, before anyone has signed in. */
export interface Visitor {
  /** Its network address, as used for rate limits. */
  readonly address: string
  readonly device: string
  /** The language of its pages, which emails to it use as well. */
  readonly language: string
  /** Value of its session cookie, if any: that session ends when a new one begins. */
  readonly cookie: string | null
  /** Value of its known-browser cookie, if any: see known-browser.ts. */
  readonly knownBrowser: string | null
}

/** The signed-in account and its session. */
export interface SignedInUser {
  readonly accountId: number
  readonly sessionId: string
}

const maxDeviceLength = 200

/** The `User-Agent` as it is stored: without control characters, and truncated. */
export const cleanUserAgent = (userAgent: string | undefined): string =>
  (userAgent ?? '').replaceAll(/\p{C}/gu, '').slice(0, maxDeviceLength)

const browsers = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** `Firefox, Android` if both can be recognised in the user agent; otherwise the user agent itself. */
export function formatDeviceName(device: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(device))?.[1]
  const system = systems.find(([pattern]) => pattern.test(device))?.[1]
  return browser && system ? `${browser}, ${system}` : device
}
