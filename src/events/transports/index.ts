import * as registry from './registry.ts'
import type { TransportKind } from './transport.ts'

export type TransportName = (typeof registry)[keyof typeof registry]['name']

/** All transports by name. */
export const transports: ReadonlyMap<TransportName, TransportKind> = new Map(
  Object.values(registry).map((kind) => [kind.name, kind]),
)

/** The named transports that use the outbox. */
export const filterQueued = (names: readonly TransportName[]): readonly TransportName[] =>
  names.filter((name) => transports.get(name)?.isQueued)

/** Default of `EVENT_TRANSPORTS`. */
export const defaultTransports = 'in-memory,websockets'

/** Parses `EVENT_TRANSPORTS`: comma-separated names; an empty string names none. @throws {Error} unknown or duplicate name */
export function parseTransports(text: string): readonly TransportName[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.map((name, index) => {
    const kind = [...transports.keys()].find((candidate) => candidate === name)
    if (kind === undefined) {
      throw new Error(`unknown transport ${JSON.stringify(name)}: use ${[...transports.keys()].join(', ')}`)
    }
    if (names.indexOf(name) !== index) throw new Error(`${name} is listed twice`)
    return kind
  })
}
