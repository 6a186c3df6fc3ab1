import type { FastifyError, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { allowAnyOrigin, createPreflightHandler } from '../platform/http/cors.ts'
import { createErrorHandler, toApiError } from '../platform/http/errors.ts'
import type { Server } from '../platform/http/server.ts'
import { createFieldError, formatGreenfieldError, toFieldPath } from './errors.ts'
import { getStoreId, requireStorePermission } from './permissions.ts'

const groups = ['stores', 'invoices', 'api-keys', 'server', 'health']
const handleError = createErrorHandler(formatGreenfieldError)

/**
 * The routes of the Greenfield API, for shop plug-ins. Success is always 200: clients treat any other status as a failure. A token's
 * permission for the store is checked before the body is read.
 */
export function createGreenfieldPlugin(addRoutes: readonly ((app: Server) => void)[]): FastifyPluginCallback {
  return (scope, _options, done) => {
    const app: Server = scope.withTypeProvider()
    app.setErrorHandler<FastifyError>((error, request, reply) =>
      handleError(toInvalidFieldError(error) ?? error, request, reply),
    )
    app.addHook('onRequest', allowAnyOrigin)
    app.addHook('onRoute', ({ method, url, config }) => {
      if (config?.access === 'token' && config.storePermission === undefined)
        throw new Error(`${method} ${url} does not declare its permission: set config.storePermission`)
    })
    app.addHook('preParsing', async (request) => checkStorePermission(request))
    const handlePreflight = createPreflightHandler(
      'GET, POST, PUT, DELETE, OPTIONS',
      'authorization, content-type',
    )
    for (const group of groups) {
      app.options(`/api/v1/${group}`, { config: { access: 'public' } }, handlePreflight)
      app.options(`/api/v1/${group}/*`, { config: { access: 'public' } }, handlePreflight)
    }
    for (const add of addRoutes) add(app)
    done()
  }
}

function checkStorePermission({ auth, routeOptions, params }: FastifyRequest): void {
  const { storePermission } = routeOptions.config
  if (!auth || !storePermission) return
  const { storeId = getStoreId(auth.caller) } = params as { readonly storeId?: string }
  requireStorePermission(auth.caller, storePermission, storeId)
}

/** Reports a schema violation as an invalid field. */
function toInvalidFieldError(error: FastifyError): Error | null {
  const [failure] = error.validation ?? []
  if (!failure) return null
  const missing = failure.keyword === 'required' ? `/${failure.params.missingProperty}` : ''
  return createFieldError(toFieldPath(failure.instancePath + missing), toApiError(error).message)
}
