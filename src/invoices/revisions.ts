import { createBoundedMap } from '../kernel/bounded-map.ts'
import { batchWithinTick } from '../kernel/share-calls.ts'
import type { InvoiceReader } from './show.ts'

export interface RevisionsReader {
  /** The current revisions. Null or missing when there is no such invoice. */
  listRevisions(uids: readonly string[]): Promise<ReadonlyMap<string, number | null>>
}

interface RevisionReaderDependencies extends RevisionsReader {
  /** A number that changes with every commit of any process; null if the database doesn't have one. */
  readonly getCommitVersion: () => number | null
}

/** About 150 bytes each. */
const maxEntries = 10_000

/**
 * Reads the revisions of invoices. Requests within one turn of the event loop share a query, and a revision is cached until the next commit
 * to the database, by this process or another.
 */
export function createRevisionReader({
  listRevisions,
  getCommitVersion,
}: RevisionReaderDependencies): InvoiceReader['findRevision'] {
  const cache = createBoundedMap<string, { readonly version: number; readonly revision: number | null }>(
    maxEntries,
  )
  const read = batchWithinTick(load)
  return async (uid) => (await read(uid)) ?? null

  async function load(uids: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
    const version = getCommitVersion()
    if (version === null) return listRevisions(uids)
    const revisions = new Map<string, number | null>()
    for (const uid of uids) {
      const entry = cache.get(uid)
      if (entry?.version === version) revisions.set(uid, entry.revision)
    }
    const stale = uids.filter((uid) => !revisions.has(uid))
    if (stale.length === 0) return revisions
    const current = await listRevisions(stale)
    for (const uid of stale) {
      const revision = current.get(uid) ?? null
      cache.set(uid, { version, revision })
      revisions.set(uid, revision)
    }
    return revisions
  }
}
