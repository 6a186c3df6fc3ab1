import type { FastifyPluginCallback } from 'fastify'
import type { DashboardParts } from '../pages/account-view.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { pageOptions } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { auditPage, auditPath } from './audit-page.ts'
import type { AuditReader } from './line.ts'

export interface AuditParts extends DashboardParts {
  readonly audit: AuditReader
}

/** Entries per page. */
const onePage = 50

/** `/dashboard/settings/audit`: the account's own entries, for an operator too. */
export function auditRoutes(parts: AuditParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(auditPath, pageOptions('Audit log'), async (request, reply) => {
      const { accountId, sessionId: current } = requireSignedIn(request)
      const { before: asked } = (request.query ?? {}) as { before?: unknown }
      const before = typeof asked === 'string' && /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null
      const [host, found] = await Promise.all([
        parts.account(accountId),
        parts.audit.lines(accountId, { before, limit: onePage + 1 }),
      ])
      const lines = found.slice(0, onePage)
      const next = found.length > onePage ? (lines.at(-1)?.number ?? null) : null
      const known = await parts.audit.findActorNames(accountId, lines)
      const shown = { lines, known, current, isFirst: before === null, next }
      return answers.page(request, reply, auditPage(answers.sceneOf(request), host, shown))
    })
    done()
  }
}
