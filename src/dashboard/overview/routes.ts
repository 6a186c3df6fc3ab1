import type { FastifyPluginCallback } from 'fastify'
import { answering } from '../pages/answering.ts'
import { pageOptions } from '../pages/route-options.ts'
import { type HouseParts, lookingAt } from '../pages/viewing.ts'
import { overviewPage } from './overview-page.ts'

/** `GET /dashboard`: where one lands. */
export function overviewRoutes(parts: HouseParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get('/dashboard', pageOptions('The overview'), async (request, reply) => {
      const { host, viewed } = await lookingAt(request, parts)
      return answers.page(request, reply, overviewPage(answers.sceneOf(request), host, viewed))
    })
    done()
  }
}
