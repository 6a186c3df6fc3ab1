import type { FastifyPluginCallback } from 'fastify'
import { answering } from '../pages/answering.ts'
import { pageOptions } from '../pages/route-options.ts'
import { signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { auditPage, auditPath } from './audit-page.ts'
import type { AuditReader } from './line.ts'

export interface AuditParts extends HouseParts {
  readonly audit: AuditReader
}

/** Lines on one page. */
const onePage = 50

/** `/dashboard/settings/audit`: the account's own lines, for an operator too. */
export function auditRoutes(parts: AuditParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(auditPath, pageOptions('What was done to the account'), async (request, reply) => {
      const { accountId, sessionId: current } = signedOf(request)
      const { before: asked } = (request.query ?? {}) as { before?: unknown }
      const before = typeof asked === 'string' && /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null
      const [host, found] = await Promise.all([
        parts.account(accountId),
        parts.audit.lines(accountId, { before, limit: onePage + 1 }),
      ])
      const lines = found.slice(0, onePage)
      const next = found.length > onePage ? (lines.at(-1)?.number ?? null) : null
      const known = await parts.audit.known(accountId, lines)
      const shown = { lines, known, current, isFirst: before === null, next }
      return answers.page(request, reply, auditPage(answers.sceneOf(request), host, shown))
    })
    done()
  }
}
