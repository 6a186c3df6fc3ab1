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
  const read = batchWithinTick(load)
  return async (uid) => (await read(uid)) ?? null

  async function load(uids: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
    const version = commitVersion()
    if (version === null) return revisions(uids)
    const values = new Map<string, number | null>()
    for (const uid of uids) {
      const entry = known.get(uid)
      if (entry?.version === version) values.set(uid, entry.revision)
    }
    const changed = uids.filter((uid) => !values.has(uid))
    if (changed.length === 0) return values
    const current = await revisions(changed)
    for (const uid of changed) {
      const revision = current.get(uid) ?? null
      known.set(uid, { version, revision })
      values.set(uid, revision)
    }
    return values
  }
}
