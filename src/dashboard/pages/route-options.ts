import { skipValidation } from '../../platform/http/server.ts'
import { createFormSchema, formResponses, pageResponses } from '../schemas.ts'

// Route options of pages. Schemas only describe the routes and don't validate, since a page reports invalid input itself.

const config = { access: 'session' } as const
const tags = ['Pages']

/** Options of a page. `more`: further parts of the schema, such as parameters and the query. */
export const pageOptions = (summary: string, more: object = {}) =>
  ({
    ...skipValidation,
    exposeHeadRoute: false,
    config,
    schema: { summary, tags, response: pageResponses, ...more },
  }) as const

/** Options of a form's POST route with these fields. */
export const formOptions = (summary: string, fields: readonly string[] = [], more: object = {}) =>
  ({
    ...skipValidation,
    config,
    schema: {
      summary,
      tags,
      ...(fields.length > 0 && { body: createFormSchema(...fields) }),
      response: formResponses,
      ...more,
    },
  }) as const
