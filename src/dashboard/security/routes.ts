import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '../../kernel/clock.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import type { SessionTimeouts } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { createSessionCookies } from '../entry/session-cookies.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { SessionParams } from '../schemas.ts'
import { createSecurityRenderer, type SecurityPageDependencies } from './render-security-page.ts'
import { securityPath } from './security-paths.ts'
import { renderSessionsPage, sessionsPath } from './sessions-page.ts'
import { renderTwoFactorSetupPage } from './two-factor-setup-page.ts'

interface SecurityDependencies extends SecurityPageDependencies {
  readonly sessions: Pick<Sessions, 'list' | 'revoke'>
  readonly passwords: Pick<Passwords, 'change'>
  readonly timeouts: SessionTimeouts
}

type Query = Partial<Record<'done', unknown>>

/** Routes for password, two-factor authentication and sessions. */
export function createSecurityRoutes(dependencies: SecurityDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerPasswordRoutes(scope, dependencies, responder)
    registerTwoFactorRoutes(scope, dependencies, responder)
    registerSessionRoutes(scope, dependencies, responder)
    done()
  }
}

/** Sends the new cookie after the session's secret was rotated. */
const replaceSessionCookie = (
  { cookies, timeouts }: SecurityDependencies,
  reply: FastifyReply,
  secret: string,
): void =>
  void reply.header('set-cookie', cookies.session.set(secret, Math.ceil(timeouts.lifetimeMs / second)))

function registerPasswordRoutes(
  scope: FastifyInstance,
  dependencies: SecurityDependencies,
  responder: PageResponder,
): void {
  const { replyWithPage, handleForm, getVisitor } = responder
  const renderPage = createSecurityRenderer(dependencies, responder)
  scope.get(securityPath, definePage('Shows the security settings'), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    `${securityPath}/password`,
    defineForm('Changes the password', ['old_password', 'new_password']),
    handleForm({
      form: 'password',
      onSubmit: async (request, reply, { old_password: current = '', new_password: next = '' }) => {
        const user = requireSignedIn(request)
        createSessionCookies(dependencies).setSessionCookies(
          reply,
          await dependencies.passwords.change(user, { current, next }, getVisitor(request)),
        )
        return `${securityPath}?done=password`
      },
      rerender: renderPage,
    }),
  )
}

function registerTwoFactorRoutes(
  scope: FastifyInstance,
  dependencies: SecurityDependencies,
  responder: PageResponder,
): void {
  const { factor } = dependencies
  const { replyWithPage, redirect, handleForm, createContext, getVisitor } = responder
  const path = `${securityPath}/codes`

  async function renderPage(request: FastifyRequest, formState: FormState, key?: string): Promise<string> {
    const user = requireSignedIn(request)
    const [currentAccount, setup, requiresPassword] = await Promise.all([
      dependencies.loadAccount(user.accountId),
      factor.createSetup(user.accountId, key),
      factor.requiresPassword(user),
    ])
    return renderTwoFactorSetupPage(createContext(request), currentAccount, {
      formState,
      setup,
      requiresPassword,
    })
  }

  scope.get(path, definePage('Shows a key for an authenticator app'), async (request, reply) => {
    const { hasTwoFactor } = await dependencies.loadAccount(requireSignedIn(request).accountId)
    if (hasTwoFactor) return redirect(reply, securityPath)
    return replyWithPage(request, reply, await renderPage(request, emptyForm))
  })
  scope.post(
    path,
    defineForm('Turns on two-factor authentication', ['key', 'code', 'password']),
    handleForm({
      onSubmit: async (request, reply, { key = '', code = '', password = '' }) => {
        const setup = { key, code, password }
        replaceSessionCookie(
          dependencies,
          reply,
          await factor.turnOn(requireSignedIn(request), setup, getVisitor(request)),
        )
        return `${securityPath}?done=codes_on`
      },
      rerender: (request, formState, { key }) => renderPage(request, formState, key),
    }),
  )
  const renderSecurityPage = createSecurityRenderer(dependencies, responder)
  scope.post(
    `${path}/off`,
    defineForm('Turns off two-factor authentication', ['password']),
    handleForm({
      form: 'codes',
      onSubmit: async (request, _reply, { password = '' }) => {
        await factor.turnOff(requireSignedIn(request), password, getVisitor(request))
        return `${securityPath}?done=codes_off`
      },
      rerender: renderSecurityPage,
    }),
  )
}

function registerSessionRoutes(
  scope: FastifyInstance,
  dependencies: SecurityDependencies,
  responder: PageResponder,
): void {
  const { replyWithPage, redirect, createContext } = responder
  scope.get(sessionsPath, definePage('Lists the active sessions'), async (request, reply) => {
    const { accountId, sessionId: currentSessionId } = requireSignedIn(request)
    const [currentAccount, sessions] = await Promise.all([
      dependencies.loadAccount(accountId),
      dependencies.sessions.list(accountId),
    ])
    const isDone = ((request.query ?? {}) as Query).done === 'session'
    return replyWithPage(
      request,
      reply,
      renderSessionsPage(createContext(request), currentAccount, { sessions, currentSessionId, isDone }),
    )
  })
  scope.post(
    `${sessionsPath}/:id/end`,
    defineForm('Ends a session', [], { params: SessionParams }),
    async (request, reply) => {
      const user = requireSignedIn(request)
      const { id } = request.params as { id: string }
      await dependencies.sessions.revoke(user, id)
      if (id !== user.sessionId) return redirect(reply, `${sessionsPath}?done=session`)
      reply.header('set-cookie', dependencies.cookies.session.clear())
      return redirect(reply, '/')
    },
  )
}
