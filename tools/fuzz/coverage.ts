import { type Profiler, Session } from 'node:inspector'

/** Which characters of the code below `src/` were reached, file by file: 1 for each that was. */
export type Reached = ReadonlyMap<string, Uint8Array>

/** Tells what is reached in this thread. */
export interface Coverage {
  /** What was reached since this was last asked. */
  take(): Reached
  /** The parts of it that were never learnt: the first character of each. */
  newIn(reached: Reached): readonly Place[]
  learn(reached: Reached): void
  /** Characters that were learnt. */
  learnt(): number
  forget(): void
}

export interface Place {
  readonly file: string
  readonly at: number
}

/** No file of ours has as many characters. */
const maxFileBytes = 32_768

/**
 * V8 counts, block by block, what runs in this thread. To be called before the code is loaded: what was compiled earlier has no counters.
 * Blocks that were reached equally often are one to V8, so characters are compared and not blocks.
 */
export function measureCoverage(): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const known = new Map<string, Uint8Array>()
  let learnt = 0
  return {
    take: () => new Map(counted(session).flatMap(painted)),
    newIn,
    learn,
    learnt: () => learnt,
    forget,
  }

  function newIn(reached: Reached): readonly Place[] {
    const places: Place[] = []
    for (const [file, characters] of reached) {
      const before = known.get(file)
      let wasNew = false
      for (let at = 0; at < characters.length; at++) {
        const isNew = characters[at] === 1 && before?.[at] !== 1
        if (isNew && !wasNew) places.push({ file, at })
        wasNew = isNew
      }
    }
    return places
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

/** In the thread that is asked about, the answer comes at once. */
function counted(session: Session): readonly Profiler.ScriptCoverage[] {
  let counts: readonly Profiler.ScriptCoverage[] | undefined
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    counts = result
  })
  if (!counts) throw new Error('V8 tells no coverage')
  return counts
}

/** Outer blocks come before those inside them. */
function painted({ url, functions }: Profiler.ScriptCoverage): [string, Uint8Array][] {
  if (!url.includes('/src/')) return []
  const end = Math.max(...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)))
  const characters = new Uint8Array(Math.min(end, maxFileBytes))
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      characters.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return characters.includes(1) ? [[url, characters]] : []
}
