import type { FastifyPluginCallback } from 'fastify'
import Type from 'typebox'
import { type DashboardDependencies, loadAccountView } from '../pages/account-view.ts'
import { hasPermission } from '../pages/page-context.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { definePage } from '../pages/route-options.ts'
import { defaultPeriod, type Overviews, type PeriodName, periodNames } from './overview.ts'
import { renderOverviewPage } from './overview-page.ts'

interface OverviewRouteDependencies extends DashboardDependencies {
  readonly overviews: Overviews
  readonly isSandbox: boolean
}

const querystring = Type.Object({
  period: Type.Optional(Type.Enum(periodNames, { description: 'Period of the charts; 7d by default' })),
  account: Type.Optional(Type.String({ description: 'Id of an account that grants view access' })),
  lang: Type.Optional(Type.String({ description: 'Switches the language' })),
})

/** `GET /dashboard`: the start page. */
export function createOverviewRoutes(dependencies: OverviewRouteDependencies): FastifyPluginCallback {
  const { overviews, baseUrl, isSandbox } = dependencies
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(
      '/dashboard',
      definePage('Shows the overview', { querystring }, ['overview.read']),
      async (request, reply) => {
        const accountView = await loadAccountView(request, dependencies)
        const { owner, grantedAccount } = accountView
        const overview = await overviews.load(owner, parsePeriod(request.query))
        const ownerOverview = grantedAccount ? null : await overviews.loadOwnerOverview(owner.accountId)
        const exceptions = hasPermission(grantedAccount, 'exceptions.read')
          ? await overviews.loadExceptions(owner.accountId)
          : null
        const pageData = { accountView, overview, ownerOverview, exceptions, site: { baseUrl, isSandbox } }
        return responder.replyWithPage(
          request,
          reply,
          renderOverviewPage(responder.createContext(request), pageData),
        )
      },
    )
    done()
  }
}

/** The requested period, or the default if it is unknown. */
function parsePeriod(query: unknown): PeriodName {
  const { period } = (query ?? {}) as { period?: unknown }
  return periodNames.find((name) => name === period) ?? defaultPeriod
}
