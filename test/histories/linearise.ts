/** One call of a client, as the client saw it. Both times are of one monotonic clock. */
export interface Call<Request, Result> {
  readonly request: Request
  readonly begin: number
  readonly end: number
  /** Null if unknown: it may have taken effect once, at any time after it began, or never. */
  readonly result: Result | null
}

/** The sequential behaviour of one object. A state is a string. */
export interface Model<Request, Result> {
  readonly initial: string
  /** The state after the call; null if this response is impossible in this state, or if an unanswered call has no effect. */
  step(state: string, call: Call<Request, Result>): string | null
}

/** More than any valid history takes: a history that needs more has mixed up two objects. */
const maxStates = 200_000

/**
 * Whether there is an order of the calls, each at one moment between its start and its end, in which every response is correct. After Wing &
 * Gong, "Testing and verifying concurrent objects" (1993), with Lowe's memoisation of visited pairs of remaining calls and state.
 */
export function isLinearisable<Request, Result>(
  calls: readonly Call<Request, Result>[],
  model: Model<Request, Result>,
): boolean {
  const numbers = new Map(calls.map((call, number) => [call, number]))
  const tried = new Set<string>()
  return search(
    model.initial,
    calls.toSorted((a, b) => a.begin - b.begin),
  )

  function search(state: string, open: readonly Call<Request, Result>[]): boolean {
    const rest = withoutReads(state, open, model)
    if (rest.every(isUnknown)) return true
    const key = `${state} ${rest.map((call) => numbers.get(call)).join()}`
    if (tried.has(key)) return false
    tried.add(key)
    if (tried.size > maxStates) throw new Error('the history has too many states to be decided')
    return getFirst(rest).some((call) => {
      const next = model.step(state, call)
      return (
        next !== null &&
        search(
          next,
          rest.filter((each) => each !== call),
        )
      )
    })
  }
}

/** Calls that may be next: no other one ended before they began. */
function getFirst<Request, Result>(open: readonly Call<Request, Result>[]): readonly Call<Request, Result>[] {
  const answered = Math.min(...open.filter((call) => !isUnknown(call)).map(({ end }) => end))
  return open.filter(({ begin }) => begin <= answered)
}

/** Removes the calls that may be next, are correct, and change nothing: their position doesn't matter, so it may be this one. */
function withoutReads<Request, Result>(
  state: string,
  open: readonly Call<Request, Result>[],
  model: Model<Request, Result>,
): readonly Call<Request, Result>[] {
  for (let rest = open; ; ) {
    const noops = new Set(
      getFirst(rest).filter((call) => !isUnknown(call) && model.step(state, call) === state),
    )
    if (noops.size === 0) return rest
    rest = rest.filter((call) => !noops.has(call))
  }
}

const isUnknown = ({ result }: { readonly result: unknown }): boolean => result === null
