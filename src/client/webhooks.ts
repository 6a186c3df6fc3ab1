import type { Webhook } from './api.ts'
import { QuittanceError } from './error.ts'

/** Request headers, in any framework's format. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

interface VerifyOptions {
  /** How far the timestamp may be from now; five minutes by default. */
  readonly toleranceMs?: number
}

const defaultToleranceMs = 5 * 60_000
/** Usually one, and two while a secret is being rotated. */
const maxSignatures = 8
const prefix = 'whsec_'

export const webhooks = { verify }

/**
 * Checks that a webhook comes from the service, by its signature (Standard Webhooks), and returns it.
 * @param body the raw request body, before it is parsed
 * @param secret whsec_…, or the text that you chose; several while a secret is being rotated
 * @throws {QuittanceError} `webhook_signature_invalid`, `webhook_timestamp_invalid`
 */
async function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceMs = defaultToleranceMs }: VerifyOptions = {},
): Promise<Webhook> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    getHeader(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw createSignatureError('The webhook-id, webhook-timestamp or webhook-signature header is missing.')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() - Number(timestamp) * 1_000) > toleranceMs)
    throw new QuittanceError('webhook_timestamp_invalid', 'The webhook is too old, or the clocks differ.')

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const content = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const candidates = signatures.split(' ').slice(0, maxSignatures).flatMap(decodeSignature)
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(each)
    for (const signature of candidates) {
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return parse(bytes)
    }
  }
  throw createSignatureError('No signature matches the body and the secret.')
}

const createSignatureError = (message: string) => new QuittanceError('webhook_signature_invalid', message)

function getHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'object' ? value[0] : value
}

/** Ignores other schemes: only `v1` is an HMAC with the secret. */
function decodeSignature(text: string): Uint8Array<ArrayBuffer>[] {
  if (!text.startsWith('v1,')) return []
  const bytes = decodeBase64(text.slice('v1,'.length))
  return bytes ? [bytes] : []
}

/** After `whsec_` the key is base64. Any other secret was chosen by the owner, and is itself the key. */
async function importKey(secret: string) {
  const key = secret.startsWith(prefix)
    ? decodeBase64(secret.slice(prefix.length))
    : new TextEncoder().encode(secret)
  if (!key || key.length === 0)
    throw new TypeError('the webhook secret must not be empty, and must be base64 after whsec_')
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function parse(bytes: Uint8Array): Webhook {
  return JSON.parse(new TextDecoder().decode(bytes)) as Webhook
}
