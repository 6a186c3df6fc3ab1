import type { FastifyPluginCallback } from 'fastify'
import Type from 'typebox'
import { answering } from '../pages/answering.ts'
import { pageOptions } from '../pages/route-options.ts'
import { type HouseParts, lookingAt } from '../pages/viewing.ts'
import { type Overviews, type PeriodName, periodNames, usualPeriod } from './overview.ts'
import { overviewPage } from './overview-page.ts'

export interface OverviewRouteParts extends HouseParts {
  readonly overviews: Overviews
  readonly isSandbox: boolean
}

const querystring = Type.Object({
  period: Type.Optional(Type.Enum(periodNames, { description: 'The days of the pictures; 7d by default' })),
  account: Type.Optional(Type.String({ description: 'Id of an account that grants view access' })),
  lang: Type.Optional(Type.String({ description: 'Another language, from now on' })),
})

/** `GET /dashboard`: where one lands. */
export function overviewRoutes(parts: OverviewRouteParts): FastifyPluginCallback {
  const { overviews, baseUrl, isSandbox } = parts
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get('/dashboard', pageOptions('The overview', { querystring }), async (request, reply) => {
      const looking = await lookingAt(request, parts)
      const { of, viewed } = looking
      const overview = await overviews.look(of, periodAsked(request.query))
      const own = viewed ? null : await overviews.own(of.accountId)
      const shown = { looking, overview, own, ground: { baseUrl, isSandbox } }
      return answers.page(request, reply, overviewPage(answers.sceneOf(request), shown))
    })
    done()
  }
}

/** Of what is none of them, the usual one. */
function periodAsked(query: unknown): PeriodName {
  const { period } = (query ?? {}) as { period?: unknown }
  return periodNames.find((name) => name === period) ?? usualPeriod
}
