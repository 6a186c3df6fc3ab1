import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { Invoice } from '../../invoices/invoice.ts'
import type { InvoicePage, PageAsked } from '../../invoices/list.ts'
import { InvoiceParams } from '../../invoices/schemas.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Refused } from '../../kernel/refused.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import { type Answering, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { sentenceOf } from '../pages/sentences.ts'
import { actingOf, signedOf } from '../pages/signed.ts'
import { type HouseParts, lookingAt } from '../pages/viewing.ts'
import { formAnswers } from '../schemas.ts'
import { type DeedParts, invoiceDeeds } from './deeds.ts'
import { type DetailParts, invoiceDetails } from './detail.ts'
import { detailPage, invoiceDone } from './detail-page.ts'
import { type Asked, readListing, tidied } from './filters.ts'
import { listPage } from './list-page.ts'
import { listPath } from './shown-page.ts'

export interface InvoicePagesParts
  extends HouseParts,
    Omit<DetailParts, 'deliveriesOf'>,
    Omit<DeedParts, 'history' | 'deliveries'> {
  readonly browse: (accountId: number, asked: PageAsked) => Promise<InvoicePage>
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  readonly deliveries: Pick<WebhookDeliveries, 'ofEvents' | 'redeliver'>
  readonly clock: Clock
}

/** Invoices, as a list and one by one. */
export function invoicePages(parts: InvoicePagesParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoute(scope, parts, answers)
    detailRoutes(scope, parts, answers)
    done()
  }
}

function listRoute(scope: FastifyInstance, parts: InvoicePagesParts, answers: Answering): void {
  const { page, go, sceneOf } = answers
  const options = pageOptions('The list of invoices', { response: formAnswers })
  scope.get(listPath, options, async (request, reply) => {
    const looking = await lookingAt(request, parts)
    const asked = { ...(request.query as Asked) }
    const better = tidied(asked, looking.of.timeZone)
    if (better !== null) return go(reply, `${listPath}${better === '' ? '' : `?${better}`}`)
    const scene = sceneOf(request)
    const given = { ...looking, asked, baseUrl: parts.baseUrl }
    try {
      const found = await parts.browse(looking.of.accountId, readListing(asked))
      return page(request, reply, listPage(scene, { ...given, page: found, error: null }))
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'query_invalid') throw error
      const sentence = sentenceOf(scene.words, error, parts.baseUrl)
      return page(request, reply, listPage(scene, { ...given, page: null, error: sentence }), 400)
    }
  })
}

const params = { params: InvoiceParams }

function detailRoutes(scope: FastifyInstance, parts: InvoicePagesParts, answers: Answering): void {
  const { page, sceneOf, form } = answers
  const detailOf = invoiceDetails({ ...parts, deliveriesOf: parts.deliveries.ofEvents })
  const deeds = invoiceDeeds(parts)
  const path = `${listPath}/:uid`

  async function draw(request: FastifyRequest, filled: Filled): Promise<string> {
    const looking = await lookingAt(request, parts)
    const { of, viewed } = looking
    const reader = { accountId: of.accountId, isOwner: viewed === null }
    const detail = await detailOf(uidOf(request), reader)
    const { done: told } = request.query as Asked
    const done = (request.method === 'GET' && invoiceDone.find((each) => each === told)) || null
    const now = parts.clock.now()
    return detailPage(sceneOf(request), { ...looking, detail, filled, done, now })
  }

  /** A form of one's own invoice: of another's not even the page is shown again. */
  function deed(act: (request: FastifyRequest) => Promise<(typeof invoiceDone)[number]>) {
    const answer = form({
      act: async (request) => `${listPath}/${uidOf(request)}?done=${await act(request)}`,
      again: draw,
    })
    return async (request: FastifyRequest, reply: FastifyReply) => {
      await deeds.requireOwnInvoice(signedOf(request).accountId, uidOf(request))
      return answer(request, reply)
    }
  }

  scope.get(path, pageOptions('An invoice', params), async (request, reply) =>
    page(request, reply, await draw(request, empty)),
  )
  scope.post(
    `${path}/cancel`,
    formOptions('Cancels an unpaid invoice', [], params),
    deed(async (request) => {
      await parts.cancel(signedOf(request).accountId, uidOf(request))
      return 'cancelled'
    }),
  )
  scope.post(
    `${path}/redeliver`,
    formOptions('Sends a webhook of an invoice again', ['delivery'], params),
    deed(async (request) => {
      const { delivery = null } = (request.body ?? {}) as { delivery?: string }
      await deeds.resend(actingOf(request), uidOf(request), delivery)
      return 'resent'
    }),
  )
}

const uidOf = ({ params }: FastifyRequest): string => (params as { uid: string }).uid
