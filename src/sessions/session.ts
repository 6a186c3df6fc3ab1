import type { Instant } from '../kernel/clock.ts'

/** A browser in which somebody has signed in. Only the digest of what its cookie holds is stored; `id` is what lists show. */
export interface Session {
  readonly id: string
  readonly accountId: number
  readonly createdAt: Instant
  readonly lastSeenAt: Instant
  /** What the browser calls itself. */
  readonly device: string
  readonly address: string
}

/** How long a session is good: in all, and without being used. */
export interface SessionLife {
  readonly lifeMs: number
  readonly idleMs: number
}

export const isOver = (
  { createdAt, lastSeenAt }: Pick<Session, 'createdAt' | 'lastSeenAt'>,
  { lifeMs, idleMs }: SessionLife,
  now: Instant,
): boolean => now >= createdAt + lifeMs || now >= lastSeenAt + idleMs

/** Who is at the door: what is known of a browser before anybody has signed in. */
export interface Visitor {
  /** Its network address, as it is counted. */
  readonly address: string
  readonly device: string
  /** Of its pages: letters are written in it. */
  readonly language: string
  /** What its session cookie holds, if anything: that session ends when another begins. */
  readonly cookie: string | null
  /** What it keeps since somebody has signed in there, if anything: see known-browser.ts. */
  readonly known: string | null
}

/** Who is signed in, and by which session. */
export interface Signed {
  readonly accountId: number
  readonly sessionId: string
}

const longestDevice = 200

/** What a browser says of itself, in what is stored of it: no control characters, and not all of a long one. */
export const deviceOf = (userAgent: string | undefined): string =>
  (userAgent ?? '').replaceAll(/\p{C}/gu, '').slice(0, longestDevice)

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

/** `Firefox, Android` where both are plain from what a browser says of itself; else what it says. */
export function deviceName(device: string): string {
  const browser = browsers.find(([sign]) => sign.test(device))?.[1]
  const system = systems.find(([sign]) => sign.test(device))?.[1]
  return browser && system ? `${browser}, ${system}` : device
}
