import { createHmac } from 'node:crypto'
import { day, type Instant } from '../kernel/clock.ts'

/** What the database knows of a secret: which one it is, and since when. */
export interface SecretState {
  readonly version: number
  readonly rotatedAt: Instant | null
}

/** Whose secret: that of an account signs what goes to the `webhook_url` of its invoices. */
export type SecretOwner =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'endpoint'; readonly id: string }

/** For how long the secret before the newest signs beside it, so that receivers can be changed one after another. */
export const overlapMs = 1 * day

/**
 * The secrets of webhooks. They follow from the server's key, so that no table holds one.
 * @param serverKey at least 32 bytes
 */
export function webhookSecrets(serverKey: Uint8Array) {
  return { shown, sign }

  /** In Standard Webhooks' form; `previous` is null when it does not sign any more. */
  function shown(
    owner: SecretOwner,
    state: SecretState,
    now: Instant,
  ): { secret: string; previous: string | null } {
    const [secret = '', previous = null] = keys(owner, state, now).map(
      (key) => `whsec_${key.toString('base64')}`,
    )
    return { secret, previous }
  }

  /** The header `webhook-signature`: a signature by each secret that is valid, between spaces. */
  function sign(
    owner: SecretOwner,
    state: SecretState,
    message: { id: string; at: Instant; body: string },
  ): string {
    const signed = `${message.id}.${timestampOf(message.at)}.${message.body}`
    return keys(owner, state, message.at)
      .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
      .join(' ')
  }

  function keys(owner: SecretOwner, { version, rotatedAt }: SecretState, now: Instant): Buffer[] {
    const isOverlap = rotatedAt !== null && now < rotatedAt + overlapMs
    return (isOverlap ? [version, version - 1] : [version]).map((each) =>
      createHmac('sha256', serverKey).update(`webhook|${owner.kind}|${owner.id}|${each}`).digest(),
    )
  }
}

export type WebhookSecrets = ReturnType<typeof webhookSecrets>

/** The header `webhook-timestamp`: seconds since 1970 of the attempt. */
export const timestampOf = (at: Instant): string => String(Math.floor(at / 1_000))
