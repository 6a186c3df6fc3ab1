import { isDeepStrictEqual } from 'node:util'
import { findReferencedSchemas } from '../client/generate-types.ts'

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Clients send input, and read output. */
interface Direction {
  readonly isInput: boolean
}

const input: Direction = { isInput: true }
const output: Direction = { isInput: false }

/** The names of what clients of the earlier OpenAPI document rely on, and the later one lacks or changes. */
export function findBreakingChanges(earlier: object, later: object): string[] {
  const [before, after] = [object(earlier), object(later)]
  return [...changedRoutes(object(before.paths), object(after.paths)), ...changedSchemas(before, after)]
}

/** The same for AsyncAPI documents. */
export function findBreakingMessages(earlier: object, later: object): string[] {
  const [before, after] = [object(earlier), object(later)]
  const channels = Object.entries(object(before.channels)).flatMap(([name, channel]) => {
    const now = object(object(after.channels)[name])
    if (object(channel).address !== now.address) return [`channel ${name}`]
    return removed(object(object(channel).messages), object(now.messages)).map(
      (key) => `channel ${name} ${key}`,
    )
  })
  const [messages, newMessages] = [before, after].map((each) => object(object(each.components).messages))
  const changed = Object.keys(messages ?? {}).filter(
    (key) =>
      newMessages &&
      key in newMessages &&
      !isCompatible(getPayload(messages?.[key]), getPayload(newMessages[key]), output),
  )
  return [...channels, ...changed.map((key) => `message ${key}`), ...changedSchemas(before, after)]
}

const getPayload = (message: unknown): unknown => object(message).payload

const removed = (before: Json, after: Json): string[] =>
  Object.keys(before).filter((name) => !(name in after))

function changedRoutes(before: Json, after: Json): string[] {
  return Object.entries(before).flatMap(([path, operations]) =>
    Object.entries(object(operations)).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = object(after[path])[method]
      return now === undefined ? [name] : changedOperation(name, object(operation), object(now))
    }),
  )
}

function changedOperation(name: string, before: Json, after: Json): string[] {
  const changed = [
    ...changedParameters(before, after),
    ...changedBody(object(before.requestBody), object(after.requestBody)),
    ...changedResponses(object(before.responses), object(after.responses)),
  ]
  return changed.map((each) => `${name} ${each}`)
}

function changedParameters(before: Json, after: Json): string[] {
  const [parameters = {}, newParameters = {}] = [before, after].map((operation) =>
    Object.fromEntries(list(operation.parameters).map((each) => [String(object(each).name), object(each)])),
  )
  const changed = Object.entries(newParameters)
    .filter(([key, { required, schema }]) => {
      const earlier = parameters[key]
      if (required === true && earlier?.required !== true) return true
      return earlier !== undefined && !isCompatible(earlier.schema, schema, input)
    })
    .map(([key]) => key)
  return [...removed(parameters, newParameters), ...changed]
}

function changedBody(before: Json, after: Json): string[] {
  const isNowRequired = after.required === true && before.required !== true
  return isNowRequired || hasChangedContent(before, after, input) ? ['body'] : []
}

function changedResponses(before: Json, after: Json): string[] {
  return Object.keys(before).filter(
    (status) =>
      !(status in after) || hasChangedContent(object(before[status]), object(after[status]), output),
  )
}

/** Whether a media type is removed, or has another schema. */
function hasChangedContent(before: Json, after: Json, direction: Direction): boolean {
  const [content, newContent] = [object(before.content), object(after.content)]
  return Object.keys(content).some((type) => {
    const [schema, newSchema] = [content, newContent].map((each) => object(object(each[type]).schema))
    return !(type in newContent) || changedSchema('', schema ?? {}, newSchema ?? {}, direction).length > 0
  })
}

function changedSchemas(before: Json, after: Json): string[] {
  const [earlier = {}, later = {}] = [before, after].map((each) => object(object(each.components).schemas))
  const bodies = Object.values(object(before.paths)).flatMap((operations) =>
    Object.values(object(operations)).map((operation) => object(operation).requestBody),
  )
  const inputs = new Set(findReferencedSchemas(bodies, earlier))
  return Object.entries(earlier).flatMap(([name, schema]) =>
    name in later
      ? changedSchema(name, object(schema), object(later[name]), inputs.has(name) ? input : output)
      : [name],
  )
}

/** Fields may be added, but not removed, changed, or made required or optional. A field that is added to an input must be optional. */
function changedSchema(name: string, before: Json, after: Json, direction: Direction): string[] {
  const [fields, newFields] = [object(before.properties), object(after.properties)]
  if (Object.keys(fields).length === 0) return isCompatible(before, after, direction) ? [] : [name]
  const changed = Object.entries(fields).filter(
    ([field, schema]) => !(field in newFields) || !isCompatible(schema, newFields[field], direction),
  )
  const [required, nowRequired] = [list(before.required).map(String), list(after.required).map(String)]
  const difference = [
    ...required.filter((field) => !nowRequired.includes(field)),
    ...nowRequired.filter((field) => (direction.isInput || field in fields) && !required.includes(field)),
  ]
  return [...new Set([...changed.map(([field]) => field), ...difference])].map((field) => `${name}.${field}`)
}

/** A list of values or of variants may grow. Texts for people don't count. */
function isCompatible(before: unknown, after: unknown, direction: Direction): boolean {
  const [earlier = {}, later = {}] = [before, after].map((each) => object(withoutText(each)))
  if (list(earlier.enum).length > 0)
    return list(earlier.enum).every((value) => list(later.enum).includes(value))
  if (list(earlier.anyOf).length > 0)
    return list(earlier.anyOf).every((variant) =>
      list(later.anyOf).some((each) => isCompatible(variant, each, direction)),
    )
  if (Object.keys(object(earlier.properties)).length > 0)
    return changedSchema('', earlier, later, direction).length === 0
  return isDeepStrictEqual(earlier, later)
}

function withoutText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !(key === 'description' && typeof each === 'string'))
      .map(([key, each]) => [key, withoutText(each)]),
  )
}
