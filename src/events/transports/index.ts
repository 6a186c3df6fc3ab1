import * as registry from './registry.ts'
import type { TransportKind } from './transport.ts'

export type TransportName = (typeof registry)[keyof typeof registry]['name']

/** Every transport that there is, by its name. */
export const transports: ReadonlyMap<TransportName, TransportKind> = new Map(
  Object.values(registry).map((kind) => [kind.name, kind]),
)

/** Those of the named transports for which events wait in the outbox. */
export const queuedAmong = (names: readonly TransportName[]): readonly TransportName[] =>
  names.filter((name) => transports.get(name)?.queued)

/** For `EVENT_TRANSPORTS`, when it is not set. */
export const usualTransports = 'in-memory,websockets'

/** Reads `EVENT_TRANSPORTS`: names between commas; an empty text names none. @throws {Error} unknown, or named twice */
export function parseTransports(text: string): readonly TransportName[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.map((name, place) => {
    const kind = [...transports.keys()].find((each) => each === name)
    if (kind === undefined) {
      throw new Error(
        `there is no transport ${JSON.stringify(name)}, but ${[...transports.keys()].join(', ')}`,
      )
    }
    if (names.indexOf(name) !== place) throw new Error(`${name} is named twice`)
    return kind
  })
}
