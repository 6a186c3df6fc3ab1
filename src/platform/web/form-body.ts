import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { gatherBody } from '../http/gather-body.ts'

export const formType = 'application/x-www-form-urlencoded'

/** None of our forms has half as many fields. Parsing thousands would block the event loop. */
const maxFields = 100

/** Makes the routes of a scope accept only form bodies, as browsers send them. */
export function readForms(
  scope: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(formType, async (request: FastifyRequest, payload: RequestPayload) =>
    parseForm((await gatherBody(request, payload)).toString()),
  )
}

/**
 * None of our forms repeats a field name. With two values it is unclear which one was meant, and a proxy in front of us may read the other
 * one.
 * @throws {ApiError} `body_invalid`
 */
export function parseForm(body: string): Record<string, string> {
  if (body.split('&', maxFields + 1).length > maxFields)
    throw new ApiError('body_invalid', `The form has more than ${maxFields} fields: send fewer.`)
  const fields = [...new URLSearchParams(body)]
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new ApiError('body_invalid', 'The form contains a field more than once: send each field once.')
  return Object.fromEntries(fields)
}
