import Type from 'typebox'
import { type Authenticate, originOf } from '../accounts/authenticate.ts'
import { type Acting, type ActingFrom, byToken } from '../audit/entry.ts'
import { sendNothing } from '../platform/http/answers.ts'
import type { Server } from '../platform/http/server.ts'
import { type AccountLink, linkIdOf } from './link.ts'

export interface AccountLinkRouteParts {
  readonly authenticate: Authenticate
  readonly create: (by: ActingFrom, email: string) => Promise<AccountLink>
  readonly list: (accountId: number) => Promise<AccountLink[]>
  readonly end: (by: Acting, id: number) => Promise<void>
}

const LinkAnswer = Type.Object({ id: Type.Integer(), source: Type.Integer(), target: Type.Integer() })

const tags = ['Account links']

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
    {
      config: { access: 'links.write' },
      schema: {
        summary: 'Lets the account behind an e-mail address see the caller’s invoices',
        tags,
        body: NewLink,
        response: { 200: LinkAnswer },
      },
    },
    (request) => {
      const by = byToken(authenticate.callerOf(request))
      return create({ ...by, from: originOf(request) }, request.body.email)
    },
  )

  app.get(
    path,
    {
      config: { access: 'links.read' },
      schema: {
        summary: 'Lists the caller’s links, outbound and inbound',
        tags,
        response: { 200: Type.Array(LinkAnswer) },
      },
    },
    (request) => list(authenticate.callerOf(request).accountId),
  )

  app.delete(
    `${path}/:id`,
    {
      config: { access: 'links.write' },
      schema: {
        summary: 'Ends a link; either side may',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await end(byToken(authenticate.callerOf(request)), linkIdOf(request.params.id))
      return sendNothing(reply)
    },
  )
}
