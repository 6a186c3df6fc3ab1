import type { FastifyPluginCallback } from 'fastify'
import { Refused } from '../kernel/refused.ts'
import { answering } from './pages/answering.ts'
import { pageOptions } from './pages/route-options.ts'
import type { HouseParts } from './pages/viewing.ts'

/** What lies below `/dashboard` and is no page: the settings lead to the first of them, anything else is told as a page. */
export function missingRoutes(parts: HouseParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(
      '/dashboard/settings',
      pageOptions('To the first page of the settings'),
      async (_request, reply) => answers.go(reply, '/dashboard/settings/destinations'),
    )
    scope.get('/dashboard/*', pageOptions('There is no such page'), async () => {
      throw new Refused('not_found')
    })
    done()
  }
}
