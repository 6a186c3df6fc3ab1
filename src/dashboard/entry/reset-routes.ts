import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { skipValidation } from '../../platform/http/server.ts'
import type { PasswordResets } from '../../sessions/reset.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type FormBody, type PageResponder } from '../pages/page-responder.ts'
import { formAnswers, formOf, pageAnswers, SecretParams } from '../schemas.ts'
import { forgotPage, resetPage } from './reset-page.ts'
import { createSessionCookies, type SessionCookieParts } from './session-cookies.ts'

export interface ResetRouteParts extends SessionCookieParts {
  readonly reset: PasswordResets
  readonly sendsLetters: boolean
}

const config = { access: 'public' } as const
const tags = ['Pages']
const get = { ...skipValidation, exposeHeadRoute: false, config } as const
const post = { ...skipValidation, config } as const

/** Requesting a password reset, and the reset link. */
export function resetRoutes(parts: ResetRouteParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    askRoutes(scope, parts, answers)
    linkRoutes(scope, parts, answers)
    done()
  }
}

function askRoutes(scope: FastifyInstance, parts: ResetRouteParts, answers: PageResponder): void {
  const { reset, sendsLetters } = parts
  const { page, form, sceneOf, visitorOf } = answers
  const forgot = async (request: FastifyRequest, filled: FormState) =>
    forgotPage(sceneOf(request), { filled, sendsLetters })

  scope.get(
    '/forgot',
    { ...get, schema: { summary: 'Shows the form for a forgotten password', tags, response: pageAnswers } },
    async (request, reply) => page(request, reply, await forgot(request, emptyForm)),
  )
  const email = formOf('email')
  scope.post(
    '/forgot',
    { ...post, schema: { summary: 'Sends a password reset link', tags, body: email, response: formAnswers } },
    form({
      act: async (request, _reply, { email = '' }: FormBody) => {
        await reset.requestReset(email, visitorOf(request))
        return sendsLetters ? '/register/sent' : '/forgot'
      },
      rerender: forgot,
    }),
  )
}

function linkRoutes(scope: FastifyInstance, parts: ResetRouteParts, answers: PageResponder): void {
  const { reset, prefix } = parts
  const { page, form, sceneOf, visitorOf } = answers
  const entering = createSessionCookies(parts)
  const secretOf = (request: FastifyRequest) => (request.params as { secret: string }).secret
  const draw = async (request: FastifyRequest, filled: FormState): Promise<string> => {
    if (!(await reset.isOpen(secretOf(request)))) throw new ApiError('ticket_over')
    return resetPage(sceneOf(request), { filled, action: `${prefix}/reset/${secretOf(request)}` })
  }
  const params = SecretParams
  scope.get(
    '/reset/:secret',
    { ...get, schema: { summary: 'Opens a password reset link', tags, params, response: pageAnswers } },
    async (request, reply) => page(request, reply, await draw(request, emptyForm)),
  )
  const schema = {
    summary: 'Sets a new password',
    tags,
    params,
    body: formOf('password'),
    response: formAnswers,
  }
  scope.post(
    '/reset/:secret',
    { ...post, schema },
    form({
      act: async (request, reply, { password = '' }) =>
        entering.continueSignIn(reply, await reset.choose(secretOf(request), password, visitorOf(request))),
      rerender: draw,
    }),
  )
}
