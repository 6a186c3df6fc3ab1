/** One call of a client, as the client saw it. Both moments are of one clock that never goes back. */
export interface Call<Asked, Answer> {
  readonly asked: Asked
  readonly begin: number
  readonly end: number
  /** Null when nobody knows: it may have taken effect, once, at any moment after its begin, or never. */
  readonly answer: Answer | null
}

/** How one thing behaves when its calls come one after another. A state is told as a text. */
export interface Model<Asked, Answer> {
  readonly initial: string
  /** The state after the call; null when it cannot be answered so in this state, or, without an answer, when it has no effect. */
  step(state: string, call: Call<Asked, Answer>): string | null
}

/** More than any honest history takes: whoever needs more has mixed up two things. */
const maxStates = 200_000

/**
 * Is there an order of the calls, each at one moment between its begin and its end, in which every answer is right? After Wing & Gong,
 * "Testing and verifying concurrent objects" (1993), with Lowe's memory of what was tried: calls that remain, and the state.
 */
export function fits<Asked, Answer>(
  calls: readonly Call<Asked, Answer>[],
  model: Model<Asked, Answer>,
): boolean {
  const numbers = new Map(calls.map((call, number) => [call, number]))
  const tried = new Set<string>()
  return search(
    model.initial,
    calls.toSorted((a, b) => a.begin - b.begin),
  )

  function search(state: string, open: readonly Call<Asked, Answer>[]): boolean {
    const rest = withoutReads(state, open, model)
    if (rest.every(isUnknown)) return true
    const here = `${state} ${rest.map((call) => numbers.get(call)).join()}`
    if (tried.has(here)) return false
    tried.add(here)
    if (tried.size > maxStates) throw new Error('the history is too entangled to be decided')
    return firstOf(rest).some((call) => {
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

/** Those that may be next: no other was answered before they began. */
function firstOf<Asked, Answer>(open: readonly Call<Asked, Answer>[]): readonly Call<Asked, Answer>[] {
  const answered = Math.min(...open.filter((call) => !isUnknown(call)).map(({ end }) => end))
  return open.filter(({ begin }) => begin <= answered)
}

/** Without the calls that may be next, are right, and change nothing: wherever else they stand, they may as well stand here. */
function withoutReads<Asked, Answer>(
  state: string,
  open: readonly Call<Asked, Answer>[],
  model: Model<Asked, Answer>,
): readonly Call<Asked, Answer>[] {
  for (let rest = open; ; ) {
    const here = new Set(
      firstOf(rest).filter((call) => !isUnknown(call) && model.step(state, call) === state),
    )
    if (here.size === 0) return rest
    rest = rest.filter((call) => !here.has(call))
  }
}

const isUnknown = ({ answer }: { readonly answer: unknown }): boolean => answer === null
