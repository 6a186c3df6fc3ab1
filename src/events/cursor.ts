/** Longer is no position that a log reaches. */
const longest = 12

/** An event's place in the whole log, as readers hold on to it: opaque to them, a position to us. */
export const writeCursor = (position: number): string => `c${position.toString(36)}`

/** Reads what `writeCursor` wrote; null for everything else. */
export function readCursor(text: string): number | null {
  if (text.length > longest || !/^c(0|[1-9a-z][0-9a-z]*)$/.test(text)) return null
  return Number.parseInt(text.slice(1), 36)
}
