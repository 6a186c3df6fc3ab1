import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '../../kernel/clock.ts'
import type { Credentials } from '../../sessions/credentials.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import type { SecondFactor } from '../../sessions/second-factor.ts'
import type { SessionLife } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { createSessionCookies } from '../entry/session-cookies.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder, type PageResponderParts } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { SessionParams } from '../schemas.ts'
import { securityActions, securityPage, securityPath } from './security-page.ts'
import { sessionsPage, sessionsPath } from './sessions-page.ts'
import { setUpPage } from './set-up-page.ts'

export interface SecurityParts extends PageResponderParts {
  readonly account: (accountId: number) => Promise<Credentials>
  readonly sessions: Pick<Sessions, 'list' | 'revoke'>
  readonly passwords: Pick<Passwords, 'change'>
  readonly factor: SecondFactor
  readonly life: SessionLife
}

type Query = Partial<Record<'done', unknown>>

/** Routes for password, two-factor authentication and sessions. */
export function securityRoutes(parts: SecurityParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    passwordRoutes(scope, parts, answers)
    codeRoutes(scope, parts, answers)
    sessionRoutes(scope, parts, answers)
    done()
  }
}

/** Continues the browser's session under a new id. */
const renew = ({ cookies, life }: SecurityParts, reply: FastifyReply, secret: string): void =>
  void reply.header('set-cookie', cookies.session.set(secret, Math.ceil(life.lifeMs / second)))

function securityDrawer(parts: SecurityParts, { sceneOf }: PageResponder) {
  return async (request: FastifyRequest, filled: FormState): Promise<string> => {
    const host = await parts.account(requireSignedIn(request).accountId)
    const { done } = (request.query ?? {}) as Query
    const deed = securityActions.find((each) => each === done) ?? null
    return securityPage(sceneOf(request), host, { filled, hasCode: host.hasCode, done: deed })
  }
}

function passwordRoutes(scope: FastifyInstance, parts: SecurityParts, answers: PageResponder): void {
  const { page, form, visitorOf } = answers
  const draw = securityDrawer(parts, answers)
  scope.get(securityPath, pageOptions('Shows the security settings'), async (request, reply) =>
    page(request, reply, await draw(request, emptyForm)),
  )
  scope.post(
    `${securityPath}/password`,
    formOptions('Changes the password', ['old_password', 'new_password']),
    form({
      form: 'password',
      act: async (request, reply, { old_password: old = '', new_password: fresh = '' }) => {
        const by = requireSignedIn(request)
        createSessionCookies(parts).setSessionCookies(
          reply,
          await parts.passwords.change(by, { old, fresh }, visitorOf(request)),
        )
        return `${securityPath}?done=password`
      },
      rerender: draw,
    }),
  )
}

function codeRoutes(scope: FastifyInstance, parts: SecurityParts, answers: PageResponder): void {
  const { factor } = parts
  const { page, redirect, form, sceneOf, visitorOf } = answers
  const path = `${securityPath}/codes`

  async function draw(request: FastifyRequest, filled: FormState, key?: string): Promise<string> {
    const by = requireSignedIn(request)
    const [host, shown, asksPassword] = await Promise.all([
      parts.account(by.accountId),
      factor.draft(by.accountId, key),
      factor.asksPassword(by),
    ])
    return setUpPage(sceneOf(request), host, { filled, shown, asksPassword })
  }

  scope.get(path, pageOptions('Shows a key for an authenticator app'), async (request, reply) => {
    const { hasCode } = await parts.account(requireSignedIn(request).accountId)
    if (hasCode) return redirect(reply, securityPath)
    return page(request, reply, await draw(request, emptyForm))
  })
  scope.post(
    path,
    formOptions('Turns on two-factor authentication', ['key', 'code', 'password']),
    form({
      act: async (request, reply, { key = '', code = '', password = '' }) => {
        const given = { key, code, password }
        renew(parts, reply, await factor.turnOn(requireSignedIn(request), given, visitorOf(request)))
        return `${securityPath}?done=codes_on`
      },
      rerender: (request, filled, { key }) => draw(request, filled, key),
    }),
  )
  const again = securityDrawer(parts, answers)
  scope.post(
    `${path}/off`,
    formOptions('Turns off two-factor authentication', ['password']),
    form({
      form: 'codes',
      act: async (request, _reply, { password = '' }) => {
        await factor.turnOff(requireSignedIn(request), password, visitorOf(request))
        return `${securityPath}?done=codes_off`
      },
      rerender: again,
    }),
  )
}

function sessionRoutes(scope: FastifyInstance, parts: SecurityParts, answers: PageResponder): void {
  const { page, redirect, sceneOf } = answers
  scope.get(sessionsPath, pageOptions('Where one is signed in'), async (request, reply) => {
    const { accountId, sessionId: current } = requireSignedIn(request)
    const [host, sessions] = await Promise.all([parts.account(accountId), parts.sessions.list(accountId)])
    const isDone = ((request.query ?? {}) as Query).done === 'session'
    return page(request, reply, sessionsPage(sceneOf(request), host, { sessions, current, isDone }))
  })
  scope.post(
    `${sessionsPath}/:id/end`,
    formOptions('Ends a session', [], { params: SessionParams }),
    async (request, reply) => {
      const by = requireSignedIn(request)
      const { id } = request.params as { id: string }
      await parts.sessions.revoke(by, id)
      if (id !== by.sessionId) return redirect(reply, `${sessionsPath}?done=session`)
      reply.header('set-cookie', parts.cookies.session.clear())
      return redirect(reply, '/')
    },
  )
}
