import { createBoundedMap } from '../kernel/bounded-map.ts'
import type { InvoiceReader } from './show.ts'

interface RevisionReaderDependencies extends Pick<InvoiceReader, 'revision'> {
  /** A number that changes with every commit of any process; null if the database doesn't have one. */
  readonly commitVersion: () => number | null
}

/** About 150 bytes each. */
const maxEntries = 10_000

/** Reads the revisions of invoices: each only once while nothing is committed to the database, by this process or another. */
export function createRevisionReader({
  revision,
  commitVersion,
}: RevisionReaderDependencies): InvoiceReader['revision'] {
  const known = createBoundedMap<string, { readonly version: number; readonly revision: number | null }>(
    maxEntries,
  )
  return async (uid) => {
    const version = commitVersion()
    if (version === null) return revision(uid)
    const entry = known.get(uid)
    if (entry?.version === version) return entry.revision
    const current = await revision(uid)
    known.set(uid, { version, revision: current })
    return current
  }
}
