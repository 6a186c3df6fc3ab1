import type { DefectName } from './defects.ts'

/** The options of one run. */
export interface RunOptions {
  readonly seed: string
  /** An empty database. */
  readonly url: string
  /** Number of sales. */
  readonly payments: number
  readonly defect?: DefectName | undefined
  /** Sales other than these are skipped, to find out which ones matter. */
  readonly only?: ReadonlySet<number>
  /** The run stops then, without settling. */
  readonly untilMs?: number
}
