import { isUtf8 } from 'node:buffer'
import { createScanner, JsonError, parse, type Scanner } from './json-scanner.ts'
import { runToEnd, type Steps } from './steps.ts'

export { JsonError } from './json-scanner.ts'

const maxDepth = 32

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
