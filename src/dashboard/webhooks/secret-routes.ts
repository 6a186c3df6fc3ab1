import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Passwords } from '../../sessions/passwords.ts'
import type { FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { formOptions } from '../pages/route-options.ts'
import { requireActing, requireSignedIn } from '../pages/signed-in.ts'
import { webhooksPath } from './endpoint-components-page.ts'
import {
  createWebhookRenderer,
  endpointParams,
  getEndpointId,
  getSecretKeyName,
  type WebhookPageDependencies,
} from './render-page.ts'

interface WebhookSecretDependencies extends WebhookPageDependencies {
  readonly passwords: Pick<Passwords, 'confirm'>
}

/** The forms for one secret. */
interface Forms {
  readonly path: string
  /** Null for the account's secret. @throws {ApiError} `webhook_not_found` */
  readonly endpointOf: (request: FastifyRequest) => Promise<string | null>
  readonly rerender: (request: FastifyRequest, formState: FormState) => Promise<string>
  readonly more?: object
}

/** Shows and rotates webhook secrets, each with the password. */
export function webhookSecretPages(dependencies: WebhookSecretDependencies): FastifyPluginCallback {
  const { endpoints, passwords, shownOnce } = dependencies
  const responder = createPageResponder(dependencies)
  const renderer = createWebhookRenderer(dependencies, responder)
  return (scope, _options, done) => {
    responder.prepare(scope)
    forms({ path: webhooksPath, endpointOf: async () => null, rerender: renderer.list })
    forms({
      path: `${webhooksPath}/:id`,
      endpointOf: async (request) =>
        (await endpoints.show(requireSignedIn(request).accountId, getEndpointId(request))).id,
      rerender: (request, formState) => renderer.endpoint(request, formState),
      more: endpointParams,
    })
    done()

    function forms({ path, endpointOf, rerender, more }: Forms): void {
      const options = (summary: string) => formOptions(summary, ['password'], more)
      const form = (action: (request: FastifyRequest, password: string) => Promise<string>) =>
        responder.form({
          form: 'secret',
          preservedFields: [],
          onSubmit: (request, _reply, { password = '' }) => action(request, password),
          rerender,
        })

      scope.post(
        `${path}/secret`,
        options('Shows a webhook secret'),
        form(async (request, password) => {
          const id = await endpointOf(request)
          await passwords.confirm(requireSignedIn(request), password, responder.visitorOf(request))
          return `${await pageOf(request, id)}#secret`
        }),
      )
      scope.post(
        `${path}/secret/rotate`,
        options('Rotates a webhook secret'),
        form(async (request, password) => {
          const id = await endpointOf(request)
          await passwords.confirm(requireSignedIn(request), password, responder.visitorOf(request))
          const by = { ...requireActing(request), origin: responder.visitorOf(request) }
          await (id === null ? endpoints.rotateAccount(by) : endpoints.rotate(by, id))
          return `${await pageOf(request, id)}&done=rotated#secret`
        }),
      )
    }
  }

  /** URL of the page that shows the secret, valid once. */
  async function pageOf(request: FastifyRequest, id: string | null): Promise<string> {
    const mark = await shownOnce.grantView(requireSignedIn(request), getSecretKeyName(id))
    return `${webhooksPath}${id === null ? '' : `/${id}`}?shown=${mark}`
  }
}
