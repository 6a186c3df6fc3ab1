import { isUtf8 } from 'node:buffer'

const deepest = 32

/** More than any body of 64 KiB can hold; a larger one holds few but long strings. */
const mostTokens = 100_000

/** Says what is wrong with a text that should be JSON. */
export class JsonInvalid extends Error {
  override readonly name = 'JsonInvalid'
}

/** It would be JSON, but for bytes that are no UTF-8 (RFC 8259 §8.1). */
export class NotUtf8 extends JsonInvalid {}

/**
 * Reads JSON strictly: no key twice in one object, no nesting beyond 32 levels, no `__proto__`,
 * at most 100 000 tokens. It takes time in proportion to the text.
 * `numbers` holds the text of each number directly in the outermost object, for amounts must not pass through a float.
 * @throws {JsonInvalid}
 */
export function readJson(text: string): { value: unknown; numbers: ReadonlyMap<string, string> } {
  const numbers = scan(text)
  try {
    return { value: JSON.parse(text), numbers }
  } catch {
    throw new JsonInvalid('it cannot be parsed')
  }
}

/**
 * The same, of bytes as they came. Those of another encoding would be kept, and shown, as something that nobody has sent.
 * @throws {JsonInvalid} or {NotUtf8}
 */
export function readJsonBytes(bytes: Buffer): ReturnType<typeof readJson> {
  const read = readJson(bytes.toString())
  // Asked last: most of what is no UTF-8 is no JSON either, and that says more.
  if (!isUtf8(bytes)) throw new NotUtf8('its text is not UTF-8: send it as UTF-8')
  return read
}

/** One pass over the tokens. What it does not mind, `JSON.parse` will. */
function scan(text: string): Map<string, string> {
  const numbers = new Map<string, string>()
  const open: (Set<string> | null)[] = []
  let key: string | null = null
  let previous = ''
  let count = 0
  for (const part of tokens(text)) {
    if (++count > mostTokens) throw new JsonInvalid(`it has more than ${mostTokens} parts`)
    const keys = open.at(-1)
    if (part === '{' || part === '[') {
      if (open.length >= deepest) throw new JsonInvalid(`it is nested deeper than ${deepest} levels`)
      open.push(part === '{' ? new Set() : null)
    } else if (part === '}' || part === ']') open.pop()
    else if (part === ':' && keys) key = addKey(keys, previous)
    else if (key !== null && previous === ':' && open.length === 1 && /^[-\d]/.test(part))
      numbers.set(key, part)
    previous = part
  }
  return numbers
}

/** The tokens of JSON, each string with its quotes. No character is read more than thrice, whatever the text. */
function* tokens(text: string): Generator<string> {
  const mark = /[{}[\],:"]/g
  for (let at = 0; at < text.length; at = mark.lastIndex) {
    mark.lastIndex = at
    const start = mark.exec(text)?.index ?? text.length
    const end = text[start] === '"' ? endOfString(text, start) : start + 1
    const word = text.slice(at, start).trim()
    if (word !== '') yield word
    if (start < text.length) yield text.slice(start, end)
    mark.lastIndex = end
  }
}

/** The place behind the string that begins at `start`; the end of the text when it is not closed. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote < 0 ? text.length : quote + 1
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0
  while (text[quote - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

function addKey(keys: Set<string>, quoted: string): string {
  const key = readKey(quoted)
  if (typeof key !== 'string' || key === '__proto__') throw new JsonInvalid('a key is not allowed')
  if (keys.has(key)) throw new JsonInvalid(`the key ${JSON.stringify(key.slice(0, 40))} is given twice`)
  keys.add(key)
  return key
}

function readKey(quoted: string): unknown {
  if (/^"[^"\\]{0,100}"$/.test(quoted)) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted)
  } catch {
    throw new JsonInvalid('a key cannot be parsed')
  }
}
