import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { second } from '../../kernel/clock.ts'
import { skipValidation } from '../../platform/http/server.ts'
import type { Registrations } from '../../sessions/registration.ts'
import { ticketLifeMs } from '../../sessions/ticket.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { formAnswers, formOf, pageAnswers, SecretParams } from '../schemas.ts'
import { choicePage, mailPage, registerPage } from './register-page.ts'
import { createSessionCookies, type SessionCookieParts } from './session-cookies.ts'

export interface RegisterParts extends SessionCookieParts {
  readonly registration: Registrations
  /** Whether there is no account yet. */
  readonly isFirst: () => Promise<boolean>
}

const config = { access: 'public' } as const
const tags = ['Pages']
const get = { ...skipValidation, exposeHeadRoute: false, config } as const
const post = { ...skipValidation, config } as const

type Query = Partial<Record<'invitation', unknown>>

/** Creating an account, and the confirmation link from the email. */
export function registerRoutes(parts: RegisterParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    formRoutes(scope, parts, answers)
    linkRoutes(scope, parts, answers)
    done()
  }
}

function formRoutes(scope: FastifyInstance, parts: RegisterParts, answers: PageResponder): void {
  const { registration, cookies } = parts
  const { page, form, sceneOf, visitorOf } = answers
  const entering = createSessionCookies(parts)

  async function draw(request: FastifyRequest, filled: FormState, { invitation }: Query): Promise<string> {
    const secret = typeof invitation === 'string' ? invitation : null
    const email = secret === null ? null : await registration.invitedEmail(secret)
    if (secret !== null && email === null) throw new ApiError('ticket_over')
    const invited = secret === null || email === null ? null : { secret, email }
    const [isOpen, isFirst] = await Promise.all([registration.isOpen(), parts.isFirst()])
    return registerPage(sceneOf(request), { filled, invited, isOpen, isFirst: isFirst && isOpen })
  }

  scope.get(
    '/register',
    { ...get, schema: { summary: 'Shows the registration form', tags, response: pageAnswers } },
    async (request, reply) => page(request, reply, await draw(request, emptyForm, request.query as Query)),
  )
  const body = formOf('email', 'password', 'invitation')
  scope.post(
    '/register',
    { ...post, schema: { summary: 'Creates an account', tags, body, response: formAnswers } },
    form({
      act: async (request, reply, { email = '', password = '', invitation = null }) => {
        const made = await registration.register({ email, password, invitation }, visitorOf(request))
        if (made.needs !== 'letter') return entering.continueSignIn(reply, made)
        reply.header('set-cookie', cookies.step.set(made.browser, ticketLifeMs.registration / second))
        return '/register/sent'
      },
      rerender: (request, filled, body) => draw(request, filled, body),
    }),
  )
  scope.get(
    '/register/sent',
    { ...get, schema: { summary: 'Asks to check the mailbox', tags, response: pageAnswers } },
    async (request, reply) => page(request, reply, mailPage(sceneOf(request))),
  )
}

function linkRoutes(scope: FastifyInstance, parts: RegisterParts, answers: PageResponder): void {
  const { registration, cookies, prefix } = parts
  const { page, redirect, form, sceneOf, visitorOf } = answers
  const entering = createSessionCookies(parts)
  const secretOf = (request: FastifyRequest) => (request.params as { secret: string }).secret

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const browser = cookies.step.read(request.headers.cookie)
    const made = await registration.follow(secretOf(request), browser, visitorOf(request))
    if (made.needs !== 'password') return redirect(reply, entering.continueSignIn(reply, made))
    return page(request, reply, choice(request, emptyForm, made.email))
  }

  const choice = (request: FastifyRequest, filled: FormState, email: string): string =>
    choicePage(sceneOf(request), { filled, email, action: `${prefix}/register/${secretOf(request)}` })

  const params = SecretParams
  const link = { tags, params, response: formAnswers }
  scope.get(
    '/register/:secret',
    { ...get, schema: { ...link, summary: 'Opens a registration link' } },
    answer,
  )
  const schema = {
    ...link,
    summary: 'Sets the password when the link was opened in another browser',
    body: formOf('password'),
  }
  scope.post(
    '/register/:secret',
    { ...post, schema },
    form({
      act: async (request, reply, { password = '' }) =>
        entering.continueSignIn(
          reply,
          await registration.choose(secretOf(request), password, visitorOf(request)),
        ),
      rerender: async (request, filled) =>
        choice(request, filled, await registration.emailOf(secretOf(request))),
    }),
  )
}
