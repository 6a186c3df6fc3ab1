import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { FindSession } from '../../accounts/authenticate.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { skipValidation } from '../../platform/http/server.ts'
import type { Registrations } from '../../sessions/registration.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { SignIn } from '../../sessions/sign-in.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { formAnswers, formOf, pageAnswers } from '../schemas.ts'
import { homePage } from './home-page.ts'
import { codePage, loginPage } from './login-page.ts'
import { ownPath } from './next.ts'
import { createSessionCookies, type SessionCookieParts } from './session-cookies.ts'

export interface EntryParts extends SessionCookieParts {
  readonly findSession: FindSession
  readonly sessions: Pick<Sessions, 'end'>
  readonly signIn: SignIn
  readonly registration: Pick<Registrations, 'isOpen'>
  readonly isSandbox: boolean
}

const config = { access: 'public' } as const
const tags = ['Pages']
const get = { ...skipValidation, exposeHeadRoute: false, config } as const
const post = { ...skipValidation, config } as const

type Query = Partial<Record<'next', unknown>>

/** Routes for visitors who aren't signed in: `/`, signing in and signing out. */
export function entryRoutes(parts: EntryParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    homeRoute(scope, parts, answers)
    passwordRoutes(scope, parts, answers)
    codeRoutes(scope, parts, answers)
    signOutRoute(scope, parts, answers)
    done()
  }
}

function homeRoute(scope: FastifyInstance, parts: EntryParts, { page, sceneOf }: PageResponder): void {
  const schema = { summary: 'Shows the home page', tags, response: pageAnswers }
  scope.get('/', { ...get, schema }, async (request, reply) => {
    const isSignedIn = (await parts.findSession(request.headers)) !== null
    const isOpen = await parts.registration.isOpen()
    return page(
      request,
      reply,
      homePage(sceneOf(request), { isSignedIn, isOpen, isSandbox: parts.isSandbox }),
    )
  })
}

function passwordRoutes(scope: FastifyInstance, parts: EntryParts, answers: PageResponder): void {
  const { signIn, registration, baseUrl } = parts
  const { page, redirect, form, sceneOf, visitorOf } = answers
  const entering = createSessionCookies(parts)
  const nextOf = ({ next }: Query): string | null => ownPath(next, baseUrl)
  const login = async (request: FastifyRequest, filled: FormState, query: Query) =>
    loginPage(sceneOf(request), { filled, next: nextOf(query), isOpen: await registration.isOpen() })

  scope.get(
    '/login',
    { ...get, schema: { summary: 'Shows the sign-in form', tags, response: pageAnswers } },
    async (request, reply) => {
      const query = request.query as Query
      if (await parts.findSession(request.headers)) return redirect(reply, nextOf(query) ?? '/dashboard')
      return page(request, reply, await login(request, emptyForm, query))
    },
  )
  const body = formOf('email', 'password', 'next')
  scope.post(
    '/login',
    { ...post, schema: { summary: 'Signs in', tags, body, response: formAnswers } },
    form({
      act: async (request, reply, { email = '', password = '', next }) => {
        const entered = await signIn.withPassword({ email, password }, visitorOf(request))
        return entering.continueSignIn(reply, entered, nextOf({ next }))
      },
      rerender: (request, filled, body) => login(request, filled, body),
    }),
  )
}

function codeRoutes(scope: FastifyInstance, parts: EntryParts, answers: PageResponder): void {
  const { signIn, cookies, baseUrl } = parts
  const { page, redirect, form, sceneOf, visitorOf } = answers
  const entering = createSessionCookies(parts)
  const nextOf = ({ next }: Query): string | null => ownPath(next, baseUrl)
  scope.get(
    '/login/code',
    { ...get, schema: { summary: 'Shows the second step of the sign-in', tags, response: pageAnswers } },
    async (request, reply) => {
      if (cookies.step.read(request.headers.cookie) === null) return redirect(reply, '/login')
      const next = nextOf(request.query as Query)
      return page(request, reply, codePage(sceneOf(request), { filled: emptyForm, next }))
    },
  )
  const code = formOf('code', 'next')
  scope.post(
    '/login/code',
    {
      ...post,
      schema: { summary: 'Signs in with a two-factor code', tags, body: code, response: formAnswers },
    },
    form({
      act: async (request, reply, { code = '', next }) => {
        const ticket = cookies.step.read(request.headers.cookie)
        if (ticket === null) throw new ApiError('ticket_over')
        const begun = await signIn.withCode(ticket, code, visitorOf(request))
        return entering.startSession(reply, begun, nextOf({ next }))
      },
      rerender: async (request, filled, { next }) =>
        codePage(sceneOf(request), { filled, next: nextOf({ next }) }),
    }),
  )
}

function signOutRoute(
  scope: FastifyInstance,
  { cookies, sessions }: EntryParts,
  { redirect }: PageResponder,
): void {
  const response = formAnswers
  scope.post(
    '/logout',
    { ...post, schema: { summary: 'Signs out', tags, response } },
    async (request, reply) => {
      const secret = cookies.session.read(request.headers.cookie)
      if (secret !== null) await sessions.end(secret)
      reply.header('set-cookie', cookies.session.clear())
      return redirect(reply, '/')
    },
  )
}
