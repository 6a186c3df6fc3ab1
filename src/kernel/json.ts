import { isUtf8 } from 'node:buffer'
import { runToEnd, type Steps } from './steps.ts'

const maxDepth = 32
/** More than any 64 KiB body can hold. Larger bodies hold few but long strings. */
const maxParts = 100_000
/** Far longer than any of our fields. V8 compares longer keys character by character, each with all others. */
const maxKeyBytes = 1_000
/** For numbers, and anything in place of one. */
const maxWordBytes = 1_000
/** For the white space between two parts, which is skipped in one step. */
const maxSpaceBytes = 4 * 1024 * 1024
/** Longer strings are transactions: plain ASCII, read piece by piece. */
const maxEscapedBytes = 64 * 1024
const pieceBytes = 256 * 1024
/** Takes a millisecond or two. */
const partsPerStep = 2_000

/** The text is not valid JSON; the message says why. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/** It would be JSON, except that its bytes are not UTF-8 (RFC 8259 §8.1). */
export class NotUtf8Error extends JsonError {}

export interface ReadJson {
  readonly value: unknown
  /** The text of each number directly in the outermost object: amounts must not pass through a float. */
  readonly numbers: ReadonlyMap<string, string>
}

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
  const open: Container[] = []
  for (;;) {
    if (text.isStepOver()) yield
    const holder = open.at(-1)
    let value: unknown
    const end = text.take('{') ? '}' : text.take('[') ? ']' : null
    if (end) {
      if (open.length >= maxDepth) throw new JsonError(`it is nested deeper than ${maxDepth} levels`)
      const container = createContainer(end)
      if (!text.take(container.end)) {
        readKey(container, text)
        open.push(container)
        continue
      }
      value = container.value
    } else if (text.isNext('"')) value = yield* text.readString()
    else {
      const word = text.readWord()
      value = parse(word)
      if (holder && open.length === 1 && holder.key !== null && typeof value === 'number')
        numbers.set(holder.key, word)
    }
    const complete = place(value, open, text)
    if (!complete) continue
    // Checked last: most bytes that are not UTF-8 are not JSON either, and that error says more.
    if (!isUtf8(bytes)) throw new NotUtf8Error('its text is not UTF-8: send it as UTF-8')
    return { value: complete.value, numbers }
  }
}

/** An object or an array that is not closed yet. */
interface Container {
  readonly value: Record<string, unknown> | unknown[]
  readonly end: '}' | ']'
  /** The key of the next value. */
  key: string | null
}

const createContainer = (end: Container['end']): Container => ({
  value: end === '}' ? {} : [],
  end,
  key: null,
})

/**
 * Adds a value to its container and closes the containers that end after it. Returns the outermost value once it is complete, else null.
 */
function place(value: unknown, open: Container[], text: Scanner): { readonly value: unknown } | null {
  for (let complete = value; ; ) {
    const holder = open.at(-1)
    if (!holder) {
      text.expectEnd()
      return { value: complete }
    }
    if (Array.isArray(holder.value)) holder.value.push(complete)
    else if (holder.key !== null) holder.value[holder.key] = complete
    if (text.take(',')) {
      readKey(holder, text)
      return null
    }
    text.expect(holder.end)
    open.pop()
    complete = holder.value
  }
}

/** Reads the key before an object's next value, and its colon. */
function readKey(holder: Container, text: Scanner): void {
  if (Array.isArray(holder.value)) return
  const key = text.readKey()
  if (key === '__proto__') throw new JsonError('a key is not allowed')
  if (Object.hasOwn(holder.value, key))
    throw new JsonError(`the key ${JSON.stringify(key.slice(0, 40))} appears twice`)
  text.expect(':')
  holder.key = key
}

type Scanner = ReturnType<typeof createScanner>

/** Reads the tokens of a JSON text one by one, each with the white space before it. */
function createScanner(bytes: Buffer) {
  let at = 0
  let parts = 0
  let stepParts = 0
  let stepStart = 0
  return { isStepOver, isNext, take, expect, expectEnd, readWord, readKey, readString }

  /** Whether a step's worth of input has been read since this last returned true. */
  function isStepOver(): boolean {
    if (parts - stepParts < partsPerStep && at - stepStart < pieceBytes) return false
    stepParts = parts
    stepStart = at
    return true
  }

  function isNext(sign: string): boolean {
    skipSpace()
    return bytes[at] === sign.charCodeAt(0)
  }

  function skipSpace(): void {
    const start = at
    while (isSpace(bytes[at])) at++
    if (at - start > maxSpaceBytes) throw new JsonError('it contains too much whitespace')
  }

  function take(sign: string): boolean {
    const isThere = isNext(sign)
    if (isThere) count()
    if (isThere) at++
    return isThere
  }

  function expect(sign: string): void {
    if (!take(sign)) throw unparseable()
  }

  function expectEnd(): void {
    skipSpace()
    if (at < bytes.length) throw unparseable()
  }

  /** A number, `true`, `false` or `null`, or whatever is in its place. */
  function readWord(): string {
    count()
    const start = at
    while (at < bytes.length && at - start <= maxWordBytes && !isDelimiter(bytes[at])) at++
    if (at - start > maxWordBytes) throw unparseable()
    return bytes.toString('latin1', start, at)
  }

  function readKey(): string {
    expect('"')
    const start = at - 1
    at = endOfString(start)
    if (at - start > maxKeyBytes) throw new JsonError(`a key is longer than ${maxKeyBytes} bytes`)
    return parse(bytes.toString('utf8', start, at)) as string
  }

  function* readString(): Steps<string> {
    count()
    const start = at
    at = endOfString(start)
    if (at - start <= maxEscapedBytes) return parse(bytes.toString('utf8', start, at)) as string
    return yield* readLong(start + 1, at - 1)
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
