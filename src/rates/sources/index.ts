import type { Clock } from '../../kernel/clock.ts'
import * as registry from './registry.ts'
import type { NewSource, RateSource } from './source.ts'

/** All rate sources, by their name in `RATES`. */
export const rateSources: ReadonlyMap<string, NewSource> = new Map(Object.entries(registry))

/** All sources that make requests: the default of `RATES` outside the sandbox. */
export const realSources = [...rateSources.keys()].filter((name) => name !== 'fixed').join(',')

/** One source as `RATES` names it: `kraken`, `kraken:https://proxy.example`, `fixed:BTC/USD=50000`. */
export interface NamedSource {
  readonly name: string
  readonly argument: string
}

/**
 * Parses `RATES`: a list of names, each optionally with a colon and an argument. The rates of `fixed:` are a list within the list.
 * @throws {Error} for an unknown name, a duplicate, or an empty list
 */
export function parseSources(text: string): NamedSource[] {
  const named: NamedSource[] = []
  for (const part of text.split(',').map((part) => part.trim())) {
    const last = named.at(-1)
    if (last?.name === 'fixed' && last.argument && part.includes('=')) {
      named[named.length - 1] = { name: 'fixed', argument: `${last.argument},${part}` }
    } else named.push(parseSource(part))
  }
  const names = named.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) < place)
  if (twice !== undefined) throw new Error(`the rate source "${twice}" is listed twice`)
  return named
}

function parseSource(part: string): NamedSource {
  const [name = ''] = part.split(':')
  if (!rateSources.has(name)) {
    throw new Error(`"${name}" is not a rate source: use ${[...rateSources.keys()].join(', ')}`)
  }
  return { name, argument: part.slice(name.length + 1) }
}

/**
 * Creates the sources named in `RATES`.
 * @param keys API keys by source name
 * @throws {Error} with the problem in an argument
 */
export function createSources(
  named: readonly NamedSource[],
  clock: Clock,
  keys: ReadonlyMap<string, string> = new Map(),
): RateSource[] {
  return named.flatMap(({ name, argument }) => {
    const key = keys.get(name)
    return rateSources.get(name)?.({ clock, argument, ...(key && { key }) }) ?? []
  })
}
