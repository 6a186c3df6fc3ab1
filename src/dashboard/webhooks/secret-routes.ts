import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Passwords } from '../../sessions/passwords.ts'
import type { FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { webhooksPath } from './pages/endpoint-components.ts'
import {
  createWebhookRenderer,
  endpointParams,
  getEndpointId,
  getSecretName,
  type WebhookPageDependencies,
} from './render-page.ts'

interface WebhookSecretDependencies extends WebhookPageDependencies {
  readonly passwords: Pick<Passwords, 'confirm'>
}

/** The routes of one secret. */
interface SecretRoutes {
  readonly path: string
  /** Null for the account's secret. @throws {ApiError} `webhook_not_found` */
  readonly findEndpointId: (request: FastifyRequest) => Promise<string | null>
  readonly rerender: (request: FastifyRequest, formState: FormState) => Promise<string>
  readonly schema?: object
}

/** Shows and rotates webhook secrets. Both require the password. */
export function createWebhookSecretRoutes(dependencies: WebhookSecretDependencies): FastifyPluginCallback {
  const { endpoints, passwords, oneTimeViews } = dependencies
  const responder = createPageResponder(dependencies)
  const renderer = createWebhookRenderer(dependencies, responder)
  return (scope, _options, done) => {
    responder.prepare(scope)
    addSecretRoutes({ path: webhooksPath, findEndpointId: async () => null, rerender: renderer.renderList })
    addSecretRoutes({
      path: `${webhooksPath}/:id`,
      findEndpointId: async (request) =>
        (await endpoints.show(requireSignedIn(request).accountId, getEndpointId(request))).id,
      rerender: (request, formState) => renderer.renderEndpoint(request, formState),
      schema: endpointParams,
    })
    done()

    function addSecretRoutes({ path, findEndpointId, rerender, schema }: SecretRoutes): void {
      const buildOptions = (summary: string) => defineForm(summary, ['password'], schema)
      const handleAction = (runAction: (request: FastifyRequest, password: string) => Promise<string>) =>
        responder.handleForm({
          form: 'secret',
          preservedFields: [],
          onSubmit: (request, _reply, { password = '' }) => runAction(request, password),
          rerender,
        })

      scope.post(
        `${path}/secret`,
        buildOptions('Shows a webhook secret'),
        handleAction(async (request, password) => {
          const id = await findEndpointId(request)
          await passwords.confirm(requireSignedIn(request), password, responder.getVisitor(request))
          return `${await createViewUrl(request, id)}#secret`
        }),
      )
      scope.post(
        `${path}/secret/rotate`,
        buildOptions('Rotates a webhook secret'),
        handleAction(async (request, password) => {
          const id = await findEndpointId(request)
          await passwords.confirm(requireSignedIn(request), password, responder.getVisitor(request))
          const actor = responder.requireActorWithOrigin(request)
          await (id === null ? endpoints.rotateAccountSecret(actor) : endpoints.rotateSecret(actor, id))
          return `${await createViewUrl(request, id)}&done=rotated#secret`
        }),
      )
    }
  }

  /** Creates a URL that shows the secret once. */
  async function createViewUrl(request: FastifyRequest, id: string | null): Promise<string> {
    const viewToken = await oneTimeViews.grantView(requireSignedIn(request), getSecretName(id))
    return `${webhooksPath}${id === null ? '' : `/${id}`}?shown=${viewToken}`
  }
}
