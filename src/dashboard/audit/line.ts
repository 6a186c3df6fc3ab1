import { type AuditEntry, commandLine, theService } from '../../audit/entry.ts'

/** A line of the log, with its number: the place from which the list goes on. */
export interface Line extends AuditEntry {
  readonly number: number
}

/** What is known of those whom lines name by an id. */
export interface Known {
  /** What the browsers call themselves that are signed in still, by the ids of their sessions. */
  readonly devices: ReadonlyMap<string, string>
  /** Names of tokens, by their ids. */
  readonly tokens: ReadonlyMap<string, string>
  /** E-mail addresses that the account itself gave, for accounts to which it has granted access. */
  readonly guests: ReadonlyMap<number, string>
}

export interface AuditReader {
  /** Newest first; below that number where one is given. */
  lines(accountId: number, page: { readonly before: number | null; readonly limit: number }): Promise<Line[]>
  known(accountId: number, lines: readonly Line[]): Promise<Known>
}

/** Who did it. */
export type Actor =
  | { readonly kind: 'this browser' | 'ended session' | 'command line' | 'service' }
  | { readonly kind: 'browser'; readonly device: string }
  | { readonly kind: 'token'; readonly name: string }
  /** Not of this account: a line of ours names it, and no list of ours knows it. */
  | { readonly kind: 'unknown'; readonly id: string }

const isSession = (id: string): boolean => id.startsWith('ses_')

/** Pure: who stands behind what a line holds. */
export function actorOf(
  { actor }: Pick<Line, 'actor'>,
  { devices, tokens }: Pick<Known, 'devices' | 'tokens'>,
  current: string,
): Actor {
  if (actor === commandLine || actor === theService) return { kind: actor }
  if (actor === current) return { kind: 'this browser' }
  const [device, name] = [devices.get(actor), tokens.get(actor)]
  if (device !== undefined) return { kind: 'browser', device }
  if (name !== undefined) return { kind: 'token', name }
  return isSession(actor) ? { kind: 'ended session' } : { kind: 'unknown', id: actor }
}

/** Accounts to which lines say that this one granted access. */
export const guestsIn = (accountId: number, lines: readonly Line[]): number[] => [
  ...new Set(
    lines.flatMap(({ detail: { source, target } }) =>
      source === accountId && typeof target === 'number' ? [target] : [],
    ),
  ),
]
