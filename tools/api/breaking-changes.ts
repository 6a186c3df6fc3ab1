import { isDeepStrictEqual } from 'node:util'

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

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
  return [...channels, ...changedSchemas(before, after)]
}

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
  const [parameters, newParameters] = [before, after].map((operation) =>
    Object.fromEntries(list(operation.parameters).map((each) => [String(object(each).name), each])),
  )
  const nowRequired = Object.entries(newParameters ?? {})
    .filter(([key, each]) => object(each).required === true && object(parameters?.[key]).required !== true)
    .map(([key]) => key)
  const lost = [
    ...removed(parameters ?? {}, newParameters ?? {}),
    ...removed(object(before.responses), object(after.responses)),
  ]
  return [...lost, ...nowRequired].map((each) => `${name} ${each}`)
}

function changedSchemas(before: Json, after: Json): string[] {
  const [earlier, later] = [before, after].map((document) => object(object(document.components).schemas))
  return Object.entries(earlier ?? {}).flatMap(([name, schema]) =>
    later && name in later ? changedSchema(name, object(schema), object(later[name])) : [name],
  )
}

/** Fields may be added, but not removed, changed, or made required or optional. */
function changedSchema(name: string, before: Json, after: Json): string[] {
  const [fields, newFields] = [object(before.properties), object(after.properties)]
  if (Object.keys(fields).length === 0) return isCompatible(before, after) ? [] : [name]
  const changed = Object.entries(fields).filter(
    ([field, schema]) => !(field in newFields) || !isCompatible(schema, newFields[field]),
  )
  const [required, nowRequired] = [list(before.required).map(String), list(after.required).map(String)]
  const difference = [
    ...required.filter((field) => !nowRequired.includes(field)),
    ...nowRequired.filter((field) => field in fields && !required.includes(field)),
  ]
  return [...new Set([...changed.map(([field]) => field), ...difference])].map((field) => `${name}.${field}`)
}

/** A list of values or of variants may grow. Texts for people don't count. */
function isCompatible(before: unknown, after: unknown): boolean {
  const [earlier, later] = [withoutText(before), withoutText(after)].map(object)
  for (const key of ['enum', 'anyOf']) {
    const [values, newValues] = [list(earlier?.[key]), list(later?.[key])]
    if (values.length > 0)
      return values.every((value) => newValues.some((each) => isDeepStrictEqual(each, value)))
  }
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
