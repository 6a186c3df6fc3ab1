import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { ActorWithOrigin } from '../../audit/entry.ts'
import type { TestEvents } from '../../webhooks/test-event.ts'
import { deliveriesPath } from '../deliveries/pages/delivery-state.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { type EndpointFormValues, emptyEndpointForm, parseEndpointForm } from './endpoint-form.ts'
import { webhooksPath as path } from './pages/endpoint-components.ts'
import {
  createWebhookRenderer,
  endpointParams,
  getEndpointId,
  type WebhookPageDependencies,
} from './render-page.ts'
import { renderNewEndpointPage } from './webhooks-page.ts'

interface WebhookPagesDependencies extends WebhookPageDependencies {
  readonly tests: TestEvents
}

/** The form also has a checkbox for each event type. */
const fields = ['url', 'description']

/** `/dashboard/settings/webhooks`: the account's endpoints. */
export function createWebhookRoutes(dependencies: WebhookPagesDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerListRoutes(scope, dependencies, responder)
    registerEndpointRoutes(scope, dependencies, responder)
    done()
  }
}

function registerListRoutes(
  scope: FastifyInstance,
  dependencies: WebhookPagesDependencies,
  responder: PageResponder,
): void {
  const { loadAccount, endpoints } = dependencies
  const { replyWithPage, handleForm, createContext, requireActorWithOrigin } = responder
  const { renderList } = createWebhookRenderer(dependencies, responder)

  async function renderPage(
    request: FastifyRequest,
    formState: FormState,
    formValues: EndpointFormValues,
  ): Promise<string> {
    const currentAccount = await loadAccount(requireSignedIn(request).accountId)
    return renderNewEndpointPage(createContext(request), currentAccount, { formValues, formState })
  }

  scope.get(path, definePage('Lists webhook endpoints'), async (request, reply) =>
    replyWithPage(request, reply, await renderList(request, emptyForm)),
  )
  scope.get(`${path}/new`, definePage('Shows the form for a new webhook endpoint'), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm, emptyEndpointForm)),
  )
  scope.post(
    path,
    defineForm('Adds a webhook endpoint', fields),
    handleForm({
      onSubmit: async (request, _reply, body) => {
        const formValues = { ...parseEndpointForm(body), enabled: true }
        const { endpoint } = await endpoints.create(requireActorWithOrigin(request), formValues)
        return `${path}/${endpoint.id}?done=created`
      },
      rerender: (request, formState, body) => renderPage(request, formState, parseEndpointForm(body)),
    }),
  )
}

function registerEndpointRoutes(
  scope: FastifyInstance,
  dependencies: WebhookPagesDependencies,
  responder: PageResponder,
): void {
  const { endpoints, tests } = dependencies
  const { replyWithPage, handleForm, requireActorWithOrigin } = responder
  const { renderEndpoint: renderPage } = createWebhookRenderer(dependencies, responder)

  scope.get(`${path}/:id`, definePage('Shows a webhook endpoint', endpointParams), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    `${path}/:id`,
    defineForm('Changes a webhook endpoint', fields, endpointParams),
    handleForm({
      form: 'change',
      onSubmit: async (request, _reply, body) => {
        const { id } = await endpoints.change(
          requireActorWithOrigin(request),
          getEndpointId(request),
          parseEndpointForm(body),
        )
        return `${path}/${id}?done=changed`
      },
      rerender: (request, formState, body) => renderPage(request, formState, parseEndpointForm(body)),
    }),
  )
  addButtonRoute('enable', 'Enables a webhook endpoint', async (actor, id) => {
    await endpoints.change(actor, id, { enabled: true })
    return `${path}/${id}?done=enabled`
  })
  addButtonRoute('disable', 'Disables a webhook endpoint', async (actor, id) => {
    await endpoints.change(actor, id, { enabled: false })
    return `${path}/${id}?done=disabled`
  })
  addButtonRoute('delete', 'Deletes a webhook endpoint', async (actor, id) => {
    await endpoints.remove(actor, id)
    return `${path}?done=deleted`
  })
  addButtonRoute('test', 'Sends a test event to a webhook endpoint', async (actor, id) => {
    return `${deliveriesPath}/${await tests.send(actor, id)}?done=test`
  })

  /** Registers a button's POST route. `runAction` returns the path to redirect to. */
  function addButtonRoute(
    name: string,
    summary: string,
    runAction: (actor: ActorWithOrigin, id: string) => Promise<string>,
  ): void {
    scope.post(
      `${path}/:id/${name}`,
      defineForm(summary, [], endpointParams),
      handleForm({
        form: 'actions',
        onSubmit: (request) => runAction(requireActorWithOrigin(request), getEndpointId(request)),
        rerender: (request, formState) => renderPage(request, formState),
      }),
    )
  }
}
