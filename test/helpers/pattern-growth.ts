import { type ParsedPattern, type Pattern, parsePattern } from './pattern-syntax.ts'

// A backtracking matcher takes superlinear time exactly where many paths through the pattern read the same text, and none of them matches
// in the end (Weber and Seidl, On the degree of ambiguity of finite automata, 1991). Both kinds of ambiguity are searched for here.

/** Longer counted repetitions are treated as unbounded; shorter ones are unrolled as often as it takes to tell them apart. */
const maxCounted = 20
const maxCopies = 3

interface Node {
  readonly mask: bigint
  readonly edges: { readonly to: Node; readonly condition: Condition }[]
}
type Condition = 'none' | 'start' | 'end' | 'boundary' | 'no boundary' | 'look-around'

/** A character of the pattern was read; whether it was a word character decides about `\b`. */
interface State {
  readonly steps: Map<State, { mask: bigint; isAmbiguous: boolean }>
  /** Whether what follows can fail. Otherwise the first path that gets here matches. */
  canFail: boolean
}

/** A text of which many repetitions take superlinear time; null if there is none. */
export function findSlowText(source: string, flags: string): { kind: 'exponential' | 'polynomial' } | null {
  const states = listStates(parsePattern(source, flags), flags)
  const reached = new Map(states.map((state) => [state, reachableFrom(state)]))
  const leadsTo = (from: State, to: State) => reached.get(from)?.has(to) === true
  const loops = states.filter((state) => leadsTo(state, state))
  const failing = loops.filter(({ canFail }) => canFail)
  if (failing.some((loop) => isReadInTwoWays(loop, (state) => leadsTo(state, loop))))
    return { kind: 'exponential' }
  const isSlow = failing.some((second) =>
    loops.some((first) => first !== second && leadsTo(first, second) && isHandedOn(first, second, leadsTo)),
  )
  return isSlow ? { kind: 'polynomial' } : null
}

/** Whether some text leads from the loop back to it in two ways. */
function isReadInTwoWays(loop: State, leadsBack: (state: State) => boolean): boolean {
  return isFound<readonly [State, State, boolean]>(
    [loop, loop, false],
    ([one, other, differed]) => {
      const next: (readonly [State, State, boolean])[] = []
      for (const [a, first] of one.steps)
        for (const [b, second] of other.steps)
          if ((first.mask & second.mask) !== 0n && leadsBack(a) && leadsBack(b))
            next.push([a, b, differed || a !== b || (one === other && first.isAmbiguous)])
      return next
    },
    ([one, other, differed]) => one === loop && other === loop && differed,
  )
}

/** Whether some text leads from `first` to itself, from `first` to `second`, and from `second` to itself. */
function isHandedOn(first: State, second: State, leadsTo: (from: State, to: State) => boolean): boolean {
  return isFound<readonly [State, State, State]>(
    [first, first, second],
    ([stays, moves, ends]) => {
      const next: (readonly [State, State, State])[] = []
      for (const [a, one] of stays.steps) {
        if (!leadsTo(a, first)) continue
        for (const [c, three] of ends.steps) {
          const shared = one.mask & three.mask
          if (shared === 0n || !leadsTo(c, second)) continue
          for (const [b, two] of moves.steps)
            if ((shared & two.mask) !== 0n && (b === second || leadsTo(b, second))) next.push([a, b, c])
        }
      }
      return next
    },
    ([stays, moves, ends]) => stays === first && moves === second && ends === second,
  )
}

/** Breadth first, from what follows `start`. */
function isFound<T extends readonly unknown[]>(
  start: T,
  getNext: (node: T) => readonly T[],
  isGoal: (state: T) => boolean,
): boolean {
  const numbers = new Map<unknown, number>()
  const numberNode = (value: unknown) => numbers.get(value) ?? numbers.set(value, numbers.size).size - 1
  const seen = new Set<string>()
  const waiting = [start]
  for (const vertex of waiting)
    for (const next of getNext(vertex)) {
      if (isGoal(next)) return true
      const key = next.map(numberNode).join()
      if (seen.size < seen.add(key).size) waiting.push(next)
    }
  return false
}

function reachableFrom(state: State): ReadonlySet<State> {
  const found = new Set<State>()
  const waiting = [state]
  for (const each of waiting)
    for (const next of each.steps.keys()) if (found.size < found.add(next).size) waiting.push(next)
  return found
}

