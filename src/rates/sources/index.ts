import type { Clock } from '../../kernel/clock.ts'
import * as registry from './registry.ts'
import type { RateSource, SourceFactory } from './source.ts'

/** All rate sources, by their name in `RATES`. */
export const rateSources: ReadonlyMap<string, SourceFactory> = new Map(Object.entries(registry))

/** All sources that make requests: the default of `RATES` outside the sandbox. */
export const defaultSources = [...rateSources.keys()].filter((name) => name !== 'fixed').join(',')

/** One source as `RATES` names it: `kraken`, `kraken:https://proxy.example`, `fixed:BTC/USD=50000`. */
export interface NamedSource {
  readonly name: string
  readonly argument: string
}

/**
 * Parses `RATES`: a list of names, each optionally with a colon and an argument. The argument of `fixed:` is itself a list.
 * @throws {Error} for an unknown name, a duplicate, or an empty list
 */
export function parseSources(text: string): NamedSource[] {
  const namedSources: NamedSource[] = []
  for (const part of text.split(',').map((part) => part.trim())) {
    const last = namedSources.at(-1)
    if (last?.name === 'fixed' && last.argument && part.includes('=')) {
      namedSources[namedSources.length - 1] = { name: 'fixed', argument: `${last.argument},${part}` }
    } else namedSources.push(parseSource(part))
  }
  const names = namedSources.map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate !== undefined) throw new Error(`the rate source "${duplicate}" is listed twice`)
  return namedSources
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
 * @throws {Error} for an invalid argument
 */
export function createSources(
  named: readonly NamedSource[],
  clock: Clock,
  keys: Readonly<Record<string, string | null>> = {},
): RateSource[] {
  return named.flatMap(({ name, argument }) => {
    const key = keys[name]
    return rateSources.get(name)?.({ clock, argument, ...(key && { key }) }) ?? []
  })
}
