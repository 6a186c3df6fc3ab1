import { createHash } from 'node:crypto'
import { type Instant, toIsoString } from '../kernel/clock.ts'

/** Actions in the audit log. */
export type AuditAction =
  | 'account.created'
  | 'account.changed'
  | 'session.begun'
  | 'session.ended'
  | 'sign.in.blocked'
  | 'password.changed'
  | 'password.reset'
  | 'reset.link.made'
  | 'second.factor.on'
  | 'second.factor.off'
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'destination.set'
  | 'destination.advanced'
  | 'token.created'
  | 'token.revoked'
  | 'link.created'
  | 'link.removed'
  | 'staff.invited'
  | 'staff.invitation.resent'
  | 'staff.invitation.revoked'
  | 'staff.joined'
  | 'staff.role.changed'
  | 'staff.removed'
  | 'staff.left'
  | 'sale.created'
  | 'sale.cancelled'
  | 'webhook.secret.shown'
  | 'webhook.secret.rotated'
  | 'webhook.endpoint.created'
  | 'webhook.endpoint.changed'
  | 'webhook.endpoint.enabled'
  | 'webhook.endpoint.disabled'
  | 'webhook.endpoint.secret.shown'
  | 'webhook.endpoint.secret.rotated'
  | 'webhook.endpoint.deleted'
  | 'webhook.endpoint.tested'
  | 'webhook.delivery.redelivered'
  | 'webhook.deliveries.redelivered'
  | 'claim.released'
  | 'payment.exception.resolved'
  | 'payment.limit.exceeded'
  | 'signing.key.made'
  | 'database.restored'

/** One entry of the audit log. */
export interface AuditEntry {
  readonly at: Instant
  /** The affected account. */
  readonly accountId: number
  /** The id of an access token or of a session, `command line`, or `service` for decisions of the service itself. */
  readonly actor: string
  readonly action: AuditAction
  /** The object of the action: an id, a coin; never a secret. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** The actor and the account that it acts for. */
export type AccountActor = Pick<AuditEntry, 'accountId' | 'actor'>

/** The origin of an action, for the email about it. */
export interface RequestOrigin {
  /** The network address, as used for rate limits. */
  readonly address: string
  /** Language of the page, which the email uses too. */
  readonly language: string
}

/** The actor of an action that the owner is notified about. */
export type ActorWithOrigin = AccountActor & { readonly origin: RequestOrigin }

export const commandLineActor = 'command line'
export const serviceActor = 'service'

export const toTokenActor = ({
  accountId,
  tokenId,
}: {
  accountId: number
  tokenId: string
}): AccountActor => ({
  accountId,
  actor: tokenId,
})

/** Append-only: each row contains the hash of the one before, so that changes and losses are detected. */
export interface AuditLog {
  record(entry: AuditEntry): Promise<void>
}

/** The hash before the first row. */
export const genesisHash = '0'.repeat(64)

/** SHA-256 of the previous row's hash and this row's content, in hex. */
export function computeChainHash(
  previous: string,
  { at, accountId, actor, action, detail }: AuditEntry,
): string {
  const content = JSON.stringify([previous, toIsoString(at), accountId, actor, action, detail])
  return createHash('sha256').update(content).digest('hex')
}

/** Creates an audit entry for the current actor. */
export type CreateAuditEntry = (
  accountId: number,
  action: AuditAction,
  detail: AuditEntry['detail'],
) => AuditEntry
