import { isUtf8 } from 'node:buffer'
import { createScanner, JsonError, parse, type Scanner } from './json-scanner.ts'
import { runToEnd, type Steps } from './steps.ts'

export { JsonError } from './json-scanner.ts'

const maxDepth = 32
/** An invoice with 1 000 metadata values has 5 000 tokens. Parsing this many takes a few milliseconds. */
const defaultMaxTokens = 8_000

/** The text would be valid JSON, but its bytes are not UTF-8 (RFC 8259 §8.1). */
export class NotUtf8Error extends JsonError {}

export interface ParsedJson {
  readonly value: unknown
  /** The text of each number directly in the outermost object: amounts must not pass through a float. */
  readonly numbers: ReadonlyMap<string, string>
  /** The byte range of each object directly in the outermost object, for those whose numbers must keep their text. */
  readonly objects: ReadonlyMap<string, ByteRange>
}

type ByteRange = readonly [start: number, end: number]

interface ReadOptions {
  readonly maxTokens?: number
  /** Each number becomes a string with its source text. */
  readonly keepsNumbersAsText?: boolean
}

/** `readJsonInSteps` of a text, synchronously. @throws {JsonError} */
export const readJson = (text: string, options?: ReadOptions): ParsedJson =>
  runToEnd(readJsonInSteps(Buffer.from(text), options))

/** `readJsonInSteps`, synchronously. @throws {JsonError} or {NotUtf8Error} */
export const readJsonBytes = (bytes: Buffer): ParsedJson => runToEnd(readJsonInSteps(bytes))

/**
 * Parses JSON strictly. Rejects duplicate keys, `__proto__`, keys longer than 1 000 bytes, nesting deeper than 32 levels, more than
 * `maxTokens` tokens, and strings longer than 64 KiB that contain escapes or non-ASCII characters. Takes linear time.
 * @throws {JsonError} or {NotUtf8Error}: text in another encoding would be stored and shown garbled
 */
export function* readJsonInSteps(
  bytes: Buffer,
  { maxTokens = defaultMaxTokens, keepsNumbersAsText = false }: ReadOptions = {},
): Steps<ParsedJson> {
  const scanner = createScanner(bytes, maxTokens)
  const numbers = new Map<string, string>()
  const objects = new Map<string, ByteRange>()
  const openContainers: Container[] = []
  for (;;) {
    if (scanner.shouldYield()) yield
    const parent = openContainers.at(-1)
    let value: unknown
    const end = scanner.consume('{') ? '}' : scanner.consume('[') ? ']' : null
    if (end) {
      if (openContainers.length >= maxDepth)
        throw new JsonError(`it is nested deeper than ${maxDepth} levels`)
      const container = createContainer(end, scanner.getPosition() - 1, openContainers.length)
      if (!scanner.consume(container.end)) {
        readKey(container, scanner)
        openContainers.push(container)
        continue
      }
      value = container.value
      recordObject(container, parent, objects, scanner)
    } else if (scanner.isNext('"')) value = yield* scanner.readString()
    else {
      const literal = scanner.readLiteral()
      value = parse(literal, scanner.getPosition() - literal.length)
      if (parent && openContainers.length === 1 && parent.key !== null && typeof value === 'number')
        numbers.set(parent.key, literal)
      if (keepsNumbersAsText && typeof value === 'number') value = literal
    }
    const complete = addValue(value, openContainers, scanner, objects)
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

/** Records the byte range of a complete object directly in the outermost one. */
function recordObject(
  container: Container,
  parent: Container | undefined,
  objects: Map<string, ByteRange>,
  scanner: Scanner,
): void {
  if (container.end === '}' && parent?.depth === 0 && parent.key !== null)
    objects.set(parent.key, [container.start, scanner.getPosition()])
}

/**
 * Adds a value to its container and closes the containers that end after it. Returns the outermost value once it is complete, else null.
 */
function addValue(
  value: unknown,
  openContainers: Container[],
  scanner: Scanner,
  objects: Map<string, ByteRange>,
): { readonly value: unknown } | null {
  for (let complete = value; ; ) {
    const container = openContainers.at(-1)
    if (!container) {
      scanner.expectEnd()
      return { value: complete }
    }
    if (Array.isArray(container.value)) container.value.push(complete)
    else if (container.key !== null) container.value[container.key] = complete
    if (scanner.consume(',')) {
      readKey(container, scanner)
      return null
    }
    scanner.expect(container.end)
    openContainers.pop()
    recordObject(container, openContainers.at(-1), objects, scanner)
    complete = container.value
  }
}

/** Reads the key before an object's next value, and its colon. */
function readKey(container: Container, scanner: Scanner): void {
  if (Array.isArray(container.value)) return
  const key = scanner.readKey()
  if (key === '__proto__') throw new JsonError('the key __proto__ is not allowed')
  if (Object.hasOwn(container.value, key))
    throw new JsonError(`the key ${JSON.stringify(key.slice(0, 40))} appears twice`)
  scanner.expect(':')
  container.key = key
}
