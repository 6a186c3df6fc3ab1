import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { withDatabase } from './databases.ts'
import { type Failure, type Report, run } from './run.ts'
import type { RunOptions } from './run-options.ts'

export interface ShrinkOptions extends Pick<RunOptions, 'seed' | 'defect'> {
  readonly database: DatabaseKind
  /** Maximum number of runs to try. */
  readonly maxRuns: number
}

/** A failure may happen a little later when other sales are missing. */
const slackMs = 30_000

/** Each run may take as long as the failed one. A shorter run is convenient, not necessary. */
const maxShrinkMs = 600_000

/**
 * Searches for a shorter history that violates the same invariant (ddmin): with parts of the sales
 * alone, then without such parts, in smaller and smaller ones. Everything else changes with each part,
 * so the result may still be long.
 */
export async function shrink(
  failedReport: Report & { readonly failure: Failure },
  options: ShrinkOptions,
): Promise<Report> {
  const { database, seed, defect, maxRuns } = options
  const { invariant, lastSale, atMs } = failedReport.failure
  let best: Report = failedReport
  let remaining: readonly number[] = Array.from({ length: lastSale + 1 }, (_, number) => number)
  let parts = 2
  let runs = 0
  const startedAt = performance.now()
  const isOver = () => runs >= maxRuns || performance.now() - startedAt > maxShrinkMs
  while (remaining.length > 1 && !isOver()) {
    const shorter = await findFailing(listCandidates(remaining, parts))
    if (shorter) {
      parts = shorter.length <= remaining.length / 2 ? 2 : Math.max(parts - 1, 2)
      remaining = shorter
    } else if (parts < remaining.length) parts = Math.min(remaining.length, 2 * parts)
    else break
  }
  return best

  async function findFailing(
    candidateSales: readonly (readonly number[])[],
  ): Promise<readonly number[] | null> {
    for (const only of candidateSales) {
      if (isOver()) return null
      runs++
      const report = await withDatabase(database, (url) =>
        run({
          seed,
          defect,
          url,
          payments: lastSale + 1,
          only: new Set(only),
          ...(atMs !== null && { untilMs: atMs + slackMs }),
        }),
      )
      if (report.failure?.invariant !== invariant) continue
      best = report
      return only
    }
    return null
  }
}

/** Lists each part of the sales alone, then all sales without that part. */
function listCandidates(sales: readonly number[], parts: number): (readonly number[])[] {
  const size = Math.ceil(sales.length / parts)
  const pieces = Array.from({ length: Math.ceil(sales.length / size) }, (_, index) =>
    sales.slice(index * size, (index + 1) * size),
  )
  const others = pieces.map((part) => sales.filter((sale) => !part.includes(sale)))
  return parts === 2 ? pieces : [...pieces, ...others]
}
