import type { FastifyPluginCallback } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import type { DashboardParts } from '../pages/account-view.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { pageOptions } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { operatorPage, operatorPath } from './operator-page.ts'
import type { OperatorReport } from './report.ts'

export interface OperatorParts extends DashboardParts {
  readonly report: () => Promise<OperatorReport>
}

/** `GET /dashboard/operator`: the status of the service. Answers `not_found` unless the reader is an operator. */
export function operatorRoutes(parts: OperatorParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(operatorPath, pageOptions('Shows the state of the service'), async (request, reply) => {
      const host = await parts.account(requireSignedIn(request).accountId)
      if (!host.operator) throw new ApiError('not_found')
      const page = operatorPage(answers.sceneOf(request), host, await parts.report())
      return answers.page(request, reply, page)
    })
    done()
  }
}
