import type { FastifyPluginCallback } from 'fastify'
import { ApiError } from '../kernel/api-error.ts'
import type { DashboardDependencies } from './pages/account-view.ts'
import { createPageResponder } from './pages/page-responder.ts'
import { definePage } from './pages/route-options.ts'

/** Other paths below `/dashboard`: `/dashboard/settings` redirects to its first page, and anything else gets an error page. */
export function createNotFoundRoutes(dependencies: DashboardDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(
      '/dashboard/settings',
      definePage('Redirects to the first settings page'),
      async (_request, reply) => responder.redirect(reply, '/dashboard/settings/destinations'),
    )
    scope.get('/dashboard/*', definePage('Returns the not-found page'), async () => {
      throw new ApiError('not_found')
    })
    done()
  }
}
