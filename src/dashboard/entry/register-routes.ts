import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { second } from '../../kernel/clock.ts'
import type { Registrations } from '../../sessions/registration.ts'
import { ticketLifetimeMs } from '../../sessions/ticket.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { definePublicForm, definePublicPage } from '../pages/route-options.ts'
import { formResponses, SecretParams } from '../schemas.ts'
import { renderCheckEmailPage, renderChoosePasswordPage, renderRegisterPage } from './register-page.ts'
import { createSessionCookies, type SessionCookieDependencies } from './session-cookies.ts'

interface RegisterDependencies extends SessionCookieDependencies {
  readonly registration: Registrations
  /** Whether there is no account yet. */
  readonly isFirstAccount: () => Promise<boolean>
}

type Query = Partial<Record<'invitation', unknown>>

/** `/register`: creates an account. `/register/{secret}`: the confirmation link from the email. */
export function createRegistrationRoutes(dependencies: RegisterDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerFormRoutes(scope, dependencies, responder)
    registerLinkRoutes(scope, dependencies, responder)
    done()
  }
}

function registerFormRoutes(
  scope: FastifyInstance,
  dependencies: RegisterDependencies,
  responder: PageResponder,
): void {
  const { registration, cookies } = dependencies
  const { replyWithPage, handleForm, createContext, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)

  async function renderPage(request: FastifyRequest, formState: FormState, query: Query): Promise<string> {
    const secret = typeof query.invitation === 'string' ? query.invitation : null
    const email = secret === null ? null : await registration.findInvitedEmail(secret)
    if (secret !== null && email === null) throw new ApiError('ticket_over')
    const invitation = secret === null || email === null ? null : { secret, email }
    const [isRegistrationOpen, isFirstAccount] = await Promise.all([
      registration.isOpen(),
      dependencies.isFirstAccount(),
    ])
    return renderRegisterPage(createContext(request), {
      formState,
      invitation,
      isRegistrationOpen,
      isFirstAccount: isFirstAccount && isRegistrationOpen,
    })
  }

  scope.get('/register', definePublicPage('Shows the registration form'), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm, request.query as Query)),
  )
  scope.post(
    '/register',
    definePublicForm('Creates an account', ['email', 'password', 'invitation']),
    handleForm({
      onSubmit: async (request, reply, { email = '', password = '', invitation = null }) => {
        const result = await registration.register({ email, password, invitation }, getVisitor(request))
        if (result.needs !== 'email') return signInCookies.continueSignIn(reply, result)
        reply.header(
          'set-cookie',
          cookies.pendingStep.set(result.browserToken, ticketLifetimeMs.registration / second),
        )
        return '/register/sent'
      },
      rerender: (request, formState, body) => renderPage(request, formState, body),
    }),
  )
  scope.get(
    '/register/sent',
    definePublicPage('Asks visitors to check their email'),
    async (request, reply) => replyWithPage(request, reply, renderCheckEmailPage(createContext(request))),
  )
}

function registerLinkRoutes(
  scope: FastifyInstance,
  dependencies: RegisterDependencies,
  responder: PageResponder,
): void {
  const { registration, cookies, prefix } = dependencies
  const { replyWithPage, redirect, handleForm, createContext, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const getSecret = (request: FastifyRequest) => (request.params as { secret: string }).secret

  async function openLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const browserToken = cookies.pendingStep.read(request.headers.cookie)
    const result = await registration.followLink(getSecret(request), browserToken, getVisitor(request))
    if (result.needs !== 'password') return redirect(reply, signInCookies.continueSignIn(reply, result))
    return replyWithPage(request, reply, renderChoosePassword(request, emptyForm, result.email))
  }

  const renderChoosePassword = (request: FastifyRequest, formState: FormState, email: string): string =>
    renderChoosePasswordPage(createContext(request), {
      formState,
      email,
      action: `${prefix}/register/${getSecret(request)}`,
    })

  const params = SecretParams
  scope.get(
    '/register/:secret',
    definePublicPage('Shows the form behind a registration link', { params, response: formResponses }),
    openLink,
  )
  scope.post(
    '/register/:secret',
    definePublicForm('Sets the password when the link was opened in another browser', ['password'], {
      params,
    }),
    handleForm({
      onSubmit: async (request, reply, { password = '' }) =>
        signInCookies.continueSignIn(
          reply,
          await registration.choosePassword(getSecret(request), password, getVisitor(request)),
        ),
      rerender: async (request, formState) =>
        renderChoosePassword(request, formState, await registration.findEmail(getSecret(request))),
    }),
  )
}
