import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { describedAsKeyword } from '../platform/described-as.ts'

const prefix = '#/components/schemas/'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * @fastify/swagger converts schemas to OpenAPI 3.0, which has neither `const` nor `patternProperties`. Converts them back to 3.1.
 * Adds the types of values that routes validate themselves.
 */
function normalise(schema: Json): Json {
  const { patternProperties, enum: values, ...rest } = schema
  const { [describedAsKeyword]: describedAs, ...unvalidated } = schema
  if (isObject(describedAs)) return { ...describedAs, ...unvalidated }
  if (isObject(patternProperties))
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] }
  return Array.isArray(values) && values.length === 1 ? { ...rest, const: values[0] } : schema
}

/**
 * Moves every schema with a title to `components/schemas`, under that name, and refers to it there: client generators use those names for
 * types.
 */
export function extractComponents(document: Json): { readonly document: Json; readonly schemas: Json } {
  const schemas: Record<string, unknown> = {}
  return {
    document: Object.fromEntries(Object.entries(document).map(([name, value]) => [name, replace(value)])),
    schemas,
  }

  function replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replace)
    if (!isObject(value)) return value
    const { title, ...schema } = normalise(value)
    const inner = Object.fromEntries(Object.entries(schema).map(([name, child]) => [name, replace(child)]))
    if (typeof title !== 'string') return title === undefined ? inner : { ...inner, title: replace(title) }
    const existing = schemas[title]
    const component = withMapping(inner)
    assert(
      existing === undefined || isDeepStrictEqual(existing, component),
      `two schemas have the title ${title}`,
    )
    schemas[title] = component
    return { $ref: prefix + title }
  }

  /** Adds the mapping of a discriminator, from the constant of its property in each variant. */
  function withMapping(schema: Json): Json {
    const { discriminator, anyOf } = schema
    if (!isObject(discriminator) || !Array.isArray(anyOf)) return schema
    const property = String(discriminator.propertyName)
    const mapping = Object.fromEntries(
      anyOf.map(({ $ref }: { $ref: string }) => {
        const variant = schemas[$ref.slice(prefix.length)] as {
          properties: Record<string, { const: string }>
        }
        return [variant.properties[property]?.const, $ref]
      }),
    )
    return { ...schema, discriminator: { ...discriminator, mapping } }
  }
}
