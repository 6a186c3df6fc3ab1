import { type AuditAction, type AuditEntry, commandLineActor, serviceActor } from '../../audit/entry.ts'

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
  /** Email addresses of viewers and staff, by account id. The account's owner entered them. */
  readonly emails: ReadonlyMap<number, string>
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
  /** A staff member. */
  | { readonly kind: 'member'; readonly email: string | null }
  /** An actor that an entry names but that is not among the account's own sessions and tokens. */
  | { readonly kind: 'unknown'; readonly id: string }

/** Actions of staff themselves. Their sessions belong to their own accounts. */
const memberActions: readonly AuditAction[] = ['staff.joined', 'staff.left', 'sale.created', 'sale.cancelled']
export const isByMember = (action: AuditAction): boolean => memberActions.includes(action)

const isSession = (id: string): boolean => id.startsWith('ses_')

/** Resolves an entry's actor. */
export function resolveActor(
  { action, actor, detail }: Pick<AuditLine, 'action' | 'actor' | 'detail'>,
  { devices, tokens, emails }: ActorNames,
  currentSessionId: string,
): Actor {
  if (isByMember(action)) return { kind: 'member', email: emails.get(Number(detail.member)) ?? null }
  if (actor === commandLineActor || actor === serviceActor) return { kind: actor }
  if (actor === currentSessionId) return { kind: 'this browser' }
  const [device, name] = [devices.get(actor), tokens.get(actor)]
  if (device !== undefined) return { kind: 'browser', device }
  if (name !== undefined) return { kind: 'token', name }
  return isSession(actor) ? { kind: 'ended session' } : { kind: 'unknown', id: actor }
}

/** Ids of the viewers and staff that the entries name. */
export const listNamedAccountIds = (accountId: number, lines: readonly AuditLine[]): number[] => [
  ...new Set(
    lines.flatMap(({ detail: { source, target, member } }) => [
      ...(source === accountId && typeof target === 'number' ? [target] : []),
      ...(typeof member === 'number' ? [member] : []),
    ]),
  ),
]
