import Type from 'typebox'
import { type Authentication, getRequestOrigin } from '../accounts/authenticate.ts'
import { type AccountActor, type ActorWithOrigin, toTokenActor } from '../audit/entry.ts'
import { sendNoContent } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import { type AccountLink, parseLinkId } from './link.ts'

interface AccountLinkRouteDependencies {
  readonly authenticate: Authentication
  readonly create: (caller: ActorWithOrigin, email: string) => Promise<AccountLink>
  readonly list: (accountId: number) => Promise<AccountLink[]>
  readonly end: (caller: AccountActor, id: number) => Promise<void>
}

const LinkView = Type.Object(
  { id: Type.Integer(), source: Type.Integer(), target: Type.Integer() },
  { title: 'AccountLink' },
)

const tags = ['Account links']

/** Other members of the body are ignored: the link is always the caller's outbound link. */
const NewLink = Type.Object({ email: Type.String({ maxLength: 254 }) })

/** The specification's endpoints 5 to 7. */
export function registerAccountLinkRoutes(
  app: Server,
  { authenticate, create, list, end }: AccountLinkRouteDependencies,
): void {
  const path = '/api/v1/account/links'

  app.post(
    path,
    {
      config: { access: 'links.write' },
      schema: {
        summary: 'Grants another account view access to the caller’s invoices',
        tags,
        body: NewLink,
        response: { 200: LinkView },
      },
    },
    (request) => {
      const caller = toTokenActor(authenticate.getCaller(request))
      return create({ ...caller, origin: getRequestOrigin(request) }, request.body.email)
    },
  )

  app.get(
    path,
    {
      config: { access: 'links.read' },
      schema: {
        summary: 'Lists the caller’s outbound and inbound links',
        tags,
        response: { 200: Type.Array(LinkView) },
      },
    },
    (request) => list(authenticate.getCaller(request).accountId),
  )

  app.delete(
    `${path}/:id`,
    {
      config: { access: 'links.write' },
      schema: {
        summary: 'Deletes a link; either account may do so',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await end(toTokenActor(authenticate.getCaller(request)), parseLinkId(request.params.id))
      return sendNoContent(reply)
    },
  )
}
