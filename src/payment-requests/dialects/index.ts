import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  type Dialect,
  type GetIntent,
  type PostIntent,
  parseAccept,
  parseMediaType,
  type WalletPost,
} from './dialect.ts'
import * as registry from './registry.ts'

const dialects: readonly Dialect[] = Object.values(registry).toSorted((a, b) => a.rank - b.rank)

/** The intent of a GET, or null when its headers match no dialect. */
export const parseGet = (headers: IncomingHttpHeaders): GetIntent | null => findGet(headers)?.intent ?? null

function findGet(headers: IncomingHttpHeaders): { dialect: Dialect; intent: GetIntent } | null {
  const request = { headers, types: parseAccept(headers.accept) }
  for (const dialect of dialects) {
    const intent = dialect.parseGet(request)
    if (intent) return { dialect, intent }
  }
  return null
}

/** Maximum body size in bytes of a POST with this media type, infinite when its dialect sets none. Null when no dialect accepts it. */
export function getBodyLimit(type: string): number | null {
  const limits = dialects.flatMap(({ acceptsPost, bodyLimit }) =>
    acceptsPost(type) ? [bodyLimit ?? Number.POSITIVE_INFINITY] : [],
  )
  return limits.length === 0 ? null : Math.max(...limits)
}

/**
 * The intent of a POST, or null when no dialect accepts it.
 * @throws {ApiError} `body_invalid`, `tx_count`
 */
export function parsePost(post: WalletPost): PostIntent | null {
  for (const dialect of dialects) {
    const intent = dialect.acceptsPost(post.mediaType) ? dialect.parsePost(post) : null
    if (intent) return intent
  }
  return null
}

/** Whether the wallet that sent this request shows an error body as is. */
export function readsPlainErrors({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const type = parseMediaType(headers['content-type'])
  const dialect =
    method === 'POST' ? dialects.find((each) => each.acceptsPost(type)) : findGet(headers)?.dialect
  return dialect?.usesPlainTextErrors ?? false
}

/** A media type that requests a payment request in a dialect we don't support, or null. */
export const findUnsupportedType = (accept: string | undefined): string | null =>
  parseAccept(accept).find((type) => /^application\/.+-paymentrequest$/.test(type)) ?? null
