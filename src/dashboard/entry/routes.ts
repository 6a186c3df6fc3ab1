import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { FindSession } from '../../accounts/authenticate.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { Registrations } from '../../sessions/registration.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { SignIn } from '../../sessions/sign-in.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { maxPasskeyFormBytes, sendPasskeyOptions } from '../pages/passkey-options.ts'
import { definePublicForm, definePublicPage } from '../pages/route-options.ts'
import { passkeyOptionsResponse } from '../schemas.ts'
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
    registerPasskeyRoutes(scope, dependencies, responder)
    registerTwoFactorRoutes(scope, dependencies, responder)
    registerCodePasskeyRoutes(scope, dependencies, responder)
    registerSignOutRoute(scope, dependencies, responder)
    done()
  }
}

function registerHomeRoute(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  { replyWithPage, createContext }: PageResponder,
): void {
  scope.get('/', definePublicPage('Shows the home page'), async (request, reply) => {
    const isSignedIn = (await dependencies.findSession(request.headers)) !== null
    const isRegistrationOpen = await dependencies.registration.isOpen()
    return replyWithPage(
      request,
      reply,
      renderHomePage(createContext(request), {
        isSignedIn,
        isRegistrationOpen,
        isSandbox: dependencies.isSandbox,
      }),
    )
  })
}

/** Logic shared by the sign-in forms. */
function createSignInForms(
  { signIn, registration, cookies, baseUrl }: EntryDependencies,
  { createContext }: PageResponder,
) {
  const getNextPath = ({ next }: Query): string | null => parseLocalPath(next, baseUrl)
  return { getNextPath, getTicket, renderLogin, renderCode }

  /** The ticket of the first step. @throws {ApiError} `ticket_over` */
  function getTicket(request: FastifyRequest): string {
    const ticket = cookies.pendingStep.read(request.headers.cookie)
    if (ticket === null) throw new ApiError('ticket_over')
    return ticket
  }

  async function renderLogin(request: FastifyRequest, formState: FormState, query: Query): Promise<string> {
    return renderLoginPage(createContext(request), {
      formState,
      next: getNextPath(query),
      isRegistrationOpen: await registration.isOpen(),
      hasPasskeys: signIn.canUsePasskeys,
    })
  }

  async function renderCode(request: FastifyRequest, formState: FormState, query: Query): Promise<string> {
    const ticket = cookies.pendingStep.read(request.headers.cookie)
    return renderCodePage(createContext(request), {
      formState,
      next: getNextPath(query),
      hasPasskeys: ticket !== null && (await signIn.hasPasskey(ticket)),
    })
  }
}

function registerPasswordRoutes(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  responder: PageResponder,
): void {
  const { signIn } = dependencies
  const { replyWithPage, redirect, handleForm, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const { getNextPath, renderLogin } = createSignInForms(dependencies, responder)

  scope.get('/login', definePublicPage('Shows the sign-in form'), async (request, reply) => {
    const query = request.query as Query
    if (await dependencies.findSession(request.headers))
      return redirect(reply, getNextPath(query) ?? '/dashboard')
    return replyWithPage(request, reply, await renderLogin(request, emptyForm, query))
  })
  scope.post(
    '/login',
    definePublicForm('Signs in', ['email', 'password', 'next']),
    handleForm({
      onSubmit: async (request, reply, { email = '', password = '', next }) => {
        const result = await signIn.signInWithPassword({ email, password }, getVisitor(request))
        return signInCookies.continueSignIn(reply, result, getNextPath({ next }))
      },
      rerender: renderLogin,
    }),
  )
}

function registerPasskeyRoutes(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  responder: PageResponder,
): void {
  const { signIn } = dependencies
  const { handleForm, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const { getNextPath, renderLogin } = createSignInForms(dependencies, responder)
  scope.post(
    '/login/passkey/options',
    definePublicForm('Starts a sign-in with a passkey', ['next'], passkeyOptionsResponse),
    handleForm({
      form: 'passkey',
      onSubmit: async (_request, reply) => sendPasskeyOptions(reply, signIn.startPasskey()),
      rerender: renderLogin,
    }),
  )
  scope.post(
    '/login/passkey',
    {
      ...definePublicForm('Signs in with a passkey', ['credential', 'next']),
      bodyLimit: maxPasskeyFormBytes,
    },
    handleForm({
      form: 'passkey',
      onSubmit: async (request, reply, { credential = '', next }) => {
        const newSession = await signIn.signInWithPasskey(credential, getVisitor(request))
        return signInCookies.startSession(reply, newSession, getNextPath({ next }))
      },
      rerender: renderLogin,
    }),
  )
}

function registerTwoFactorRoutes(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  responder: PageResponder,
): void {
  const { signIn, cookies } = dependencies
  const { replyWithPage, redirect, handleForm, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const { getNextPath, getTicket, renderCode } = createSignInForms(dependencies, responder)
  scope.get(
    '/login/code',
    definePublicPage('Shows the second step of the sign-in'),
    async (request, reply) => {
      if (cookies.pendingStep.read(request.headers.cookie) === null) return redirect(reply, '/login')
      return replyWithPage(request, reply, await renderCode(request, emptyForm, request.query as Query))
    },
  )
  scope.post(
    '/login/code',
    definePublicForm('Signs in with a two-factor code', ['code', 'next']),
    handleForm({
      onSubmit: async (request, reply, { code = '', next }) => {
        const newSession = await signIn.signInWithCode(getTicket(request), code, getVisitor(request))
        return signInCookies.startSession(reply, newSession, getNextPath({ next }))
      },
      rerender: renderCode,
    }),
  )
}

function registerCodePasskeyRoutes(
  scope: FastifyInstance,
  dependencies: EntryDependencies,
  responder: PageResponder,
): void {
  const { signIn } = dependencies
  const { handleForm, getVisitor } = responder
  const signInCookies = createSessionCookies(dependencies)
  const { getNextPath, getTicket, renderCode } = createSignInForms(dependencies, responder)
  scope.post(
    '/login/code/passkey/options',
    definePublicForm('Starts the second step with a passkey', ['next'], passkeyOptionsResponse),
    handleForm({
      form: 'passkey',
      onSubmit: async (request, reply) =>
        sendPasskeyOptions(reply, await signIn.startPasskeyAfterPassword(getTicket(request))),
      rerender: renderCode,
    }),
  )
  scope.post(
    '/login/code/passkey',
    {
      ...definePublicForm('Signs in with a passkey in place of a code', ['credential', 'next']),
      bodyLimit: maxPasskeyFormBytes,
    },
    handleForm({
      form: 'passkey',
      onSubmit: async (request, reply, { credential = '', next }) => {
        const ticket = getTicket(request)
        const newSession = await signIn.signInWithPasskeyAfterPassword(
          ticket,
          credential,
          getVisitor(request),
        )
        return signInCookies.startSession(reply, newSession, getNextPath({ next }))
      },
      rerender: renderCode,
    }),
  )
}

function registerSignOutRoute(
  scope: FastifyInstance,
  { cookies, sessions }: EntryDependencies,
  { redirect }: PageResponder,
): void {
  scope.post('/logout', definePublicForm('Signs out'), async (request, reply) => {
    const secret = cookies.session.read(request.headers.cookie)
    if (secret !== null) await sessions.end(secret)
    reply.header('set-cookie', cookies.session.clear())
    return redirect(reply, '/')
  })
}
