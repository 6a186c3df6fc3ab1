import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { skipValidation } from '../../platform/http/server.ts'
import type { PasswordResets } from '../../sessions/reset.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type FormBody, type PageResponder } from '../pages/page-responder.ts'
import { createFormSchema, formResponses, pageResponses, SecretParams } from '../schemas.ts'
import { forgotPage, resetPage } from './reset-page.ts'
import { createSessionCookies, type SessionCookieDependencies } from './session-cookies.ts'

interface ResetRouteDependencies extends SessionCookieDependencies {
  readonly reset: PasswordResets
  readonly canSendEmail: boolean
}

const config = { access: 'public' } as const
const tags = ['Pages']
const get = { ...skipValidation, exposeHeadRoute: false, config } as const
const post = { ...skipValidation, config } as const

/** Requesting a password reset, and the reset link. */
export function resetRoutes(dependencies: ResetRouteDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    requestRoutes(scope, dependencies, responder)
    linkRoutes(scope, dependencies, responder)
    done()
  }
}

function requestRoutes(
  scope: FastifyInstance,
  dependencies: ResetRouteDependencies,
  responder: PageResponder,
): void {
  const { reset, canSendEmail } = dependencies
  const { page, form, contextOf, visitorOf } = responder
  const forgot = async (request: FastifyRequest, formState: FormState) =>
    forgotPage(contextOf(request), { formState, canSendEmail })

  scope.get(
    '/forgot',
    { ...get, schema: { summary: 'Shows the form for a forgotten password', tags, response: pageResponses } },
    async (request, reply) => page(request, reply, await forgot(request, emptyForm)),
  )
  const email = createFormSchema('email')
  scope.post(
    '/forgot',
    {
      ...post,
      schema: { summary: 'Sends a password reset link', tags, body: email, response: formResponses },
    },
    form({
      onSubmit: async (request, _reply, { email = '' }: FormBody) => {
        await reset.requestReset(email, visitorOf(request))
        return canSendEmail ? '/register/sent' : '/forgot'
      },
      rerender: forgot,
    }),
  )
}

function linkRoutes(
  scope: FastifyInstance,
  dependencies: ResetRouteDependencies,
  responder: PageResponder,
): void {
  const { reset, prefix } = dependencies
  const { page, form, contextOf, visitorOf } = responder
  const signInCookies = createSessionCookies(dependencies)
  const secretOf = (request: FastifyRequest) => (request.params as { secret: string }).secret
  const renderPage = async (request: FastifyRequest, formState: FormState): Promise<string> => {
    if (!(await reset.isOpen(secretOf(request)))) throw new ApiError('ticket_over')
    return resetPage(contextOf(request), { formState, action: `${prefix}/reset/${secretOf(request)}` })
  }
  const params = SecretParams
  scope.get(
    '/reset/:secret',
    { ...get, schema: { summary: 'Opens a password reset link', tags, params, response: pageResponses } },
    async (request, reply) => page(request, reply, await renderPage(request, emptyForm)),
  )
  const schema = {
    summary: 'Sets a new password',
    tags,
    params,
    body: createFormSchema('password'),
    response: formResponses,
  }
  scope.post(
    '/reset/:secret',
    { ...post, schema },
    form({
      onSubmit: async (request, reply, { password = '' }) =>
        signInCookies.continueSignIn(
          reply,
          await reset.choose(secretOf(request), password, visitorOf(request)),
        ),
      rerender: renderPage,
    }),
  )
}
