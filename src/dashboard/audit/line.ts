import { type AuditEntry, commandLineActor, serviceActor } from '../../audit/entry.ts'

/** An audit entry with its number, which is also the cursor for paging. */
export interface AuditLine extends AuditEntry {
  readonly number: number
}

/** Names for the ids in audit entries. */
export interface ActorNames {
  /** Device names of active sessions, by session id. */
  readonly devices: ReadonlyMap<string, string>
  /** Token names, by token id. */
  readonly tokens: ReadonlyMap<string, string>
  /** Email addresses of accounts to which this account has granted access. The account entered them itself. */
  readonly guests: ReadonlyMap<number, string>
}

export interface AuditReader {
  /** Newest first; only entries below `before`, if given. */
  listLines(
    accountId: number,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<AuditLine[]>
  findActorNames(accountId: number, lines: readonly AuditLine[]): Promise<ActorNames>
}

/** The actor behind an entry. */
type Actor =
  | { readonly kind: 'this browser' | 'ended session' | 'command line' | 'service' }
  | { readonly kind: 'browser'; readonly device: string }
  | { readonly kind: 'token'; readonly name: string }
  /** An actor that an entry names but that is not among the account's own sessions and tokens. */
  | { readonly kind: 'unknown'; readonly id: string }

const isSession = (id: string): boolean => id.startsWith('ses_')

/** Resolves an entry's actor. */
export function resolveActor(
  { actor }: Pick<AuditLine, 'actor'>,
  { devices, tokens }: Pick<ActorNames, 'devices' | 'tokens'>,
  current: string,
): Actor {
  if (actor === commandLineActor || actor === serviceActor) return { kind: actor }
  if (actor === current) return { kind: 'this browser' }
  const [device, name] = [devices.get(actor), tokens.get(actor)]
  if (device !== undefined) return { kind: 'browser', device }
  if (name !== undefined) return { kind: 'token', name }
  return isSession(actor) ? { kind: 'ended session' } : { kind: 'unknown', id: actor }
}

/** Accounts to which this account has granted access, according to the entries. */
export const listGuests = (accountId: number, lines: readonly AuditLine[]): number[] => [
  ...new Set(
    lines.flatMap(({ detail: { source, target } }) =>
      source === accountId && typeof target === 'number' ? [target] : [],
    ),
  ),
]
