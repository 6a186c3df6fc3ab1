import { describedOnly } from '../../platform/http/server.ts'
import { formAnswers, formOf, pageAnswers } from '../schemas.ts'

// What the routes of pages say of themselves: described, not validated, since a page answers what it cannot read with a page.

const config = { access: 'session' } as const
const tags = ['Pages']

/** Of a page. `more`: parameters and the query of its schema. */
export const pageOptions = (summary: string, more: object = {}) =>
  ({
    ...describedOnly,
    exposeHeadRoute: false,
    config,
    schema: { summary, tags, response: pageAnswers, ...more },
  }) as const

/** Of what a form of these fields posts to. */
export const formOptions = (summary: string, fields: readonly string[] = [], more: object = {}) =>
  ({
    ...describedOnly,
    config,
    schema: {
      summary,
      tags,
      ...(fields.length > 0 && { body: formOf(...fields) }),
      response: formAnswers,
      ...more,
    },
  }) as const
