import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { FindSession } from '../../accounts/authenticate.ts'
import type { InvitationAcceptance } from '../../staff/accept.ts'
import { invitationPath } from '../../staff/staff.ts'
import { createSessionCookies, type SessionCookieDependencies } from '../entry/session-cookies.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import type { CurrentAccount } from '../pages/page-context.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePublicForm, definePublicPage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { getWorkspacePath } from '../pages/workspace-path.ts'
import { SecretParams } from '../schemas.ts'
import { renderInvitationPage } from './invitation-page.ts'

interface InvitationRouteDependencies extends SessionCookieDependencies {
  readonly invitations: InvitationAcceptance
  readonly findSession: FindSession
  readonly loadAccount: (accountId: number) => Promise<CurrentAccount>
}

const params = { params: SecretParams }

/** `/invitation/{secret}`: opening the link changes nothing, because mail scanners open links too. */
export function createInvitationRoutes(dependencies: InvitationRouteDependencies): FastifyPluginCallback {
  const { invitations, findSession, loadAccount } = dependencies
  const responder = createPageResponder(dependencies)
  const { replyWithPage, handleForm, createContext, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const getSecret = (request: FastifyRequest): string => (request.params as { secret: string }).secret

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const secret = getSecret(request)
    const invitation = await invitations.find(secret)
    const session = await findSession(request.headers)
    const signedInEmail = session && (await loadAccount(session.caller.accountId)).email
    return renderInvitationPage(createContext(request), { formState, secret, invitation, signedInEmail })
  }

  return (scope, _options, done) => {
    responder.prepare(scope)
    const path = `${invitationPath}/:secret`
    scope.get(path, definePublicPage('Shows a staff invitation', params), async (request, reply) =>
      replyWithPage(request, reply, await renderPage(request, emptyForm)),
    )
    scope.post(
      path,
      definePublicForm('Accepts an invitation with a new account', ['password'], params),
      handleForm({
        preservedFields: [],
        onSubmit: async (request, reply, { password = '' }) => {
          const visitor = getVisitor(request)
          const { membership, result } = await invitations.register(getSecret(request), password, visitor)
          return signInCookies.continueSignIn(reply, result, getWorkspacePath(membership))
        },
        rerender: renderPage,
      }),
    )
    scope.post(
      `${path}/accept`,
      defineForm('Accepts an invitation as the signed-in user', [], params),
      handleForm({
        preservedFields: [],
        onSubmit: async (request) =>
          getWorkspacePath(await invitations.accept(requireSignedIn(request), getSecret(request))),
        rerender: renderPage,
      }),
    )
    done()
  }
}
