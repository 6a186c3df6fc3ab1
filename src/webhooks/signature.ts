import { ApiError } from '../kernel/api-error.ts'
import { day, type Instant } from '../kernel/clock.ts'
import { computeHmac } from '../kernel/hmac.ts'
import { createTextCipher } from '../kernel/text-cipher.ts'

/** State of a secret in the database: its version and when it was rotated. */
export interface SecretState {
  readonly version: number
  readonly rotatedAt: Instant | null
  /** A secret that the owner chose, encrypted. All other versions are derived. */
  readonly own?: { readonly version: number; readonly encrypted: string } | null
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

/** How long the previous secret also signs after a rotation, so that receivers can be updated one by one. */
export const secretOverlapMs = 1 * day

const minOwnSecretLength = 16
const maxOwnSecretLength = 255

/** Validates a secret that an owner chose. @throws {ApiError} `webhook_secret_invalid` */
export function parseOwnSecret(text: string): string {
  const hasValidLength = text.length >= minOwnSecretLength && text.length <= maxOwnSecretLength
  if (!hasValidLength || /[\p{Cc}\p{Cs}]/u.test(text) || decodeKey(text).length === 0)
    throw new ApiError('webhook_secret_invalid', minOwnSecretLength, maxOwnSecretLength)
  return text
}

const prefix = 'whsec_'

/** Standard Webhooks: base64 after `whsec_`. Any other text is the key itself. Empty if the base64 is invalid. */
function decodeKey(secret: string): Buffer {
  if (!secret.startsWith(prefix)) return Buffer.from(secret, 'utf8')
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const isBase64 =
    key.toString('base64').replace(/=+$/, '') === secret.slice(prefix.length).replace(/=+$/, '')
  return isBase64 ? key : Buffer.alloc(0)
}

/**
 * Webhook secrets. They are derived from the server key, so that no table stores one, unless the owner chose one: that is stored encrypted.
 * @param serverKey at least 32 bytes
 */
export function createWebhookSecrets(serverKey: Uint8Array) {
  const cipher = createTextCipher(serverKey)
  return { getSecrets, sign, signForShop, encrypt }

  function encrypt(endpointId: string, secret: string): string {
    return cipher.encrypt(secret, getCipherContext(endpointId))
  }

  /**
   * Returns the secrets in Standard Webhooks format. `previous` is null once it no longer signs.
   * @throws {ApiError} `webhook_secret_unreadable`, like `sign` and `signForShop`
   */
  function getSecrets(
    owner: SecretOwner,
    state: SecretState,
    now: Instant,
  ): { secret: string; previous: string | null } {
    const [secret = '', previous = null] = listSecrets(owner, state, now)
    return { secret, previous }
  }

  /** The `webhook-signature` header: one signature per valid secret, separated by spaces. */
  function sign(owner: SecretOwner, state: SecretState, message: SignedMessage): string {
    return signWebhook(listSecrets(owner, state, message.at).map(decodeKey), message)
  }

  /** The `BTCPay-Sig` header: shops use the secret's text as the key. */
  function signForShop(
    owner: SecretOwner,
    state: SecretState,
    { at, body }: Pick<SignedMessage, 'at' | 'body'>,
  ): string {
    const { secret } = getSecrets(owner, state, at)
    return `sha256=${computeHmac('sha256', Buffer.from(secret), body).toString('hex')}`
  }

  /** The current secret, and the previous one while it signs too. */
  function listSecrets(owner: SecretOwner, { version, rotatedAt, own }: SecretState, now: Instant): string[] {
    const read = (secretVersion: number) =>
      own?.version === secretVersion ? decrypt(owner, own.encrypted) : derive(owner, secretVersion)
    const current = read(version)
    if (current === null) throw new ApiError('webhook_secret_unreadable')
    const isOverlap = rotatedAt !== null && now < rotatedAt + secretOverlapMs
    const previousSecret = isOverlap ? read(version - 1) : null
    return previousSecret === null ? [current] : [current, previousSecret]
  }

  function derive({ kind, id }: SecretOwner, version: number): string {
    const key = computeHmac('sha256', serverKey, `webhook|${kind}|${id}|${version}`)
    return `${prefix}${key.toString('base64')}`
  }

  /** Null if it was encrypted with another server key. */
  function decrypt({ id }: SecretOwner, encrypted: string): string | null {
    return cipher.decrypt(encrypted, getCipherContext(id))
  }
}

/** The `webhook-signature` header: one signature per key, separated by spaces. */
export function signWebhook(keys: readonly Buffer[], { id, at, body }: SignedMessage): string {
  const content = `${id}.${formatTimestamp(at)}.${body}`
  return keys.map((key) => `v1,${computeHmac('sha256', key, content).toString('base64')}`).join(' ')
}

const getCipherContext = (endpointId: string | number) => ['webhook secret', endpointId] as const

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>

/** The `webhook-timestamp` header: Unix time of the attempt in seconds. */
export const formatTimestamp = (at: Instant): string => String(Math.floor(at / 1_000))
