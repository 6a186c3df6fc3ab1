import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Reply } from './replies.ts'

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

export interface Description {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation & Record<string, unknown>>>>>
}

interface DescribedRequest {
  readonly method: string
  readonly path: string
}

/** By the settings of the service, on which its routes and their schemas depend: describing them takes longer than the rest of its start. */
const known = new Map<string, ReturnType<typeof createReader>>()

/**
 * Validates responses against `GET /openapi.json`: each has a status that is described for its route, or the format of an error, and a body
 * that matches the schema. Responses of no route (404, 405) and to HEAD and OPTIONS are not described.
 */
export function createDescriptionCheck(
  describe: () => object,
  settings: object,
): (request: DescribedRequest, reply: Reply) => void {
  const name = JSON.stringify(settings)
  return ({ method, path }, reply) => {
    const findProblem = known.get(name) ?? createReader(readDescription(name, describe))
    known.set(name, findProblem)
    const problem = findProblem({ method, path }, reply)
    assert.equal(problem, null, `${method} ${path} ${reply.status} is not as described: ${problem}`)
  }
}

/** In a run of all tests, the first process whose service has these settings describes its routes for all of them. */
function readDescription(name: string, describe: () => object): string {
  const folder = process.env.TEST_DESCRIPTIONS
  if (folder === undefined) return JSON.stringify(describe())
  const file = join(folder, createHash('sha256').update(name).digest('hex'))
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const text = JSON.stringify(describe())
  // Renamed, because another process may read it at any time.
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, text)
  renameSync(temporaryFile, file)
  return text
}

function createReader(text: string): (request: DescribedRequest, reply: Reply) => string | null {
  const description: Description = JSON.parse(text)
  // The metaschema would only check the document around the schemas, and takes long to compile.
  const ajv = new Ajv2020({ strict: false, allErrors: false, meta: false, validateSchema: false })
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  ajv.addSchema(description, 'openapi')
  const routes = Object.keys(description.paths).map((path) => ({ path, pattern: createPattern(path) }))
  const validators = new Map<string, ValidateFunction>()

  return function findProblem({ method, path }, { status, headers, text: body }) {
    const pathname = path.split('?', 1)[0] ?? ''
    const route =
      routes.find(({ path }) => path === pathname) ?? routes.find(({ pattern }) => pattern.test(pathname))
    const operation = route && description.paths[route.path]?.[method.toLowerCase()]
    if (!route || !operation) return null
    const { responses } = operation
    const name = String(status) in responses ? String(status) : 'default'
    if (name === 'default' && status < 400) return 'this status is not documented'
    const content = responses[name]?.content
    if (content === undefined) return body === '' ? null : 'there is a body'
    const type = String(headers['content-type']).split(';', 1)[0] ?? ''
    if (!(type in content)) return `the type ${type} is not named`
    if (type !== 'application/json') return null
    const at = createPointer(
      'paths',
      route.path,
      method.toLowerCase(),
      'responses',
      name,
      'content',
      type,
      'schema',
    )
    const validate = validators.get(at) ?? ajv.compile({ $ref: `openapi#${at}` })
    validators.set(at, validate)
    return validate(JSON.parse(body)) ? null : `${ajv.errorsText(validate.errors)} in ${body.slice(0, 300)}`
  }
}

const createPointer = (...names: readonly string[]): string =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function createPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[A-Za-z_]+\}/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}
