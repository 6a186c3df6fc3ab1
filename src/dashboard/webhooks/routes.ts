import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { ActingFrom } from '../../audit/entry.ts'
import type { TestEvents } from '../../webhooks/test-event.ts'
import { deliveriesPath } from '../deliveries/state-page.ts'
import { type Answering, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { actingOf, signedOf } from '../pages/signed.ts'
import { drawings, endpointParams, idOf, type WebhookPageParts } from './draw-page.ts'
import { webhooksPath as path } from './endpoint-parts-page.ts'
import { newEndpointPage } from './webhooks-page.ts'
import { nothing, type Wish, wishIn } from './wish.ts'

export interface WebhookPagesParts extends WebhookPageParts {
  readonly tests: TestEvents
}

/** Beside these there is a tick for each type of event. */
const fields = ['url', 'description']

/** `/dashboard/settings/webhooks`: the endpoints of an account. */
export function webhookPages(parts: WebhookPagesParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoutes(scope, parts, answers)
    endpointRoutes(scope, parts, answers)
    done()
  }
}

const fromHere =
  ({ visitorOf }: Answering) =>
  (request: FastifyRequest): ActingFrom => ({ ...actingOf(request), from: visitorOf(request) })

function listRoutes(scope: FastifyInstance, parts: WebhookPagesParts, answers: Answering): void {
  const { account, endpoints } = parts
  const { page, form, sceneOf } = answers
  const actingFrom = fromHere(answers)
  const { list } = drawings(parts, answers)

  async function draw(request: FastifyRequest, filled: Filled, wish: Wish): Promise<string> {
    const host = await account(signedOf(request).accountId)
    return newEndpointPage(sceneOf(request), host, { wish, filled })
  }

  scope.get(path, pageOptions('Webhook endpoints'), async (request, reply) =>
    page(request, reply, await list(request, empty)),
  )
  scope.get(`${path}/new`, pageOptions('Another webhook endpoint'), async (request, reply) =>
    page(request, reply, await draw(request, empty, nothing)),
  )
  scope.post(
    path,
    formOptions('Adds a webhook endpoint', fields),
    form({
      act: async (request, _reply, body) => {
        const wish = { ...wishIn(body), enabled: true }
        const { endpoint } = await endpoints.create(actingFrom(request), wish)
        return `${path}/${endpoint.id}?done=created`
      },
      again: (request, filled, body) => draw(request, filled, wishIn(body)),
    }),
  )
}

function endpointRoutes(scope: FastifyInstance, parts: WebhookPagesParts, answers: Answering): void {
  const { endpoints, tests } = parts
  const { page, form } = answers
  const actingFrom = fromHere(answers)
  const { endpoint: draw } = drawings(parts, answers)

  scope.get(`${path}/:id`, pageOptions('A webhook endpoint', endpointParams), async (request, reply) =>
    page(request, reply, await draw(request, empty)),
  )
  scope.post(
    `${path}/:id`,
    formOptions('Changes a webhook endpoint', fields, endpointParams),
    form({
      form: 'change',
      act: async (request, _reply, body) => {
        const { id } = await endpoints.change(actingFrom(request), idOf(request), wishIn(body))
        return `${path}/${id}?done=changed`
      },
      again: (request, filled, body) => draw(request, filled, wishIn(body)),
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
  button('test', 'Sends a test to a webhook endpoint', async (by, id) => {
    return `${deliveriesPath}/${await tests.send(by, id)}?done=test`
  })

  /** What it does, and where that leads. */
  function button(name: string, summary: string, act: (by: ActingFrom, id: string) => Promise<string>): void {
    scope.post(
      `${path}/:id/${name}`,
      formOptions(summary, [], endpointParams),
      form({
        form: 'deeds',
        act: (request) => act(actingFrom(request), idOf(request)),
        again: (request, filled) => draw(request, filled),
      }),
    )
  }
}
