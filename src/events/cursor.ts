/** No log reaches a position that needs more characters. */
const maxLength = 12

/** Encodes an event's position in the log as a cursor, which readers treat as opaque. */
export const formatCursor = (position: number): string => `c${position.toString(36)}`

/** Parses a cursor from `formatCursor`; null for anything else. */
export function parseCursor(text: string): number | null {
  if (text.length > maxLength || !/^c(0|[1-9a-z][0-9a-z]*)$/.test(text)) return null
  return Number.parseInt(text.slice(1), 36)
}
