import { type Profiler, Session } from 'node:inspector'

/** The characters of code below `src/` that were reached, per file: 1 for each reached one. */
export type Reached = ReadonlyMap<string, Uint8Array>

/** Reports the coverage of this thread. */
export interface Coverage {
  /** Returns the coverage since the last call. */
  take(): Reached
  /** Finds the parts that are not learnt yet; returns the first character of each. */
  findNew(reached: Reached): readonly CoveragePoint[]
  learn(reached: Reached): void
  /** Returns the number of learnt characters. */
  countLearnt(): number
  forget(): void
}

export interface CoveragePoint {
  readonly file: string
  readonly at: number
}

/** More than any file of ours has. */
const maxFileBytes = 32_768

/**
 * Makes V8 count the executed blocks of this thread. Call this before the code is loaded: code compiled
 * earlier has no counters. V8 merges blocks with equal counts, so characters are compared instead of
 * blocks.
 */
export function startCoverage(): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const known = new Map<string, Uint8Array>()
  let learnt = 0
  return {
    take: () => new Map(readCounts(session).flatMap(markReached)),
    findNew,
    learn,
    countLearnt: () => learnt,
    forget,
  }

  function findNew(reached: Reached): readonly CoveragePoint[] {
    const points: CoveragePoint[] = []
    for (const [file, characters] of reached) {
      const before = known.get(file)
      let wasNew = false
      for (let at = 0; at < characters.length; at++) {
        const isNew = characters[at] === 1 && before?.[at] !== 1
        if (isNew && !wasNew) points.push({ file, at })
        wasNew = isNew
      }
    }
    return points
  }

  function learn(reached: Reached): void {
    for (const [file, characters] of reached) {
      const before = known.get(file) ?? new Uint8Array(maxFileBytes)
      known.set(file, before)
      for (let at = 0; at < characters.length; at++) {
        if (characters[at] !== 1 || before[at] === 1) continue
        before[at] = 1
        learnt++
      }
    }
  }

  function forget(): void {
    known.clear()
    learnt = 0
  }
}

/** Within its own thread the response is synchronous. */
function readCounts(session: Session): readonly Profiler.ScriptCoverage[] {
  let counts: readonly Profiler.ScriptCoverage[] | undefined
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    counts = result
  })
  if (!counts) throw new Error('V8 reports no coverage')
  return counts
}

/** Outer blocks come before those inside them. */
function markReached({ url, functions }: Profiler.ScriptCoverage): [string, Uint8Array][] {
  if (!url.includes('/src/')) return []
  const end = Math.max(...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)))
  const characters = new Uint8Array(Math.min(end, maxFileBytes))
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      characters.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return characters.includes(1) ? [[url, characters]] : []
}
