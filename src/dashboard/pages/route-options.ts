import type { Permission } from '../../accounts/scope.ts'
import { skipValidation } from '../../platform/http/server.ts'
import { createFormSchema, formResponses, pageResponses } from '../schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Permissions that open a page or form in another account. Without them, it only exists in the user's own. */
    sharedWith?: readonly Permission[]
  }
}

// Route options of pages. Schemas only describe the routes and don't validate, since a page reports invalid input itself.

type Access = 'session' | 'public'

const tags = ['Pages']

/** Returns a function that defines a page's route options. `schemaParts` are further parts of the schema, such as parameters and the query. */
const createPageDefiner =
  (access: Access) =>
  (summary: string, schemaParts: object = {}, sharedWith: readonly Permission[] = []) =>
    ({
      ...skipValidation,
      exposeHeadRoute: false,
      config: { access, sharedWith },
      schema: { summary, tags, response: pageResponses, ...schemaParts },
    }) as const

/** Returns a function that defines the options of a form's POST route. */
const createFormDefiner =
  (access: Access) =>
  (
    summary: string,
    fields: readonly string[] = [],
    schemaParts: object = {},
    sharedWith: readonly Permission[] = [],
  ) =>
    ({
      ...skipValidation,
      config: { access, sharedWith },
      schema: {
        summary,
        tags,
        ...(fields.length > 0 && { body: createFormSchema(...fields) }),
        response: formResponses,
        ...schemaParts,
      },
    }) as const

export const definePage = createPageDefiner('session')
export const defineForm = createFormDefiner('session')

/** For visitors who aren't signed in. */
export const definePublicPage = createPageDefiner('public')
export const definePublicForm = createFormDefiner('public')
