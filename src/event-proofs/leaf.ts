import { envelopeText, type NumberedEvent } from '../events/envelope.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { leafHash } from './merkle.ts'

/**
 * The leaf of an event: the hash of its envelope without `cursor`, in the form of RFC 8785. There numbers are those of ECMAScript: an amount
 * of more than 15 digits counts as the nearest double, as it does for everybody who checks the proof.
 */
export function leafOf(event: NumberedEvent): Uint8Array {
  return leafOfEnvelope(JSON.parse(envelopeText(event, 'owner')))
}

/** The same of an envelope as somebody presents it, with or without `cursor`, which is where to find the event and no part of it. */
export function leafOfEnvelope(envelope: Readonly<Record<string, unknown>>): Uint8Array {
  const { cursor: _, ...proven } = envelope
  return leafHash(Buffer.from(canonicalJson(proven)))
}

/** What a leaf is the hash of, for people and programs: the envelope without `cursor`. Its numbers keep their text. */
export function provenEnvelope(event: NumberedEvent): Readonly<Record<string, unknown>> {
  const { cursor: _, ...proven } = JSON.parse(envelopeText(event, 'owner'), exactNumbers) as Record<
    string,
    unknown
  >
  return proven
}

function exactNumbers(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value
}
