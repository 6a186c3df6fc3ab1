import { formatEnvelope, type NumberedEvent } from '../events/envelope.ts'
import { toCanonicalJson } from '../kernel/canonical-json.ts'
import { parseRawNumbers } from '../kernel/exact-json.ts'
import { hashLeaf } from './merkle.ts'

/**
 * The leaf of an event: the hash of its envelope without `cursor`, in RFC 8785 canonical form. That form uses ECMAScript numbers: an amount
 * of more than 15 digits becomes the nearest double, just as it does for anyone who verifies the proof.
 */
export function computeLeaf(event: NumberedEvent): Uint8Array {
  return computeEnvelopeLeaf(JSON.parse(formatEnvelope(event, 'owner')))
}

/** The leaf of an envelope supplied by a caller. `cursor` is ignored: it is a log position, not event data. */
export function computeEnvelopeLeaf(envelope: Readonly<Record<string, unknown>>): Uint8Array {
  const { cursor: _, ...fields } = envelope
  return hashLeaf(Buffer.from(toCanonicalJson(fields)))
}

/** The data that the leaf commits to, as JSON. Numbers keep their source text. */
export function createProvenEnvelope(event: NumberedEvent): Readonly<Record<string, unknown>> {
  const { cursor: _, ...fields } = parseRawNumbers(formatEnvelope(event, 'owner')) as Record<string, unknown>
  return fields
}
