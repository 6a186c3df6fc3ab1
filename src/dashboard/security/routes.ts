import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '../../kernel/clock.ts'
import type { Credentials } from '../../sessions/credentials.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import type { SecondFactor } from '../../sessions/second-factor.ts'
import type { SessionLife } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { enteringOn } from '../entry/entering.ts'
import { type Answering, type AnsweringParts, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { signedOf } from '../pages/signed.ts'
import { SessionParams } from '../schemas.ts'
import { securityDeeds, securityPage, securityPath } from './security-page.ts'
import { sessionsPage, sessionsPath } from './sessions-page.ts'
import { setUpPage } from './set-up-page.ts'

export interface SecurityParts extends AnsweringParts {
  readonly account: (accountId: number) => Promise<Credentials>
  readonly sessions: Pick<Sessions, 'list' | 'revoke'>
  readonly passwords: Pick<Passwords, 'change'>
  readonly factor: SecondFactor
  readonly life: SessionLife
}

type Query = Partial<Record<'done', unknown>>

/** What is there for who is signed in, as far as it is about signing in. */
export function securityRoutes(parts: SecurityParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    passwordRoutes(scope, parts, answers)
    codeRoutes(scope, parts, answers)
    sessionRoutes(scope, parts, answers)
    done()
  }
}

/** The same browser goes on, under another id. */
const renew = ({ cookies, life }: SecurityParts, reply: FastifyReply, secret: string): void =>
  void reply.header('set-cookie', cookies.session.set(secret, Math.ceil(life.lifeMs / second)))

function securityDrawer(parts: SecurityParts, { sceneOf }: Answering) {
  return async (request: FastifyRequest, filled: Filled): Promise<string> => {
    const host = await parts.account(signedOf(request).accountId)
    const { done } = (request.query ?? {}) as Query
    const deed = securityDeeds.find((each) => each === done) ?? null
    return securityPage(sceneOf(request), host, { filled, hasCode: host.hasCode, done: deed })
  }
}

function passwordRoutes(scope: FastifyInstance, parts: SecurityParts, answers: Answering): void {
  const { page, form, visitorOf } = answers
  const draw = securityDrawer(parts, answers)
  scope.get(securityPath, pageOptions('Password and codes'), async (request, reply) =>
    page(request, reply, await draw(request, empty)),
  )
  scope.post(
    `${securityPath}/password`,
    formOptions('Changes the password', ['old_password', 'new_password']),
    form({
      form: 'password',
      act: async (request, reply, { old_password: old = '', new_password: fresh = '' }) => {
        const by = signedOf(request)
        enteringOn(parts).keep(reply, await parts.passwords.change(by, { old, fresh }, visitorOf(request)))
        return `${securityPath}?done=password`
      },
      again: draw,
    }),
  )
}

function codeRoutes(scope: FastifyInstance, parts: SecurityParts, answers: Answering): void {
  const { factor } = parts
  const { page, go, form, sceneOf, visitorOf } = answers
  const path = `${securityPath}/codes`

  async function draw(request: FastifyRequest, filled: Filled, key?: string): Promise<string> {
    const by = signedOf(request)
    const [host, shown, asksPassword] = await Promise.all([
      parts.account(by.accountId),
      factor.draft(by.accountId, key),
      factor.asksPassword(by),
    ])
    return setUpPage(sceneOf(request), host, { filled, shown, asksPassword })
  }

  scope.get(path, pageOptions('A key for an authenticator'), async (request, reply) => {
    const { hasCode } = await parts.account(signedOf(request).accountId)
    if (hasCode) return go(reply, securityPath)
    return page(request, reply, await draw(request, empty))
  })
  scope.post(
    path,
    formOptions('Switches codes on', ['key', 'code', 'password']),
    form({
      act: async (request, reply, { key = '', code = '', password = '' }) => {
        const given = { key, code, password }
        renew(parts, reply, await factor.turnOn(signedOf(request), given, visitorOf(request)))
        return `${securityPath}?done=codes_on`
      },
      again: (request, filled, { key }) => draw(request, filled, key),
    }),
  )
  const again = securityDrawer(parts, answers)
  scope.post(
    `${path}/off`,
    formOptions('Switches codes off', ['password']),
    form({
      form: 'codes',
      act: async (request, _reply, { password = '' }) => {
        await factor.turnOff(signedOf(request), password, visitorOf(request))
        return `${securityPath}?done=codes_off`
      },
      again,
    }),
  )
}

function sessionRoutes(scope: FastifyInstance, parts: SecurityParts, answers: Answering): void {
  const { page, go, sceneOf } = answers
  scope.get(sessionsPath, pageOptions('Where one is signed in'), async (request, reply) => {
    const { accountId, sessionId: current } = signedOf(request)
    const [host, sessions] = await Promise.all([parts.account(accountId), parts.sessions.list(accountId)])
    const isDone = ((request.query ?? {}) as Query).done === 'session'
    return page(request, reply, sessionsPage(sceneOf(request), host, { sessions, current, isDone }))
  })
  scope.post(
    `${sessionsPath}/:id/end`,
    formOptions('Ends a session', [], { params: SessionParams }),
    async (request, reply) => {
      const by = signedOf(request)
      const { id } = request.params as { id: string }
      await parts.sessions.revoke(by, id)
      if (id !== by.sessionId) return go(reply, `${sessionsPath}?done=session`)
      reply.header('set-cookie', parts.cookies.session.clear())
      return go(reply, '/')
    },
  )
}