/** Every state that a search through a text can be in, including the search for a starting point. */
function listStates({ pattern, characters, wordCharacters }: ParsedPattern, flags: string): State[] {
  const accept: Node = { mask: 0n, edges: [] }
  const begin = createNode(pattern, accept)
  const states = new Map<Node | null, readonly [State, State]>()
  const waiting: (() => void)[] = []
  const newState = (): State => ({ steps: new Map(), canFail: true })
  const searching = (state: State, isWord: boolean | null) => {
    if (!flags.includes('y')) step(state, null, characters)
    follow(state, begin, isWord)
  }
  const first = newState()
  searching(first, null)
  for (const work of waiting) work()
  return [first, ...[...states.values()].flat()]

  /** One of two states: after a non-word character or after a word character. */
  function step(from: State, node: Node | null, mask: bigint): void {
    const pair = states.get(node) ?? opened(node)
    for (const [isWord, to] of pair.entries()) {
      const shared = mask & (isWord === 1 ? wordCharacters : characters & ~wordCharacters)
      if (shared === 0n) continue
      const known = from.steps.get(to)
      if (known) {
        known.isAmbiguous ||= (known.mask & shared) !== 0n
        known.mask |= shared
      } else from.steps.set(to, { mask: shared, isAmbiguous: false })
    }
  }

  function opened(node: Node | null): readonly [State, State] {
    const pair = [newState(), newState()] as const
    states.set(node, pair)
    for (const [isWord, state] of pair.entries())
      waiting.push(() => (node ? followAll(state, node, isWord === 1) : searching(state, isWord === 1)))
    return pair
  }

  function followAll(state: State, node: Node, isWord: boolean): void {
    for (const { to } of node.edges) follow(state, to, isWord)
  }

  function readsAll({ steps }: State): boolean {
    return [...steps.values()].reduce((all, { mask }) => all | mask, 0n) === characters
  }

  /** All ways from a node to the characters that may come next. `isWord` is null at the start of the text. */
  function follow(state: State, node: Node, isWord: boolean | null): void {
    walk(node, characters, 'none', [])

    function walk(at: Node, mask: bigint, met: Condition, path: readonly Node[]): void {
      // A node that reads everything also reaches the end.
      if (at === accept && (met === 'none' || (met === 'end' && readsAll(state)))) state.canFail = false
      if ((at.mask & mask) !== 0n) step(state, at, at.mask & mask)
      if (at.mask !== 0n) return
      // Twice: at the end of one repetition, and at the beginning of the next.
      if (path.filter((each) => each === at).length === 2) return
      for (const { to, condition } of at.edges)
        walk(to, mask & allowed(condition), condition === 'none' ? met : condition, [...path, at])
    }

    function allowed(condition: Condition): bigint {
      switch (condition) {
        case 'start':
          return isWord === null || flags.includes('m') ? characters : 0n
        case 'end':
          return flags.includes('m') ? characters : 0n
        case 'boundary':
          return isWord === true ? characters & ~wordCharacters : wordCharacters
        case 'no boundary':
          return isWord === true ? wordCharacters : characters & ~wordCharacters
        default:
          return characters
      }
    }
  }
}

/** The graph of a pattern, followed by `next`. */
function createNode(pattern: Pattern, next: Node): Node {
  const empty = (...followers: readonly Node[]): Node => ({
    mask: 0n,
    edges: followers.map((to) => ({ to, condition: 'none' })),
  })
  switch (pattern.kind) {
    case 'characters':
      return { ...empty(next), mask: pattern.mask }
    case 'sequence':
      return pattern.parts.reduceRight((behind, part) => createNode(part, behind), next)
    case 'choice':
      return empty(...pattern.parts.map((part) => createNode(part, next)))
    case 'look-around':
      // A lookahead reads what follows, which is not a match by itself. Lookbehind is handled in the same way.
      return {
        mask: 0n,
        edges: [{ to: next, condition: 'look-around' }, ...empty(createNode(pattern.part, empty())).edges],
      }
    case 'repeat':
      return createRepetition(pattern)
    default:
      return { mask: 0n, edges: [{ to: next, condition: pattern.kind }] }
  }

  function createRepetition({ part, min, max }: Extract<Pattern, { kind: 'repeat' }>): Node {
    let node = next
    if (max - min > maxCounted) {
      node = empty()
      node.edges.push(...empty(createNode(part, node), next).edges)
    } else
      for (let count = Math.min(max - min, maxCopies); count > 0; count--)
        node = empty(createNode(part, node), next)
    for (let count = Math.min(min, maxCopies); count > 0; count--) node = createNode(part, node)
    return node
  }
}
