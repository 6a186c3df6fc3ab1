import { execFile } from 'node:child_process'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, unknown>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const prefix = '#/components/schemas/'

/** Generates the TypeScript types of the merchant's API: a type for each schema, and the query parameters of each route. */
export async function generateTypes(description: object): Promise<string> {
  const document = JSON.parse(JSON.stringify(description)) as Document
  const { schemas } = document.components
  const operations = listMerchantOperations(document)
  const names = findReferencedSchemas([operations, document.webhooks, { $ref: `${prefix}Error` }], schemas)
  const webhookNames = Object.values(document.webhooks).flatMap(listReferences)
  return format(
    [
      '// Generated from the description of the API by `npm run client`: do not edit.',
      ...names.map((name) => formatDeclaration(name, schemas[name] ?? {})),
      `/** The body of any webhook. \`type\` names its event. */\nexport type Webhook = ${webhookNames.join(' | ')}`,
      formatQueries(operations),
    ].join('\n\n'),
  )
}

type Operations = readonly (readonly [route: string, operation: Operation])[]

/** The routes that accept an access token. */
export function listMerchantOperations({ paths }: Pick<Document, 'paths'>): Operations {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((requirement) => 'token' in requirement))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
}

function listReferences(value: unknown): string[] {
  const found = [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  return found.map(([, name = '']) => name)
}

/** The names of all schemas that these refer to, directly or not, sorted. */
export function findReferencedSchemas(roots: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    for (const name of listReferences(value)) {
      if (names.has(name)) continue
      names.add(name)
      visit(schemas[name])
    }
  }
  visit(roots)
  return [...names].sort()
}

function formatDeclaration(name: string, schema: Schema): string {
  const isPlain = schema.properties !== undefined
  const head = isPlain ? `export interface ${name} ` : `export type ${name} = `
  return `${formatComment(schema.description)}${head}${formatType(schema)}`
}

const formatComment = (description: string | undefined): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`

/** The query of each route that has one. */
function formatQueries(operations: Operations): string {
  const rows = operations.flatMap(([route, { parameters = [] }]) => {
    const query = parameters.filter((parameter) => parameter.in === 'query')
    const members = query.map(
      ({ name, required, schema, description = schema.description }) =>
        `${formatComment(description)}readonly ${name}${required ? '' : '?'}: ${formatType(schema)}${required ? '' : ' | undefined'}`,
    )
    return query.length === 0 ? [] : [`readonly '${route}': {\n${members.join('\n')}\n}`]
  })
  return `/** The query parameters of each route. */\nexport interface Queries {\n${rows.join('\n')}\n}`
}

function formatType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(prefix.length)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(formatType))].join(' | ')
  if (schema.type === 'array') return `readonly (${formatType(schema.items ?? {})})[]`
  if (schema.type === 'object') return formatObjectType(schema)
  return scalars[schema.type ?? ''] ?? 'unknown'
}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

function formatObjectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties || Object.keys(properties).length === 0) {
    const values = typeof additionalProperties === 'object' ? formatType(additionalProperties) : 'unknown'
    return `Readonly<Record<string, ${values}>>`
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `${formatComment(schema.description)}readonly ${key}${isRequired ? '' : '?'}: ${formatType(schema)}${isRequired ? '' : ' | undefined'}`
  })
  return `{\n${members.join('\n')}\n}`
}

/** Formats code as `npm run format` does. */
export function format(code: string, path = 'src/client/api.ts'): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'node_modules/.bin/biome',
      ['format', `--stdin-file-path=${path}`],
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    )
    child.stdin?.end(code)
  })
}
