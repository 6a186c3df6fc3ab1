import Type from 'typebox'
import type { Authenticate } from '../accounts/authenticate.ts'
import { Refused } from '../kernel/refused.ts'
import type { Server } from '../platform/http/server.ts'
import type { AccountLink } from './link.ts'

export interface AccountLinkRouteParts {
  readonly authenticate: Authenticate
  readonly create: (source: number, email: string) => Promise<AccountLink>
  readonly list: (accountId: number) => Promise<AccountLink[]>
  readonly end: (accountId: number, id: number) => Promise<void>
}

const LinkAnswer = Type.Object({ id: Type.Integer(), source: Type.Integer(), target: Type.Integer() })

/** A body that names more than the e-mail address still creates the caller's outbound link only. */
const NewLink = Type.Object({ email: Type.String({ maxLength: 254 }) })

/** The specification's endpoints 5 to 7. */
export function accountLinkRoutes(
  app: Server,
  { authenticate, create, list, end }: AccountLinkRouteParts,
): void {
  const path = '/api/v1/account/links'

  app.post(
    path,
    { schema: { body: NewLink, response: { 200: LinkAnswer } }, onRequest: authenticate.first },
    (request) => create(authenticate.callerOf(request).accountId, request.body.email),
  )

  app.get(
    path,
    { schema: { response: { 200: Type.Array(LinkAnswer) } }, onRequest: authenticate.first },
    (request) => list(authenticate.callerOf(request).accountId),
  )

  app.delete(`${path}/:id`, { onRequest: authenticate.first }, async (request, reply) => {
    await end(authenticate.callerOf(request).accountId, linkId((request.params as { id: string }).id))
    return reply.code(204).send()
  })
}

/** What is no id of a link is answered like a link that is not there. */
function linkId(text: string): number {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  if (id === null) throw new Refused('link_not_found')
  return id
}
