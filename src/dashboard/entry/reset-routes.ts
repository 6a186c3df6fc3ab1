import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { Refused } from '../../kernel/refused.ts'
import { describedOnly } from '../../platform/http/server.ts'
import type { Resets } from '../../sessions/reset.ts'
import { type Answering, answering, type FormBody } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formAnswers, formOf, pageAnswers, SecretParams } from '../schemas.ts'
import { type EnteringParts, enteringOn } from './entering.ts'
import { forgotPage, resetPage } from './reset-page.ts'

export interface ResetParts extends EnteringParts {
  readonly reset: Resets
  readonly sendsLetters: boolean
}

const config = { access: 'public' } as const
const tags = ['Pages']
const get = { ...describedOnly, exposeHeadRoute: false, config } as const
const post = { ...describedOnly, config } as const

/** A password that was forgotten: asking for a link, and the link. */
export function resetRoutes(parts: ResetParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    askRoutes(scope, parts, answers)
    linkRoutes(scope, parts, answers)
    done()
  }
}

function askRoutes(scope: FastifyInstance, parts: ResetParts, answers: Answering): void {
  const { reset, sendsLetters } = parts
  const { page, form, sceneOf, visitorOf } = answers
  const forgot = async (request: FastifyRequest, filled: Filled) =>
    forgotPage(sceneOf(request), { filled, sendsLetters })

  scope.get(
    '/forgot',
    { ...get, schema: { summary: 'A password that was forgotten', tags, response: pageAnswers } },
    async (request, reply) => page(request, reply, await forgot(request, empty)),
  )
  const email = formOf('email')
  scope.post(
    '/forgot',
    { ...post, schema: { summary: 'Sends a link', tags, body: email, response: formAnswers } },
    form({
      act: async (request, _reply, { email = '' }: FormBody) => {
        await reset.ask(email, visitorOf(request))
        return sendsLetters ? '/register/sent' : '/forgot'
      },
      again: forgot,
    }),
  )
}

function linkRoutes(scope: FastifyInstance, parts: ResetParts, answers: Answering): void {
  const { reset, prefix } = parts
  const { page, form, sceneOf, visitorOf } = answers
  const entering = enteringOn(parts)
  const secretOf = (request: FastifyRequest) => (request.params as { secret: string }).secret
  const draw = async (request: FastifyRequest, filled: Filled): Promise<string> => {
    if (!(await reset.isOpen(secretOf(request)))) throw new Refused('ticket_over')
    return resetPage(sceneOf(request), { filled, action: `${prefix}/reset/${secretOf(request)}` })
  }
  const params = SecretParams
  scope.get(
    '/reset/:secret',
    { ...get, schema: { summary: 'The link to another password', tags, params, response: pageAnswers } },
    async (request, reply) => page(request, reply, await draw(request, empty)),
  )
  const schema = {
    summary: 'Another password',
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
        entering.enter(reply, await reset.choose(secretOf(request), password, visitorOf(request))),
      again: draw,
    }),
  )
}
