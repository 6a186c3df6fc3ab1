/** The parts of an OpenAPI document that our pages show. */
export interface ApiDescription {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> }
}

interface ApiOperation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: { readonly content: ApiContent }
  readonly responses: Readonly<Record<string, { readonly content?: ApiContent; readonly $ref?: string }>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-scopes'?: readonly string[]
  readonly 'x-permission'?: string
}

interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: ApiSchema
}

type ApiContent = Readonly<Record<string, { readonly schema?: ApiSchema }>>

export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly ApiSchema[]
  readonly items?: ApiSchema
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: ApiSchema | boolean
  readonly description?: string
}

export interface Route {
  /** Such as `POST /invoices`. */
  readonly name: string
  /** Anchor on the page. */
  readonly id: string
  readonly operation: ApiOperation
}

/** The groups of the reference, in display order, by the tags of their routes. Pages for browsers are not part of it. */
const groups: readonly Omit<RouteGroup, 'routes'>[] = [
  { name: 'Invoices' },
  { name: 'Events' },
  { name: 'Webhooks' },
  { name: 'Payment exceptions' },
  { name: 'Account links' },
  { name: 'Payments' },
  { name: 'Descriptions' },
  { name: 'Health' },
  { name: 'Sandbox' },
  {
    name: 'Greenfield',
    note: 'For shop plug-ins: docs/greenfield.md explains how to connect a shop, the permissions and the webhooks. Errors have a code and a message, or are a list of invalid fields.',
  },
]

export interface RouteGroup {
  readonly name: string
  /** Differences from the other groups. */
  readonly note?: string
  readonly routes: readonly Route[]
}

export function groupRoutes({ paths }: Pick<ApiDescription, 'paths'>): readonly RouteGroup[] {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      toRoute(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
  return groups
    .map((group) => ({
      ...group,
      routes: routes.filter(({ operation }) => operation.tags[0] === group.name),
    }))
    .filter((group) => group.routes.length > 0)
}

const toRoute = (name: string, operation: ApiOperation): Route => ({
  name,
  id: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  operation,
})

/** The name of the component that a `$ref` points to. */
export const getComponentName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)
