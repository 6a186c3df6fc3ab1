import { isDeepStrictEqual } from 'node:util'
import { findReferencedSchemas } from '../client/generate-types.ts'

type Json = Readonly<Record<string, unknown>>

const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Whether clients send the data (input) or read it (output). */
interface Direction {
  readonly isInput: boolean
}

const input: Direction = { isInput: true }
const output: Direction = { isInput: false }

/** Names everything that clients of the earlier OpenAPI document rely on and that the later one removes or changes. */
export function findBreakingChanges(earlier: object, later: object): string[] {
  const [before, after] = [toObject(earlier), toObject(later)]
  return [
    ...findRouteChanges(toObject(before.paths), toObject(after.paths)),
    ...findSchemaChanges(before, after),
  ]
}

/** The same for AsyncAPI documents. */
export function findBreakingMessages(earlier: object, later: object): string[] {
  const [before, after] = [toObject(earlier), toObject(later)]
  const channels = Object.entries(toObject(before.channels)).flatMap(([name, channel]) => {
    const now = toObject(toObject(after.channels)[name])
    if (toObject(channel).address !== now.address) return [`channel ${name}`]
    return findRemoved(toObject(toObject(channel).messages), toObject(now.messages)).map(
      (key) => `channel ${name} ${key}`,
    )
  })
  const [messages, newMessages] = [before, after].map((each) => toObject(toObject(each.components).messages))
  const changed = Object.keys(messages ?? {}).filter(
    (key) =>
      newMessages &&
      key in newMessages &&
      !isCompatible(getPayload(messages?.[key]), getPayload(newMessages[key]), output),
  )
  return [...channels, ...changed.map((key) => `message ${key}`), ...findSchemaChanges(before, after)]
}

const getPayload = (message: unknown): unknown => toObject(message).payload

const findRemoved = (before: Json, after: Json): string[] =>
  Object.keys(before).filter((name) => !(name in after))

function findRouteChanges(before: Json, after: Json): string[] {
  return Object.entries(before).flatMap(([path, operations]) =>
    Object.entries(toObject(operations)).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = toObject(after[path])[method]
      return now === undefined ? [name] : findOperationChanges(name, toObject(operation), toObject(now))
    }),
  )
}

function findOperationChanges(name: string, before: Json, after: Json): string[] {
  const changed = [
    ...findParameterChanges(before, after),
    ...findBodyChanges(toObject(before.requestBody), toObject(after.requestBody)),
    ...findResponseChanges(toObject(before.responses), toObject(after.responses)),
  ]
  return changed.map((each) => `${name} ${each}`)
}

function findParameterChanges(before: Json, after: Json): string[] {
  const [parameters = {}, newParameters = {}] = [before, after].map((operation) =>
    Object.fromEntries(
      toList(operation.parameters).map((each) => [String(toObject(each).name), toObject(each)]),
    ),
  )
  const changed = Object.entries(newParameters)
    .filter(([key, { required, schema }]) => {
      const earlier = parameters[key]
      if (required === true && earlier?.required !== true) return true
      return earlier !== undefined && !isCompatible(earlier.schema, schema, input)
    })
    .map(([key]) => key)
  return [...findRemoved(parameters, newParameters), ...changed]
}

function findBodyChanges(before: Json, after: Json): string[] {
  const isNowRequired = after.required === true && before.required !== true
  return isNowRequired || hasChangedContent(before, after, input) ? ['body'] : []
}

function findResponseChanges(before: Json, after: Json): string[] {
  return Object.keys(before).filter(
    (status) =>
      !(status in after) || hasChangedContent(toObject(before[status]), toObject(after[status]), output),
  )
}

/** Whether a media type is removed, or has another schema. */
function hasChangedContent(before: Json, after: Json, direction: Direction): boolean {
  const [content, newContent] = [toObject(before.content), toObject(after.content)]
  return Object.keys(content).some((type) => {
    const [schema, newSchema] = [content, newContent].map((each) => toObject(toObject(each[type]).schema))
    return !(type in newContent) || findFieldChanges('', schema ?? {}, newSchema ?? {}, direction).length > 0
  })
}

function findSchemaChanges(before: Json, after: Json): string[] {
  const [earlier = {}, later = {}] = [before, after].map((each) =>
    toObject(toObject(each.components).schemas),
  )
  const bodies = Object.values(toObject(before.paths)).flatMap((operations) =>
    Object.values(toObject(operations)).map((operation) => toObject(operation).requestBody),
  )
  const inputs = new Set(findReferencedSchemas(bodies, earlier))
  return Object.entries(earlier).flatMap(([name, schema]) =>
    name in later
      ? findFieldChanges(name, toObject(schema), toObject(later[name]), inputs.has(name) ? input : output)
      : [name],
  )
}

/** Fields may be added, but not removed, changed, or made required or optional. A field that is added to an input must be optional. */
function findFieldChanges(name: string, before: Json, after: Json, direction: Direction): string[] {
  const [fields, newFields] = [toObject(before.properties), toObject(after.properties)]
  if (Object.keys(fields).length === 0) return isCompatible(before, after, direction) ? [] : [name]
  const changed = Object.entries(fields).filter(
    ([field, schema]) => !(field in newFields) || !isCompatible(schema, newFields[field], direction),
  )
  const [required, nowRequired] = [toList(before.required).map(String), toList(after.required).map(String)]
  const difference = [
    ...required.filter((field) => !nowRequired.includes(field)),
    ...nowRequired.filter((field) => (direction.isInput || field in fields) && !required.includes(field)),
  ]
  return [...new Set([...changed.map(([field]) => field), ...difference])].map((field) => `${name}.${field}`)
}

/** Lists of values or variants may grow. Descriptions are ignored. */
function isCompatible(before: unknown, after: unknown, direction: Direction): boolean {
  const [earlier = {}, later = {}] = [before, after].map((each) => toObject(removeDescriptions(each)))
  if (toList(earlier.enum).length > 0)
    return toList(earlier.enum).every((value) => toList(later.enum).includes(value))
  if (toList(earlier.anyOf).length > 0)
    return toList(earlier.anyOf).every((variant) =>
      toList(later.anyOf).some((each) => isCompatible(variant, each, direction)),
    )
  if (Object.keys(toObject(earlier.properties)).length > 0)
    return findFieldChanges('', earlier, later, direction).length === 0
  return isDeepStrictEqual(earlier, later)
}

function removeDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeDescriptions)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !(key === 'description' && typeof each === 'string'))
      .map(([key, each]) => [key, removeDescriptions(each)]),
  )
}
