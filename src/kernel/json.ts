import { isUtf8 } from 'node:buffer'
import { runToEnd, type Steps } from './steps.ts'

const maxDepth = 32
/** More than any 64 KiB body can contain. Larger bodies contain few but long strings. */
const maxParts = 100_000
/** Far longer than any of our fields. V8 compares longer keys character by character, each with all others. */
const maxKeyBytes = 1_000
/** For numbers, and anything in place of one. */
const maxWordBytes = 1_000
/** For the white space between two parts, which is skipped in one step of a few milliseconds. */
const maxSpaceBytes = 1024 * 1024
/** Longer strings are transactions: plain ASCII, read piece by piece. */
const maxEscapedBytes = 64 * 1024
const pieceBytes = 256 * 1024
/** Takes a millisecond or two. */
const partsPerStep = 2_000

/** The text is not valid JSON. The message gives the reason. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/** It would be JSON, except that its bytes are not UTF-8 (RFC 8259 §8.1). */
export class NotUtf8Error extends JsonError {}

export interface ReadJson {
  readonly value: unknown
  /** The text of each number directly in the outermost object: amounts must not pass through a float. */
  readonly numbers: ReadonlyMap<string, string>
  /** Where the text of each object directly in the outermost object is, in bytes: for those whose numbers must keep their text. */
  readonly objects: ReadonlyMap<string, ByteRange>
}

type ByteRange = readonly [start: number, end: number]

/** `readJsonInSteps` of a text, synchronously. @throws {JsonError} */
export const readJson = (text: string): ReadJson => readJsonBytes(Buffer.from(text))

/** `readJsonInSteps`, synchronously. @throws {JsonError} or {NotUtf8Error} */
export const readJsonBytes = (bytes: Buffer): ReadJson => runToEnd(readJsonInSteps(bytes))

/**
 * Parses JSON strictly: no duplicate keys, no nesting beyond 32 levels, no `__proto__`, at most 100 000 parts, keys of at most 1 000 bytes,
 * strings beyond 64 KiB in ASCII without escapes. Takes time linear in the length of the text.
 * @throws {JsonError} or {NotUtf8Error}: text in another encoding would be stored and shown as something that nobody sent
 */
export function* readJsonInSteps(bytes: Buffer): Steps<ReadJson> {
  const text = createScanner(bytes)
  const numbers = new Map<string, string>()
  const objects = new Map<string, ByteRange>()
  const openContainers: Container[] = []
  for (;;) {
    if (text.isStepOver()) yield
    const parent = openContainers.at(-1)
    let value: unknown
    const end = text.consume('{') ? '}' : text.consume('[') ? ']' : null
    if (end) {
      if (openContainers.length >= maxDepth)
        throw new JsonError(`it is nested deeper than ${maxDepth} levels`)
      const container = createContainer(end, text.position() - 1, openContainers.length)
      if (!text.consume(container.end)) {
        readKey(container, text)
        openContainers.push(container)
        continue
      }
      value = container.value
      recordObject(container, parent, objects, text)
    } else if (text.isNext('"')) value = yield* text.readString()
    else {
      const word = text.readWord()
      value = parse(word)
      if (parent && openContainers.length === 1 && parent.key !== null && typeof value === 'number')
        numbers.set(parent.key, word)
    }
    const complete = addValue(value, openContainers, text, objects)
    if (!complete) continue
    // Checked last: most bytes that are not UTF-8 are not JSON either, and that error is more specific.
    if (!isUtf8(bytes)) throw new NotUtf8Error('its text is not UTF-8: send it as UTF-8')
    return { value: complete.value, numbers, objects }
  }
}

/** An object or an array that is not closed yet. */
interface Container {
  readonly value: Record<string, unknown> | unknown[]
  readonly end: '}' | ']'
  /** Offset of its first byte. */
  readonly start: number
  readonly depth: number
  /** The key of the next value. */
  key: string | null
}

const createContainer = (end: Container['end'], start: number, depth: number): Container => ({
  value: end === '}' ? {} : [],
  end,
  start,
  depth,
  key: null,
})

/** Records where a complete object is that belongs to the outermost one. */
function recordObject(
  container: Container,
  parent: Container | undefined,
  objects: Map<string, ByteRange>,
  text: Scanner,
): void {
  if (container.end === '}' && parent?.depth === 0 && parent.key !== null)
    objects.set(parent.key, [container.start, text.position()])
}

/**
 * Adds a value to its container and closes the containers that end after it. Returns the outermost value once it is complete, else null.
 */
