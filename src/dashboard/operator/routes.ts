import type { FastifyPluginCallback } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { operatorPath, renderOperatorPage } from './operator-page.ts'
import type { OperatorReport } from './report.ts'

interface OperatorDependencies extends DashboardDependencies {
  readonly collectReport: () => Promise<OperatorReport>
}

/** `GET /dashboard/operator`: the status of the service. `not_found` unless the user is an operator. */
export function createOperatorRoutes(dependencies: OperatorDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(operatorPath, definePage('Shows the status of the service'), async (request, reply) => {
      const currentAccount = await dependencies.loadAccount(requireSignedIn(request).accountId)
      if (!currentAccount.isOperator) throw new ApiError('not_found')
      const page = renderOperatorPage(
        responder.createContext(request),
        currentAccount,
        await dependencies.collectReport(),
      )
      return responder.replyWithPage(request, reply, page)
    })
    done()
  }
}
