import type { FastifyPluginCallback } from 'fastify'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { auditPath, renderAuditPage } from './audit-page.ts'
import type { AuditReader } from './line.ts'

interface AuditDependencies extends DashboardDependencies {
  readonly audit: AuditReader
}

/** Entries per page. */
const pageSize = 50

/** `/dashboard/settings/audit`. Shows only the account's own entries, even to operators. */
export function createAuditRoutes(dependencies: AuditDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(auditPath, definePage('Shows the audit log'), async (request, reply) => {
      const { accountId, sessionId: currentSessionId } = requireSignedIn(request)
      const { before: beforeParam } = (request.query ?? {}) as { before?: unknown }
      const before =
        typeof beforeParam === 'string' && /^[1-9]\d{0,14}$/.test(beforeParam) ? Number(beforeParam) : null
      const [currentAccount, found] = await Promise.all([
        dependencies.loadAccount(accountId),
        dependencies.audit.listLines(accountId, { before, limit: pageSize + 1 }),
      ])
      const lines = found.slice(0, pageSize)
      const nextCursor = found.length > pageSize ? (lines.at(-1)?.number ?? null) : null
      const names = await dependencies.audit.findActorNames(accountId, lines)
      const pageData = { lines, names, currentSessionId, isFirstPage: before === null, nextCursor }
      return responder.replyWithPage(
        request,
        reply,
        renderAuditPage(responder.createContext(request), currentAccount, pageData),
      )
    })
    done()
  }
}
