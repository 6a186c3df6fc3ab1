import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import type { PasswordResets } from '../../sessions/reset.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type FormBody, type PageResponder } from '../pages/page-responder.ts'
import { definePublicForm, definePublicPage } from '../pages/route-options.ts'
import { SecretParams } from '../schemas.ts'
import { renderForgotPage, renderResetPage } from './reset-page.ts'
import { createSessionCookies, type SessionCookieDependencies } from './session-cookies.ts'

interface ResetRouteDependencies extends SessionCookieDependencies {
  readonly reset: PasswordResets
  readonly canSendEmail: boolean
}

/** `/forgot`: requests a password reset. `/reset/{secret}`: the link from the email. */
export function createResetRoutes(dependencies: ResetRouteDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerRequestRoutes(scope, dependencies, responder)
    registerLinkRoutes(scope, dependencies, responder)
    done()
  }
}

function registerRequestRoutes(
  scope: FastifyInstance,
  dependencies: ResetRouteDependencies,
  responder: PageResponder,
): void {
  const { reset, canSendEmail } = dependencies
  const { replyWithPage, handleForm, createContext, getVisitor } = responder
  const renderPage = async (request: FastifyRequest, formState: FormState) =>
    renderForgotPage(createContext(request), { formState, canSendEmail })

  scope.get('/forgot', definePublicPage('Shows the form for a forgotten password'), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    '/forgot',
    definePublicForm('Sends a password reset link', ['email']),
    handleForm({
      onSubmit: async (request, _reply, { email = '' }: FormBody) => {
        await reset.requestReset(email, getVisitor(request))
        return canSendEmail ? '/register/sent' : '/forgot'
      },
      rerender: renderPage,
    }),
  )
}

function registerLinkRoutes(
  scope: FastifyInstance,
  dependencies: ResetRouteDependencies,
  responder: PageResponder,
): void {
  const { reset, prefix } = dependencies
  const { replyWithPage, handleForm, createContext, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const getSecret = (request: FastifyRequest) => (request.params as { secret: string }).secret
  const renderPage = async (request: FastifyRequest, formState: FormState): Promise<string> => {
    if (!(await reset.isValidLink(getSecret(request)))) throw new ApiError('ticket_over')
    return renderResetPage(createContext(request), {
      formState,
      action: `${prefix}/reset/${getSecret(request)}`,
    })
  }
  const params = SecretParams
  scope.get(
    '/reset/:secret',
    definePublicPage('Shows the form behind a password reset link', { params }),
    async (request, reply) => replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    '/reset/:secret',
    definePublicForm('Sets a new password', ['password'], { params }),
    handleForm({
      onSubmit: async (request, reply, { password = '' }) =>
        signInCookies.continueSignIn(
          reply,
          await reset.choosePassword(getSecret(request), password, getVisitor(request)),
        ),
      rerender: renderPage,
    }),
  )
}
