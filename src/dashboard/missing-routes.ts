import type { FastifyPluginCallback } from 'fastify'
import { ApiError } from '../kernel/api-error.ts'
import type { DashboardParts } from './pages/account-view.ts'
import { createPageResponder } from './pages/page-responder.ts'
import { pageOptions } from './pages/route-options.ts'

/** Other paths below `/dashboard`: `/dashboard/settings` redirects to its first page, and anything else gets an error page. */
export function missingRoutes(parts: DashboardParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(
      '/dashboard/settings',
      pageOptions('Redirects to the first settings page'),
      async (_request, reply) => answers.redirect(reply, '/dashboard/settings/destinations'),
    )
    scope.get('/dashboard/*', pageOptions('Shows that a page does not exist'), async () => {
      throw new ApiError('not_found')
    })
    done()
  }
}
