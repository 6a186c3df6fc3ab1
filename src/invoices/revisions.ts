import { createBoundedMap } from '../kernel/bounded-map.ts'
import { batchWithinTick } from '../kernel/share-calls.ts'
import type { InvoiceReader } from './show.ts'

export interface RevisionsReader {
  /** The current revisions. Null or missing when there is no such invoice. */
  revisions(uids: readonly string[]): Promise<ReadonlyMap<string, number | null>>
}

interface RevisionReaderDependencies extends RevisionsReader {
  /** A number that changes with every commit of any process; null if the database doesn't have one. */
  readonly commitVersion: () => number | null
}

/** About 150 bytes each. */
const maxEntries = 10_000

/**
 * Reads the revisions of invoices: all that are requested within one turn of the event loop together, and each only once while nothing is
 * committed to the database, by this process or another.
 */
export function createRevisionReader({
  revisions,
  commitVersion,
}: RevisionReaderDependencies): InvoiceReader['revision'] {
  const known = createBoundedMap<string, { readonly version: number; readonly revision: number | null }>(
    maxEntries,
  )
  const read = batchWithinTick(revisions)
  return async (uid) => {
    const version = commitVersion()
    const entry = known.get(uid)
    if (entry && entry.version === version) return entry.revision
    const revision = (await read(uid)) ?? null
    if (version !== null) known.set(uid, { version, revision })
    return revision
  }
}
