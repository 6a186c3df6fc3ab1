import type { Instant } from '../../kernel/clock.ts'

/** Somebody whom the account lets look at it: known by the address that was given for them. */
export interface Guest {
  readonly linkId: number
  readonly email: string
  readonly since: Instant
}

/** An account that lets this one look at it. */
export interface Opened {
  readonly linkId: number
  readonly accountId: number
  /** As it calls itself. */
  readonly name: string
  readonly since: Instant
}

/** A piece of a list, newest first. */
export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** Link before which the list goes on; null: it is at its end. */
  readonly next: number | null
}

export interface People {
  guests(accountId: number, before: number | null): Promise<Listed<Guest>>
  opened(accountId: number, before: number | null): Promise<Listed<Opened>>
}

/** Rows of a list on one page. */
export const onePage = 50

/** @param rows one more than a page holds, where there are more */
export function listed<Row extends { readonly linkId: number }>(rows: readonly Row[]): Listed<Row> {
  const shown = rows.slice(0, onePage)
  return { rows: shown, next: rows.length > onePage ? (shown.at(-1)?.linkId ?? null) : null }
}

/** Of `?guests_before=12`; null for what is no link's number. */
export const placeIn = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