function addValue(
  value: unknown,
  openContainers: Container[],
  text: Scanner,
  objects: Map<string, ByteRange>,
): { readonly value: unknown } | null {
  for (let complete = value; ; ) {
    const container = openContainers.at(-1)
    if (!container) {
      text.expectEnd()
      return { value: complete }
    }
    if (Array.isArray(container.value)) container.value.push(complete)
    else if (container.key !== null) container.value[container.key] = complete
    if (text.consume(',')) {
      readKey(container, text)
      return null
    }
    text.expect(container.end)
    openContainers.pop()
    recordObject(container, openContainers.at(-1), objects, text)
    complete = container.value
  }
}

/** Reads the key before an object's next value, and its colon. */
function readKey(container: Container, text: Scanner): void {
  if (Array.isArray(container.value)) return
  const key = text.readKey()
  if (key === '__proto__') throw new JsonError('a key is not allowed')
  if (Object.hasOwn(container.value, key))
    throw new JsonError(`the key ${JSON.stringify(key.slice(0, 40))} appears twice`)
  text.expect(':')
  container.key = key
}

type Scanner = ReturnType<typeof createScanner>

/** Reads the tokens of a JSON text one by one, each with the white space before it. */
function createScanner(bytes: Buffer) {
  let offset = 0
  let parts = 0
  let stepParts = 0
  let stepStart = 0
  return {
    isStepOver,
    position: () => offset,
    isNext,
    consume,
    expect,
    expectEnd,
    readWord,
    readKey,
    readString,
  }

  /** Whether a step's worth of input has been read since this last returned true. */
  function isStepOver(): boolean {
    if (parts - stepParts < partsPerStep && offset - stepStart < pieceBytes) return false
    stepParts = parts
    stepStart = offset
    return true
  }

  function isNext(character: string): boolean {
    skipSpace()
    return bytes[offset] === character.charCodeAt(0)
  }

  function skipSpace(): void {
    const end = offset + maxSpaceBytes
    while (isSpace(bytes[offset]))
      if (offset++ === end) throw new JsonError('it contains too much whitespace')
  }

  function consume(character: string): boolean {
    const isMatch = isNext(character)
    if (isMatch) count()
    if (isMatch) offset++
    return isMatch
  }

  function expect(character: string): void {
    if (!consume(character)) throw unparseable()
  }

  function expectEnd(): void {
    skipSpace()
    if (offset < bytes.length) throw unparseable()
  }

  /** A number, `true`, `false` or `null`, or invalid text in its place. */
  function readWord(): string {
    count()
    const start = offset
    while (offset < bytes.length && offset - start <= maxWordBytes && !isDelimiter(bytes[offset])) offset++
    if (offset - start > maxWordBytes) throw unparseable()
    return bytes.toString('latin1', start, offset)
  }

  function readKey(): string {
    expect('"')
    const start = offset - 1
    offset = endOfString(start)
    if (offset - start > maxKeyBytes) throw new JsonError(`a key is longer than ${maxKeyBytes} bytes`)
    return parse(bytes.toString('utf8', start, offset)) as string
  }

  function* readString(): Steps<string> {
    count()
    const start = offset
    offset = endOfString(start)
    if (offset - start <= maxEscapedBytes) return parse(bytes.toString('utf8', start, offset)) as string
    return yield* readLong(start + 1, offset - 1)
  }

  function* readLong(start: number, end: number): Steps<string> {
    let text = ''
    for (let from = start; from < end; from += pieceBytes) {
      const piece = bytes.toString('latin1', from, Math.min(from + pieceBytes, end))
      if (!/^[ !#-[\]-~]*$/.test(piece)) throw tooLong()
      text += piece
      yield
    }
    return text
  }

  /**
   * The position after the string that starts at `start`. Reads each byte once: a search for each quote costs far more where many are
   * escaped.
   */
  function endOfString(start: number): number {
    for (let next = start + 1; next <= start + maxEscapedBytes && next < bytes.length; next++) {
      if (bytes[next] === quote) return next + 1
      if (bytes[next] === backslash) next++
    }
    // Longer strings have no escapes, so a single search finds the end.
    const end = bytes.indexOf(quote, start + maxEscapedBytes + 1)
    if (end < 0) throw unparseable()
    if (bytes[end - 1] === backslash) throw tooLong()
    return end + 1
  }

  function count(): void {
    if (++parts > maxParts) throw new JsonError(`it has more than ${maxParts} parts`)
  }
}

const quote = 0x22
const backslash = 0x5c
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
/** Ends a word: white space, or one of `, : ] }`. */
const isDelimiter = (byte: number | undefined): boolean =>
  isSpace(byte) || byte === 0x2c || byte === 0x3a || byte === 0x5d || byte === 0x7d

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unparseable()
  }
}

const unparseable = () => new JsonError('it cannot be parsed')
const tooLong = () =>
  new JsonError(`a string cannot be parsed: beyond ${maxEscapedBytes} bytes it must be ASCII without escapes`)
