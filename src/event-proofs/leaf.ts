import { formatEnvelope, type NumberedEvent } from '../events/envelope.ts'
import { toCanonicalJson } from '../kernel/canonical-json.ts'
import { parseRawNumbers } from '../kernel/exact-json.ts'
import { hashLeaf } from './merkle.ts'

/**
 * The leaf of an event: the hash of its envelope without `cursor`, in RFC 8785 canonical form. That form uses ECMAScript numbers: an amount
 * of more than 15 digits becomes the nearest double, as for everyone who verifies the proof.
 */
export function computeLeaf(event: NumberedEvent): Uint8Array {
  return computeEnvelopeLeaf(JSON.parse(formatEnvelope(event, 'owner')))
}

/** The leaf of an envelope from outside, with or without `cursor`, which only locates the event and is not part of it. */
export function computeEnvelopeLeaf(envelope: Readonly<Record<string, unknown>>): Uint8Array {
  const { cursor: _, ...proven } = envelope
  return hashLeaf(Buffer.from(toCanonicalJson(proven)))
}

/** The leaf's preimage for people and programs: the envelope without `cursor`. Numbers keep their source text. */
export function createProvenEnvelope(event: NumberedEvent): Readonly<Record<string, unknown>> {
  const { cursor: _, ...proven } = parseRawNumbers(formatEnvelope(event, 'owner')) as Record<string, unknown>
  return proven
}
