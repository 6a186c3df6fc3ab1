import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { FindSession } from '../../accounts/authenticate.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { Registrations } from '../../sessions/registration.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { SignIn } from '../../sessions/sign-in.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { publicFormOptions, publicPageOptions } from '../pages/route-options.ts'
import { renderHomePage } from './home-page.ts'
import { renderCodePage, renderLoginPage } from './login-page.ts'
import { parseLocalPath } from './next.ts'
import { createSessionCookies, type SessionCookieDependencies } from './session-cookies.ts'

interface EntryDependencies extends SessionCookieDependencies {
  readonly findSession: FindSession
  readonly sessions: Pick<Sessions, 'end'>
  readonly signIn: SignIn
  readonly registration: Pick<Registrations, 'isOpen'>
  readonly isSandbox: boolean
}

type Query = Partial<Record<'next', unknown>>

/** Routes for visitors who aren't signed in: `/`, signing in and signing out. */
export function createEntryRoutes(dependencies: EntryDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerHomeRoute(scope, dependencies, responder)
    registerPasswordRoutes(scope, dependencies, responder)
    registerCodeRoutes(scope, dependencies, responder)
    signOutRoute(scope, dependencies, responder)
    done()
  }
}

function registerHomeRoute(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  { replyWithPage, createContext }: PageResponder,
): void {
  scope.get('/', publicPageOptions('Shows the home page'), async (request, reply) => {
    const isSignedIn = (await dependencies.findSession(request.headers)) !== null
    const isOpen = await dependencies.registration.isOpen()
    return replyWithPage(
      request,
      reply,
      renderHomePage(createContext(request), { isSignedIn, isOpen, isSandbox: dependencies.isSandbox }),
    )
  })
}

function registerPasswordRoutes(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  responder: PageResponder,
): void {
  const { signIn, registration, baseUrl } = dependencies
  const { replyWithPage, redirect, handleForm, createContext, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const getNextPath = ({ next }: Query): string | null => parseLocalPath(next, baseUrl)
  const handleLogin = async (request: FastifyRequest, formState: FormState, query: Query) =>
    renderLoginPage(createContext(request), {
      formState,
      next: getNextPath(query),
      isOpen: await registration.isOpen(),
    })

  scope.get('/login', publicPageOptions('Shows the sign-in form'), async (request, reply) => {
    const query = request.query as Query
    if (await dependencies.findSession(request.headers))
      return redirect(reply, getNextPath(query) ?? '/dashboard')
    return replyWithPage(request, reply, await handleLogin(request, emptyForm, query))
  })
  scope.post(
    '/login',
    publicFormOptions('Signs in', ['email', 'password', 'next']),
    handleForm({
      onSubmit: async (request, reply, { email = '', password = '', next }) => {
        const result = await signIn.withPassword({ email, password }, getVisitor(request))
        return signInCookies.continueSignIn(reply, result, getNextPath({ next }))
      },
      rerender: (request, formState, body) => handleLogin(request, formState, body),
    }),
  )
}

function registerCodeRoutes(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  responder: PageResponder,
): void {
  const { signIn, cookies, baseUrl } = dependencies
  const { replyWithPage, redirect, handleForm, createContext, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const getNextPath = ({ next }: Query): string | null => parseLocalPath(next, baseUrl)
  scope.get(
    '/login/code',
    publicPageOptions('Shows the second step of the sign-in'),
    async (request, reply) => {
      if (cookies.step.read(request.headers.cookie) === null) return redirect(reply, '/login')
      const next = getNextPath(request.query as Query)
      return replyWithPage(
        request,
        reply,
        renderCodePage(createContext(request), { formState: emptyForm, next }),
      )
    },
  )
  scope.post(
    '/login/code',
    publicFormOptions('Signs in with a two-factor code', ['code', 'next']),
    handleForm({
      onSubmit: async (request, reply, { code = '', next }) => {
        const ticket = cookies.step.read(request.headers.cookie)
        if (ticket === null) throw new ApiError('ticket_over')
        const newSession = await signIn.withCode(ticket, code, getVisitor(request))
        return signInCookies.startSession(reply, newSession, getNextPath({ next }))
      },
      rerender: async (request, formState, { next }) =>
        renderCodePage(createContext(request), { formState, next: getNextPath({ next }) }),
    }),
  )
}

function signOutRoute(
  scope: FastifyInstance,
  { cookies, sessions }: EntryDependencies,
  { redirect }: PageResponder,
): void {
  scope.post('/logout', publicFormOptions('Signs out'), async (request, reply) => {
    const secret = cookies.session.read(request.headers.cookie)
    if (secret !== null) await sessions.end(secret)
    reply.header('set-cookie', cookies.session.clear())
    return redirect(reply, '/')
  })
}
