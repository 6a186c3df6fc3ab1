import { createHmac } from 'node:crypto'
import { day, type Instant } from '../kernel/clock.ts'

/** State of a secret in the database: its version and when it was rotated. */
export interface SecretState {
  readonly version: number
  readonly rotatedAt: Instant | null
}

/** The owner of a secret. An account's secret signs requests to the `webhook_url` of its invoices. */
export type SecretOwner =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'endpoint'; readonly id: string }

interface SignedMessage {
  readonly id: string
  /** Time of the attempt. */
  readonly at: Instant
  readonly body: string
}

/** How long the previous secret also signs, so that receivers can be updated one by one. */
export const secretOverlapMs = 1 * day

/**
 * Webhook secrets, derived from the server key so that no table stores one.
 * @param serverKey at least 32 bytes
 */
export function createWebhookSecrets(serverKey: Uint8Array) {
  return { getSecrets, sign }

  /** In Standard Webhooks format; `previous` is null once it no longer signs. */
  function getSecrets(
    owner: SecretOwner,
    state: SecretState,
    now: Instant,
  ): { secret: string; previous: string | null } {
    const [secret = '', previous = null] = keys(owner, state, now).map(
      (key) => `whsec_${key.toString('base64')}`,
    )
    return { secret, previous }
  }

  /** The `webhook-signature` header: one signature per valid secret, separated by spaces. */
  function sign(owner: SecretOwner, state: SecretState, message: SignedMessage): string {
    return signWebhook(keys(owner, state, message.at), message)
  }

  function keys(owner: SecretOwner, { version, rotatedAt }: SecretState, now: Instant): Buffer[] {
    const isOverlap = rotatedAt !== null && now < rotatedAt + secretOverlapMs
    return (isOverlap ? [version, version - 1] : [version]).map((keyVersion) =>
      createHmac('sha256', serverKey).update(`webhook|${owner.kind}|${owner.id}|${keyVersion}`).digest(),
    )
  }
}

/** The `webhook-signature` header: one signature per key, separated by spaces. */
export function signWebhook(keys: readonly Buffer[], { id, at, body }: SignedMessage): string {
  const content = `${id}.${timestampOf(at)}.${body}`
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>

/** The `webhook-timestamp` header: Unix time of the attempt in seconds. */
export const timestampOf = (at: Instant): string => String(Math.floor(at / 1_000))
