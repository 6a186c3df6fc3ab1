/**
 * Finds a member of an object in text that `JSON.stringify` wrote, without parsing its values. Returns the range of its value; null if there
 * is no such member, or no object.
 * @param start index of the object's brace
 */
export function findMember(
  text: string,
  name: string,
  start = 0,
): readonly [start: number, end: number] | null {
  const quotedName = JSON.stringify(name)
  if (text[start] !== '{' || text[start + 1] !== '"') return null
  for (let keyStart = start + 1; ; ) {
    const keyEnd = findStringEnd(text, keyStart)
    const valueStart = keyEnd + 1
    const valueEnd = findValueEnd(text, valueStart)
    if (keyEnd - keyStart === quotedName.length && text.startsWith(quotedName, keyStart))
      return [valueStart, valueEnd]
    if (text[valueEnd] !== ',') return null
    keyStart = valueEnd + 1
  }
}

/** Replaces the value of a member of the outermost object with other JSON text. Without that member, the text stays unchanged. */
export function replaceMember(text: string, name: string, value: string): string {
  const memberSpan = findMember(text, name)
  return memberSpan ? `${text.slice(0, memberSpan[0])}${value}${text.slice(memberSpan[1])}` : text
}

/** The index after the value that starts at `start`. */
function findValueEnd(text: string, start: number): number {
  const structure = /["{}[\],]/g
  let depth = 0
  for (let index = start; index < text.length; ) {
    structure.lastIndex = index
    const match = structure.exec(text)
    if (!match) break
    const [character] = match
    index = character === '"' ? findStringEnd(text, match.index) : match.index + 1
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    // A number or a literal ends where the enclosing object or array continues.
    if (depth < 0 || (depth === 0 && character === ',')) return match.index
    if (depth === 0) return index
  }
  return text.length
}

/** The index after the closing quote of the string that starts at `start`. */
function findStringEnd(text: string, start: number): number {
  for (let quote = start; ; ) {
    quote = text.indexOf('"', quote + 1)
    if (quote < 0) return text.length
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
  }
}
