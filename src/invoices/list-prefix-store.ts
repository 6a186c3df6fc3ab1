import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../platform/storage/sql.ts'
import type { Direction, Search } from './list.ts'
import {
  compareUids,
  type ExecutableQuery,
  type InvoiceListSelect,
  type ListedRow,
} from './list-paid-store.ts'

/** The search text and the account's invoices to search. */
export interface SearchTarget {
  readonly accountId: number
  readonly search: Search
  /** All other filters, unordered; the page starts after that invoice. */
  readonly selectBase: (after?: string | null) => InvoiceListSelect
  readonly direction: Direction
  /** The invoice after which the page starts. */
  readonly after: string | null
}

/** Rows of the first statement: enough to fill a page if most invoices match. */
const minBatchSize = 100
/** Rows per statement. SQLite queries are synchronous, and other work has to run in between. */
export const maxBatchSize = 1_000

const growBatch = (size: number): number => Math.min(2 * size, maxBatchSize)

/**
 * Finds external ids that start with the search text. The index of external ids lists them, but not in the order of the page. Where most
 * invoices match, a walk in the order of the page fills it at once. It isn't known in advance which takes longer, so the two take turns,
 * and the first to finish wins.
 */
export function findByExternalIdPrefix(sql: Sql, target: SearchTarget, limit: number): ExecutableQuery {
  const { accountId, search, selectBase, direction } = target
  const prefix = search.text
  return {
    async execute() {
      const [matches, walk] = [readMatches(), walkInvoices()]
      // An index alone lists the matches, which is several times as fast as reading invoices.
      const turns = [matches, walk, matches, matches]
      for (;;)
        for (const turn of turns) {
          const { done, value } = await turn.next()
          if (done) return value
          await nextTurn()
        }
    },
  }

  /** Reads every match, and keeps the first of the page. */
  async function* readMatches(): AsyncGenerator<void, ListedRow[]> {
    let found: ListedRow[] = []
    let last: ExternalId = { external_id: prefix, uid: '' }
    for (let size = minBatchSize; ; size = growBatch(size)) {
      const matches = await listMatches(last, size)
      const worst = found.length === limit ? found.at(-1) : undefined
      const uids = matches.flatMap(({ uid }) => (worst && isAfter(uid, worst.uid) ? [] : uid))
      if (uids.length > 0) {
        found.push(...(await selectBase().where('invoices.uid', 'in', uids).execute()))
        found = found.sort(compareUids(direction)).slice(0, limit)
      }
      const next = matches.at(-1)
      if (next === undefined || matches.length < size) return found
      last = next
      yield
    }
  }

  function isAfter(uid: string, other: string): boolean {
    return direction === 'asc' ? uid > other : uid < other
  }

  async function listMatches(last: ExternalId, size: number): Promise<ExternalId[]> {
    const rows = await sql.query
      .selectFrom('invoices')
      .where('account_id', '=', accountId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('external_id', 'uid'), '>', tuple(last.external_id, last.uid)),
      )
      .where('external_id', '<', `${prefix}\u{10ffff}`)
      .orderBy('external_id')
      .orderBy('uid')
      .limit(size)
      .select(['external_id', 'uid'])
      .execute()
    return rows.map(({ external_id, uid }) => ({ external_id: external_id ?? '', uid }))
  }

  /** Reads all invoices that match the other filters, in the order of the page. */
  async function* walkInvoices(): AsyncGenerator<void, ListedRow[]> {
    const found: ListedRow[] = []
    let { after } = target
    for (let size = minBatchSize; ; size = growBatch(size)) {
      const batch = await selectBase(after)
        .orderBy('invoices.uid', direction)
        .limit(size)
        .select('invoices.external_id')
        .execute()
      found.push(...batch.filter(({ external_id }) => external_id?.startsWith(prefix)))
      const next = batch.at(-1)
      if (found.length >= limit || next === undefined || batch.length < size) return found.slice(0, limit)
      after = next.uid
      yield
    }
  }
}

interface ExternalId {
  readonly external_id: string
  readonly uid: string
}
