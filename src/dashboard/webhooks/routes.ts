import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { ActorWithOrigin } from '../../audit/entry.ts'
import type { TestEvents } from '../../webhooks/test-event.ts'
import { deliveriesPath } from '../deliveries/state-page.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { requireActing, requireSignedIn } from '../pages/signed-in.ts'
import { type EndpointFormValues, emptyEndpointForm, parseEndpointForm } from './endpoint-form.ts'
import { webhooksPath as path } from './endpoint-parts-page.ts'
import { createWebhookRenderer, endpointParams, idOf, type WebhookPageParts } from './render-page.ts'
import { newEndpointPage } from './webhooks-page.ts'

export interface WebhookPagesParts extends WebhookPageParts {
  readonly tests: TestEvents
}

/** There is also a checkbox for each event type. */
const fields = ['url', 'description']

/** `/dashboard/settings/webhooks`: the account's endpoints. */
export function webhookPages(parts: WebhookPagesParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoutes(scope, parts, answers)
    endpointRoutes(scope, parts, answers)
    done()
  }
}

const fromHere =
  ({ visitorOf }: PageResponder) =>
  (request: FastifyRequest): ActorWithOrigin => ({ ...requireActing(request), origin: visitorOf(request) })

function listRoutes(scope: FastifyInstance, parts: WebhookPagesParts, answers: PageResponder): void {
  const { account, endpoints } = parts
  const { page, form, sceneOf } = answers
  const actingFrom = fromHere(answers)
  const { list } = createWebhookRenderer(parts, answers)

  async function draw(request: FastifyRequest, filled: FormState, wish: EndpointFormValues): Promise<string> {
    const host = await account(requireSignedIn(request).accountId)
    return newEndpointPage(sceneOf(request), host, { wish, filled })
  }

  scope.get(path, pageOptions('Webhook endpoints'), async (request, reply) =>
    page(request, reply, await list(request, emptyForm)),
  )
  scope.get(`${path}/new`, pageOptions('New webhook endpoint'), async (request, reply) =>
    page(request, reply, await draw(request, emptyForm, emptyEndpointForm)),
  )
  scope.post(
    path,
    formOptions('Adds a webhook endpoint', fields),
    form({
      act: async (request, _reply, body) => {
        const wish = { ...parseEndpointForm(body), enabled: true }
        const { endpoint } = await endpoints.create(actingFrom(request), wish)
        return `${path}/${endpoint.id}?done=created`
      },
      rerender: (request, filled, body) => draw(request, filled, parseEndpointForm(body)),
    }),
  )
}

function endpointRoutes(scope: FastifyInstance, parts: WebhookPagesParts, answers: PageResponder): void {
  const { endpoints, tests } = parts
  const { page, form } = answers
  const actingFrom = fromHere(answers)
  const { endpoint: draw } = createWebhookRenderer(parts, answers)

  scope.get(`${path}/:id`, pageOptions('A webhook endpoint', endpointParams), async (request, reply) =>
    page(request, reply, await draw(request, emptyForm)),
  )
  scope.post(
    `${path}/:id`,
    formOptions('Changes a webhook endpoint', fields, endpointParams),
    form({
      form: 'change',
      act: async (request, _reply, body) => {
        const { id } = await endpoints.change(actingFrom(request), idOf(request), parseEndpointForm(body))
        return `${path}/${id}?done=changed`
      },
      rerender: (request, filled, body) => draw(request, filled, parseEndpointForm(body)),
    }),
  )
  button('enable', 'Enables a webhook endpoint', async (by, id) => {
    await endpoints.change(by, id, { enabled: true })
    return `${path}/${id}?done=enabled`
  })
  button('disable', 'Disables a webhook endpoint', async (by, id) => {
    await endpoints.change(by, id, { enabled: false })
    return `${path}/${id}?done=disabled`
  })
  button('delete', 'Deletes a webhook endpoint', async (by, id) => {
    await endpoints.remove(by, id)
    return `${path}?done=deleted`
  })
  button('test', 'Sends a test event to a webhook endpoint', async (by, id) => {
    return `${deliveriesPath}/${await tests.send(by, id)}?done=test`
  })

  /** Registers a button's POST route. `act` runs the action and returns the path to redirect to. */
  function button(
    name: string,
    summary: string,
    act: (by: ActorWithOrigin, id: string) => Promise<string>,
  ): void {
    scope.post(
      `${path}/:id/${name}`,
      formOptions(summary, [], endpointParams),
      form({
        form: 'deeds',
        act: (request) => act(actingFrom(request), idOf(request)),
        rerender: (request, filled) => draw(request, filled),
      }),
    )
  }
}
