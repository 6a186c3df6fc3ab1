import type { RunWithinShare } from '../../src/webhooks/cpu-share.ts'
import {
  connectDirectly,
  createConnectionGuard,
  type Resolve,
  resolveBySystem,
} from '../../src/webhooks/guard.ts'
import { createPostWebhook } from '../../src/webhooks/post.ts'

export const never = new AbortController().signal
export const body = '{"type":"invoice.paid"}'

interface PostOptions {
  readonly resolve?: Resolve
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly runWithinShare?: RunWithinShare
}

/** Posts once, with a timeout of a second instead of 15. */
export function post(
  url: string,
  { resolve = resolveBySystem, timeoutMs = 1_000, signal = never, runWithinShare }: PostOptions = {},
) {
  const open = createConnectionGuard({ allowPrivate: true, resolve, connect: connectDirectly })
  const request = { accountId: 7, url, headers: { 'webhook-id': 'evt_1' }, body }
  return createPostWebhook(open, timeoutMs, runWithinShare)(request, signal)
}
