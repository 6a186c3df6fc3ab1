import type { Standing } from '../accounts/access-token.ts'
import { requirePermission } from '../accounts/scope.ts'
import { writeCursor } from '../events/cursor.ts'
import { envelopeText } from '../events/envelope.ts'
import { type EventSource, follow } from '../events/follow.ts'
import { type From, formOf, readPage, type Stream, startOf } from '../events/log.ts'
import { Refused } from '../kernel/refused.ts'
import type { Rights } from './rights.ts'

/** Whose events a reader asks for: those of one invoice, or of an account. */
export type Asked = { readonly invoice: string } | OfAccount

interface OfAccount {
  readonly standing: Standing
  /** An account that grants view access to the token's; null: the token's own. */
  readonly account: number | null
}

/** Where a stream goes to: a socket, or an answer that does not end. */
export interface Outlet {
  /** Every event behind this cursor follows. */
  started(cursor: string): void
  /** An envelope as JSON text. Until what it returns resolves, no other comes. */
  take(cursor: string, envelope: string): Promise<void> | undefined
  /** Nothing more comes. */
  ended(why: Refused): void
}

export interface StreamParts {
  readonly source: EventSource
  readonly rights: Rights
  readonly invoiceExists: (uid: string) => Promise<boolean>
  /** Does an account link let the viewer see the owner's invoices? */
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
  readonly failed: (error: unknown) => void
}

export type EventStreams = ReturnType<typeof eventStreams>

/** The event log as its readers may see it: followed, or page by page. */
export function eventStreams({ source, rights, invoiceExists, isGranted, failed }: StreamParts) {
  return { open, page }

  /**
   * Follows what was asked for, from behind `after`, or from now on when that is null. The function that is resolved with ends it.
   * @throws {Refused} `unauthorized`, `insufficient_scope`, `invoice_not_found`, `account_not_visible`, `cursor_invalid`, `cursor_expired`
   */
  async function open(asked: Asked, after: string | null, outlet: Outlet): Promise<() => void> {
    if ('standing' in asked) requirePermission(asked.standing.caller, 'events.read')
    let over = false
    let started = false
    let cutBecause: Refused | undefined
    let leave = () => {}
    // Watched before it is looked at: a link or a token that goes in between is not missed.
    const unwatch = 'standing' in asked ? watch(asked, cut) : () => {}
    try {
      if ('standing' in asked && !(await asked.standing.holds())) throw new Refused('unauthorized')
      await requireVisible(asked)
      const from: From = after === null ? 'newest' : { cursor: after }
      const position = await startOf(source.reader, from)
      if (cutBecause) throw refusalBefore(cutBecause)
      begin(position)
    } catch (error) {
      end()
      throw error
    }
    return end

    function begin(position: number): void {
      const stream = streamOf(asked)
      const form = formOf(stream)
      started = true
      outlet.started(writeCursor(position))
      leave = follow(source, stream, position, {
        take: (event) => outlet.take(writeCursor(event.event.position), event.text(form)),
        mayRead: async () => {
          const mayRead = 'invoice' in asked || (await mayView(asked))
          if (!mayRead) cut(new Refused('link_removed'))
          return mayRead
        },
        failed: (error) => {
          if (!(error instanceof Refused)) failed(error)
          cut(error instanceof Refused ? error : new Refused('unavailable'))
        },
      })
    }

    function end(): void {
      over = true
      unwatch()
      leave()
    }

    function cut(why: Refused): void {
      if (over) return
      end()
      cutBecause = why
      if (started) outlet.ended(why)
    }
  }

  /**
   * One page of a stream as JSON texts, from behind `after`, or from the oldest event that is kept when that is null.
   * @throws {Refused} `account_not_visible`, `cursor_invalid`, `cursor_expired`
   */
  async function page(
    asked: Asked,
    after: string | null,
    limit: number,
  ): Promise<{ envelopes: string[]; nextCursor: string }> {
    const stream = streamOf(asked)
    const from: From = after === null ? 'oldest' : { cursor: after }
    const { events, next } = await readPage(source.reader, stream, from, limit)
    // Asked afterwards: no event from behind the removal of a link gets out.
    await requireVisible(asked)
    return {
      envelopes: events.map((event) => envelopeText(event, formOf(stream))),
      nextCursor: writeCursor(next),
    }
  }

  function watch({ standing, account }: OfAccount, end: (why: Refused) => void): () => void {
    return rights.watch({ standing, source: isOwn(standing, account) ? null : account }, end)
  }

  async function requireVisible(asked: Asked): Promise<void> {
    if ('invoice' in asked) {
      if (!(await invoiceExists(asked.invoice))) throw new Refused('invoice_not_found')
    } else if (!(await mayView(asked))) throw new Refused('account_not_visible')
  }

  async function mayView({ standing, account }: OfAccount): Promise<boolean> {
    return account === null || isOwn(standing, account) || isGranted(account, standing.caller.accountId)
  }
}

function streamOf(asked: Asked): Stream {
  if ('invoice' in asked) return { kind: 'invoice', uid: asked.invoice }
  const { standing, account } = asked
  return account === null || isOwn(standing, account)
    ? { kind: 'account', accountId: standing.caller.accountId }
    : { kind: 'granted', accountId: account }
}

/** To a stream that did not begin, a link that goes is one that was never there: `link_removed` is the end of what was granted. */
const refusalBefore = (why: Refused): Refused =>
  why.code === 'link_removed' ? new Refused('account_not_visible') : why

const isOwn = ({ caller }: Standing, account: number | null): boolean => account === caller.accountId
