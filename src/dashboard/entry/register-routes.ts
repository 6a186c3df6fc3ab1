import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '../../kernel/clock.ts'
import { Refused } from '../../kernel/refused.ts'
import { describedOnly } from '../../platform/http/server.ts'
import type { Registrations } from '../../sessions/registration.ts'
import { ticketLifeMs } from '../../sessions/ticket.ts'
import { type Answering, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formAnswers, formOf, pageAnswers, SecretParams } from '../schemas.ts'
import { type EnteringParts, enteringOn } from './entering.ts'
import { choicePage, mailPage, registerPage } from './register-page.ts'

export interface RegisterParts extends EnteringParts {
  readonly registration: Registrations
  /** Is there no account yet? */
  readonly isFirst: () => Promise<boolean>
}

const config = { access: 'public' } as const
const tags = ['Pages']
const get = { ...describedOnly, exposeHeadRoute: false, config } as const
const post = { ...describedOnly, config } as const

type Query = Partial<Record<'invitation', unknown>>

/** Making an account, and the link of the letter that does so. */
export function registerRoutes(parts: RegisterParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    formRoutes(scope, parts, answers)
    linkRoutes(scope, parts, answers)
    done()
  }
}

function formRoutes(scope: FastifyInstance, parts: RegisterParts, answers: Answering): void {
  const { registration, cookies } = parts
  const { page, form, sceneOf, visitorOf } = answers
  const entering = enteringOn(parts)

  async function draw(request: FastifyRequest, filled: Filled, { invitation }: Query): Promise<string> {
    const secret = typeof invitation === 'string' ? invitation : null
    const email = secret === null ? null : await registration.invitedEmail(secret)
    if (secret !== null && email === null) throw new Refused('ticket_over')
    const invited = secret === null || email === null ? null : { secret, email }
    const [isOpen, isFirst] = await Promise.all([registration.isOpen(), parts.isFirst()])
    return registerPage(sceneOf(request), { filled, invited, isOpen, isFirst: isFirst && isOpen })
  }

  scope.get(
    '/register',
    { ...get, schema: { summary: 'Making an account', tags, response: pageAnswers } },
    async (request, reply) => page(request, reply, await draw(request, empty, request.query as Query)),
  )
  const body = formOf('email', 'password', 'invitation')
  scope.post(
    '/register',
    { ...post, schema: { summary: 'Makes an account', tags, body, response: formAnswers } },
    form({
      act: async (request, reply, { email = '', password = '', invitation = null }) => {
        const made = await registration.register({ email, password, invitation }, visitorOf(request))
        if (made.needs !== 'letter') return entering.enter(reply, made)
        reply.header('set-cookie', cookies.step.set(made.browser, ticketLifeMs.registration / second))
        return '/register/sent'
      },
      again: (request, filled, body) => draw(request, filled, body),
    }),
  )
  scope.get(
    '/register/sent',
    { ...get, schema: { summary: 'Check your mail', tags, response: pageAnswers } },
    async (request, reply) => page(request, reply, mailPage(sceneOf(request))),
  )
}

function linkRoutes(scope: FastifyInstance, parts: RegisterParts, answers: Answering): void {
  const { registration, cookies, prefix } = parts
  const { page, go, form, sceneOf, visitorOf } = answers
  const entering = enteringOn(parts)
  const secretOf = (request: FastifyRequest) => (request.params as { secret: string }).secret

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const browser = cookies.step.read(request.headers.cookie)
    const made = await registration.follow(secretOf(request), browser, visitorOf(request))
    if (made.needs !== 'password') return go(reply, entering.enter(reply, made))
    return page(request, reply, choice(request, empty, made.email))
  }

  const choice = (request: FastifyRequest, filled: Filled, email: string): string =>
    choicePage(sceneOf(request), { filled, email, action: `${prefix}/register/${secretOf(request)}` })

  const params = SecretParams
  const link = { tags, params, response: formAnswers }
  scope.get('/register/:secret', { ...get, schema: { ...link, summary: 'The link of a letter' } }, answer)
  const schema = {
    ...link,
    summary: 'The password of the account, in another browser',
    body: formOf('password'),
  }
  scope.post(
    '/register/:secret',
    { ...post, schema },
    form({
      act: async (request, reply, { password = '' }) =>
        entering.enter(reply, await registration.choose(secretOf(request), password, visitorOf(request))),
      again: async (request, filled) =>
        choice(request, filled, await registration.emailOf(secretOf(request))),
    }),
  )
}
