import type { FastifyInstance } from 'fastify'
import { Refused } from '../../kernel/refused.ts'

export const formType = 'application/x-www-form-urlencoded'

/** From now on the routes of a scope read forms as browsers send them, and nothing else. */
export function readForms(
  scope: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) =>
    formIn(body),
  )
}

/**
 * No form of ours has two fields of one name: of two values nobody can say which was meant, and what stands before us may read the other.
 * @throws {Refused} `body_invalid`
 */
function formIn(body: string): Record<string, string> {
  const fields = [...new URLSearchParams(body)]
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new Refused('body_invalid', 'A field stands in the form more than once.')
  return Object.fromEntries(fields)
}
