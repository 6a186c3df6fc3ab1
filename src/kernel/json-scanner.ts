import type { Steps } from './steps.ts'

/** Far longer than any of our fields. V8 compares very long keys one by one. */
const maxKeyBytes = 1_000
/** For numbers, `true`, `false` and `null`, and invalid text in their place. */
const maxLiteralBytes = 1_000
/** For the whitespace between two tokens, which is skipped in one step of a few milliseconds. */
const maxSpaceBytes = 1024 * 1024
/** Longer strings are transactions: plain ASCII, read piece by piece. */
const maxEscapedBytes = 64 * 1024
const pieceBytes = 256 * 1024
/** Takes a millisecond or two. */
const tokensPerStep = 2_000

/** The text is not valid JSON, or exceeds a limit of the scanner. The message says which. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

export type Scanner = ReturnType<typeof createScanner>

/** Reads the tokens of a JSON text one by one, each with the whitespace before it. */
export function createScanner(bytes: Buffer, maxTokens: number) {
  let offset = 0
  let tokens = 0
  let stepTokens = 0
  let stepStart = 0
  return {
    shouldYield,
    getPosition: () => offset,
    isNext,
    consume,
    expect,
    expectEnd,
    readLiteral,
    readKey,
    readString,
  }

  /** Whether enough input for one step has been read since this last returned true. */
  function shouldYield(): boolean {
    if (tokens - stepTokens < tokensPerStep && offset - stepStart < pieceBytes) return false
    stepTokens = tokens
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
    if (isMatch) countToken()
    if (isMatch) offset++
    return isMatch
  }

  function expect(character: string): void {
    if (!consume(character)) throw createSyntaxError(offset)
  }

  function expectEnd(): void {
    skipSpace()
    if (offset < bytes.length) throw createSyntaxError(offset)
  }

  /** A number, `true`, `false` or `null`, or invalid text in its place. */
  function readLiteral(): string {
    countToken()
    const start = offset
    while (offset < bytes.length && offset - start <= maxLiteralBytes && !isDelimiter(bytes[offset])) offset++
    if (offset - start > maxLiteralBytes)
      throw new JsonError(`a literal is longer than ${maxLiteralBytes} bytes`)
    return bytes.toString('latin1', start, offset)
  }

  function readKey(): string {
    expect('"')
    const start = offset - 1
    offset = findStringEnd(start)
    if (offset - start > maxKeyBytes) throw new JsonError(`a key is longer than ${maxKeyBytes} bytes`)
    return parse(bytes.toString('utf8', start, offset), start) as string
  }

  function* readString(): Steps<string> {
    countToken()
    const start = offset
    offset = findStringEnd(start)
    if (offset - start <= maxEscapedBytes)
      return parse(bytes.toString('utf8', start, offset), start) as string
    return yield* readLongString(start + 1, offset - 1)
  }

  function* readLongString(start: number, end: number): Steps<string> {
    let text = ''
    for (let from = start; from < end; from += pieceBytes) {
      const piece = bytes.toString('latin1', from, Math.min(from + pieceBytes, end))
      if (!/^[ !#-[\]-~]*$/.test(piece)) throw createLongStringError()
      text += piece
      yield
    }
    return text
  }

  /**
   * The position after the string that starts at `start`. Reads each byte once: searching for each quote costs far more where many are
   * escaped.
   */
  function findStringEnd(start: number): number {
    for (let next = start + 1; next <= start + maxEscapedBytes && next < bytes.length; next++) {
      if (bytes[next] === quote) return next + 1
      if (bytes[next] === backslash) next++
    }
    // Longer strings have no escapes, so a single search finds the end.
    const end = bytes.indexOf(quote, start + maxEscapedBytes + 1)
    if (end < 0) throw createSyntaxError(start)
    if (bytes[end - 1] === backslash) throw createLongStringError()
    return end + 1
  }

  function countToken(): void {
    if (++tokens > maxTokens)
      throw new JsonError(`it has more than ${maxTokens} tokens (values, keys and punctuation)`)
  }
}

const quote = 0x22
const backslash = 0x5c
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
/** Ends a literal: whitespace, or one of `, : ] }`. */
const isDelimiter = (byte: number | undefined): boolean =>
  isSpace(byte) || byte === 0x2c || byte === 0x3a || byte === 0x5d || byte === 0x7d

/** Parses a key, string or literal that starts at this byte of the whole text. @throws {JsonError} */
export function parse(text: string, position: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createSyntaxError(position)
  }
}

const createSyntaxError = (position: number) => new JsonError(`invalid JSON syntax at byte ${position}`)
const createLongStringError = () =>
  new JsonError(`a string of more than ${maxEscapedBytes} bytes must be ASCII without escapes`)
