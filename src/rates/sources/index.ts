import type { Clock } from '../../kernel/clock.ts'
import * as registry from './registry.ts'
import type { NewSource, RateSource } from './source.ts'

/** Every rate source that the service knows, by the name that `RATES` uses. */
export const rateSources: ReadonlyMap<string, NewSource> = new Map(Object.entries(registry))

/** Every source that asks the world: the default of `RATES` outside of the sandbox. */
export const realSources = [...rateSources.keys()].filter((name) => name !== 'fixed').join(',')

/** One source as `RATES` names it: `kraken`, `kraken:https://proxy.example`, `fixed:BTC/USD=50000`. */
export interface NamedSource {
  readonly name: string
  readonly argument: string
}

/**
 * Reads `RATES`: names in a list, each with what follows its colon. The rates of `fixed:` are a list within the list.
 * @throws {Error} for an unknown name, one given twice, and none at all
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
  if (twice !== undefined) throw new Error(`the rate source "${twice}" is named twice`)
  return named
}

function parseSource(part: string): NamedSource {
  const [name = ''] = part.split(':')
  if (!rateSources.has(name)) {
    throw new Error(`"${name}" is no rate source: there are ${[...rateSources.keys()].join(', ')}`)
  }
  return { name, argument: part.slice(name.length + 1) }
}

/**
 * The sources that `RATES` names, ready to be asked.
 * @param keys keys to the sources' interfaces, by source
 * @throws {Error} saying what is wrong with an argument
 */
export function openSources(
  named: readonly NamedSource[],
  clock: Clock,
  keys: ReadonlyMap<string, string> = new Map(),
): RateSource[] {
  return named.flatMap(({ name, argument }) => {
    const key = keys.get(name)
    return rateSources.get(name)?.({ clock, argument, ...(key && { key }) }) ?? []
  })
}
