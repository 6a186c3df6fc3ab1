import { findMember } from '../kernel/json-members.ts'

/**
 * Cuts the invoice's metadata out of an event's data, without parsing it: 32 KiB of numbers take ten milliseconds, and an event is read for
 * each of its receivers. `metadata` is its text, or null if there is none; `rest` has null in its place.
 */
export function cutMetadata(data: string): { readonly metadata: string | null; readonly rest: string } {
  const range = findMetadata(data)
  if (!range) return { metadata: null, rest: data }
  const text = data.slice(...range)
  return { metadata: text === 'null' ? null : text, rest: replaceRange(data, range, 'null') }
}

/** Puts the text of the invoice's metadata into an event's data. */
export function insertMetadata(data: string, metadata: string): string {
  const range = findMetadata(data)
  return range ? replaceRange(data, range, metadata) : data
}

type Range = readonly [start: number, end: number]

function findMetadata(data: string): Range | null {
  const invoice = findMember(data, 'invoice')
  return invoice && findMember(data, 'metadata', invoice[0])
}

const replaceRange = (text: string, [start, end]: Range, replacement: string): string =>
  `${text.slice(0, start)}${replacement}${text.slice(end)}`
