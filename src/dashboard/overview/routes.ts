import type { FastifyPluginCallback } from 'fastify'
import Type from 'typebox'
import { type DashboardParts, loadAccountView } from '../pages/account-view.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { pageOptions } from '../pages/route-options.ts'
import { defaultPeriod, type Overviews, type PeriodName, periodNames } from './overview.ts'
import { overviewPage } from './overview-page.ts'

export interface OverviewRouteParts extends DashboardParts {
  readonly overviews: Overviews
  readonly isSandbox: boolean
}

const querystring = Type.Object({
  period: Type.Optional(Type.Enum(periodNames, { description: 'Period of the charts; 7d by default' })),
  account: Type.Optional(Type.String({ description: 'Id of an account that grants view access' })),
  lang: Type.Optional(Type.String({ description: 'Switches the language' })),
})

/** `GET /dashboard`: the start page. */
export function overviewRoutes(parts: OverviewRouteParts): FastifyPluginCallback {
  const { overviews, baseUrl, isSandbox } = parts
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get('/dashboard', pageOptions('Shows the overview', { querystring }), async (request, reply) => {
      const looking = await loadAccountView(request, parts)
      const { owner, viewed } = looking
      const overview = await overviews.load(owner, periodAsked(request.query))
      const own = viewed ? null : await overviews.loadOwn(owner.accountId)
      const shown = { looking, overview, own, ground: { baseUrl, isSandbox } }
      return answers.page(request, reply, overviewPage(answers.sceneOf(request), shown))
    })
    done()
  }
}

/** The requested period, or the default if it is unknown. */
function periodAsked(query: unknown): PeriodName {
  const { period } = (query ?? {}) as { period?: unknown }
  return periodNames.find((name) => name === period) ?? defaultPeriod
}
