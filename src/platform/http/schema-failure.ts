import type { FastifyError } from 'fastify'

/** A schema failure with the part of the schema that failed, as Ajv reports it in verbose mode. */
type SchemaFailure = NonNullable<FastifyError['validation']>[number] & {
  readonly parentSchema?: { readonly description?: string; readonly properties?: object }
  /** Set when the key failed, not its value. */
  readonly propertyName?: string
}

/** Names come from the caller, and lists of allowed values may be long. */
const maxNameLength = 60
const maxListLength = 300

const seeReference = 'see /openapi.json'

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a time such as 2026-05-01T12:00:00Z',
  date: 'a date such as 2026-05-01',
  email: 'an email address',
  uri: 'an absolute URL',
}

/** Describes a request that does not match its schema: which field is wrong, and how to fix it. */
export function describeFailure(failure: SchemaFailure, isQuery: boolean): string {
  const { keyword, params, parentSchema } = failure
  const name = getFieldName(failure)
  switch (keyword) {
    case 'type':
      // A query parameter is a string unless it is repeated.
      if (isQuery) return `Send ${name} only once.`
      return `${name} must be ${[params.type].flat().map(getTypeName).join(' or ')}.`
    case 'required':
      return `${joinPath(failure, params.missingProperty)} is missing: send it.`
    case 'additionalProperties':
      return `${joinPath(failure, params.additionalProperty)} is unknown: ${listKnownNames(parentSchema, isQuery)}.`
    case 'minLength':
      return `${name} is too short: send at least ${pluralize(params.limit, 'character')}.`
    case 'maxLength':
      return `${name} is too long: send at most ${pluralize(params.limit, 'character')}.`
    case 'pattern':
      return `${name} has an invalid format: ${parentSchema?.description ?? seeReference}.`
    case 'format':
      return `${name} must be ${formats[String(params.format)] ?? `of the form ${params.format}`}.`
    case 'enum':
      return `${name} must be one of ${joinValues([params.allowedValues].flat().map(String))}.`
    case 'const':
      return `${name} must be ${JSON.stringify(params.allowedValue)}.`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `${name} must be ${comparisons[String(params.comparison)]} ${params.limit}.`
    case 'multipleOf':
      return `${name} must be a multiple of ${params.multipleOf}.`
    case 'minItems':
      return `${name} must have at least ${pluralize(params.limit, 'element')}.`
    case 'maxItems':
      return `${name} must have at most ${pluralize(params.limit, 'element')}.`
    case 'uniqueItems':
      return `${name} contains a duplicate element: send each only once.`
    case 'minProperties':
      return `${name} must have at least ${pluralize(params.limit, 'field')}.`
    case 'maxProperties':
      return `${name} must have at most ${pluralize(params.limit, 'field')}.`
    default:
      return `${name} is invalid: ${seeReference}.`
  }
}

function getFieldName({ instancePath, propertyName }: SchemaFailure): string {
  const path = formatPointer(instancePath)
  if (propertyName !== undefined) return path === '' ? 'A key' : `A key of ${path}`
  return path === '' ? 'The body' : path
}

/** The JSON Pointer (RFC 6901) `/metadata/key` becomes `metadata.key`. */
const formatPointer = (pointer: string): string =>
  truncate(
    pointer
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join('.'),
  )

function joinPath({ instancePath }: SchemaFailure, name: unknown): string {
  const path = formatPointer(instancePath)
  return path === '' ? truncate(String(name)) : `${path}.${truncate(String(name))}`
}

function listKnownNames(schema: SchemaFailure['parentSchema'], isQuery: boolean): string {
  const names = Object.keys(schema?.properties ?? {})
  if (names.length === 0) return 'remove it'
  return `${isQuery ? 'the known parameters are' : 'the known fields are'} ${joinValues(names)}`
}

const truncate = (text: string): string =>
  text.length > maxNameLength ? `${text.slice(0, maxNameLength)}…` : text

const getTypeName = (type: unknown): string => types[String(type)] ?? String(type)

const pluralize = (limit: unknown, thing: string): string => `${limit} ${thing}${limit === 1 ? '' : 's'}`

function joinValues(values: readonly string[]): string {
  const list = values.join(', ')
  return list.length > maxListLength ? `${list.slice(0, maxListLength)}…` : list
}
