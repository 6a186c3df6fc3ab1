import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Asked, accepted, type Dialect, mediaType, type Post, type Posted } from './dialect.ts'
import * as registry from './registry.ts'

export const dialects: readonly Dialect[] = Object.values(registry).toSorted((a, b) => a.rank - b.rank)

/** What a GET asks for, or null when its headers are of no dialect. */
export function askedBy(headers: IncomingHttpHeaders): Asked | null {
  for (const dialect of dialects) {
    const asked = dialect.asked(headers)
    if (asked) return asked
  }
  return null
}

/** The longest body of a POST of that media type, bytes, where its dialect names one; null when it is of no dialect. */
export function postLimit(type: string): number | null {
  const limits = dialects.flatMap(({ posts, bodyLimit }) =>
    posts(type) ? [bodyLimit ?? Number.POSITIVE_INFINITY] : [],
  )
  return limits.length === 0 ? null : Math.max(...limits)
}

/** What a POST wants, or null when it is of no dialect. @throws {Refused} `body_invalid`, `tx_count` */
export function postedBy(post: Post): Posted | null {
  for (const dialect of dialects) {
    const posted = dialect.posts(post.mediaType) ? dialect.read(post) : null
    if (posted) return posted
  }
  return null
}

/** Does the wallet that sent this show an error as it comes? */
export function readsPlainErrors({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const type = mediaType(headers['content-type'])
  const speaks =
    method === 'POST' ? (each: Dialect) => each.posts(type) : (each: Dialect) => each.asked(headers) !== null
  return dialects.find(speaks)?.plainErrors ?? false
}

/** A media type that asks for a payment request in no dialect of ours, or null. */
export const foreignTo = (accept: string | undefined): string | null =>
  accepted(accept).find((type) => /^application\/.+-paymentrequest$/.test(type)) ?? null
