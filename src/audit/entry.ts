import { createHash } from 'node:crypto'
import { type Instant, iso } from '../kernel/clock.ts'

/** What was done that somebody may later ask about. */
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
  | 'destination.set'
  | 'destination.advanced'
  | 'token.created'
  | 'token.revoked'
  | 'link.created'
  | 'link.removed'
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
  | 'signing.key.made'
  | 'database.restored'

/** One line of the audit log. */
export interface AuditEntry {
  readonly at: Instant
  /** The account that it concerns. */
  readonly accountId: number
  /** Who did it: the id of an access token or of a session, `command line`, or `service` for what the service decides by itself. */
  readonly actor: string
  readonly action: AuditAction
  /** What was done to: an id, a coin; never a secret. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** Who acts for an account. */
export type Acting = Pick<AuditEntry, 'accountId' | 'actor'>

/** From where somebody acts, for the letter about it. */
export interface Origin {
  /** A network address, as it is counted. */
  readonly address: string
  /** Of the pages on which it was done: the letter is written in it. */
  readonly language: string
}

/** Who acts where the owner is told of it. */
export type ActingFrom = Acting & { readonly from: Origin }

export const commandLine = 'command line'
export const theService = 'service'

export const byToken = ({ accountId, tokenId }: { accountId: number; tokenId: string }): Acting => ({
  accountId,
  actor: tokenId,
})

/** Rows are only ever added: each holds the hash of the one before, so that a change or a loss shows. */
export interface AuditLog {
  record(entry: AuditEntry): Promise<void>
}

/** The hash of the first row's predecessor, which there is none of. */
export const noRow = '0'.repeat(64)

/** SHA-256 over the hash of the row before and this row's content, hex. */
export function chainedHash(previous: string, { at, accountId, actor, action, detail }: AuditEntry): string {
  const content = JSON.stringify([previous, iso(at), accountId, actor, action, detail])
  return createHash('sha256').update(content).digest('hex')
}
