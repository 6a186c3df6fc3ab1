import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { BrowseAsked, InvoicePage } from '../../invoices/browse.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { InvoiceLister } from '../../invoices/list.ts'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import { type DashboardParts, loadAccountView } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { errorMessageOf } from '../pages/sentences.ts'
import { requireActing, requireSignedIn } from '../pages/signed-in.ts'
import { formAnswers } from '../schemas.ts'
import { createInvoiceActions, type InvoiceActionParts } from './actions.ts'
import { createInvoiceDetails, type DetailParts } from './detail.ts'
import { completedActions, detailPage } from './detail-page.ts'
import { activeFilters, type InvoiceListQuery, normalizeQuery, parseListQuery } from './filters.ts'
import { listPage } from './list-page.ts'
import { listPath } from './shown-page.ts'
import { maxTotalled, totalsOf } from './totals.ts'

export interface InvoicePagesParts
  extends DashboardParts,
    Omit<DetailParts, 'deliveriesOf'>,
    Omit<InvoiceActionParts, 'history' | 'deliveries'> {
  readonly browse: (accountId: number, asked: BrowseAsked) => Promise<InvoicePage | null>
  readonly amounts: InvoiceLister['amounts']
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  readonly deliveries: Pick<WebhookDeliveries, 'listByEvents' | 'redeliver'>
  /** Currencies that have rates now. */
  readonly currencies: () => readonly string[]
  readonly clock: Clock
}

/** The invoice list and the page of each invoice. */
export function invoicePages(parts: InvoicePagesParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoute(scope, parts, answers)
    detailRoutes(scope, parts, answers)
    done()
  }
}

function listRoute(scope: FastifyInstance, parts: InvoicePagesParts, answers: PageResponder): void {
  const { page, redirect, sceneOf } = answers
  const options = pageOptions('Invoice list', { response: formAnswers })
  const total = async (of: { accountId: number; currency: string }, { filters }: BrowseAsked) => {
    const amounts = await parts.amounts(of.accountId, filters, maxTotalled)
    return amounts ? totalsOf(amounts, of.currency) : 'cut'
  }
  scope.get(listPath, options, async (request, reply) => {
    const looking = await loadAccountView(request, parts)
    const asked = { ...(request.query as InvoiceListQuery) }
    const better = normalizeQuery(asked, looking.owner.timeZone)
    if (better !== null) return redirect(reply, `${listPath}${better === '' ? '' : `?${better}`}`)
    const scene = sceneOf(request)
    const { baseUrl, currencies, clock } = parts
    const shown = { ...looking, asked, baseUrl, currencies: currencies(), now: clock.now() }
    const given = { ...shown, totals: null }
    try {
      const listing = parseListQuery(asked)
      const found = await parts.browse(looking.owner.accountId, listing)
      const totals = activeFilters(asked).length > 0 ? await total(looking.owner, listing) : null
      return page(request, reply, listPage(scene, { ...given, totals, page: found, error: null }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'query_invalid') throw error
      const sentence = errorMessageOf(scene.words, error, parts.baseUrl)
      return page(request, reply, listPage(scene, { ...given, page: null, error: sentence }), 400)
    }
  })
}

const params = { params: InvoiceParams }

function detailRoutes(scope: FastifyInstance, parts: InvoicePagesParts, answers: PageResponder): void {
  const { page, sceneOf, form } = answers
  const detailOf = createInvoiceDetails({ ...parts, deliveriesOf: parts.deliveries.listByEvents })
  const deeds = createInvoiceActions(parts)
  const path = `${listPath}/:uid`

  async function draw(request: FastifyRequest, filled: FormState): Promise<string> {
    const looking = await loadAccountView(request, parts)
    const { owner, viewed } = looking
    const reader = { accountId: owner.accountId, isOwner: viewed === null }
    const detail = await detailOf(uidOf(request), reader)
    const { done: told } = request.query as InvoiceListQuery
    const done = (request.method === 'GET' && completedActions.find((each) => each === told)) || null
    const now = parts.clock.now()
    return detailPage(sceneOf(request), { ...looking, detail, filled, done, now })
  }

  /** A form action that only the invoice's owner may use. For anybody else, the page isn't even rendered again. */
  function deed(act: (request: FastifyRequest) => Promise<(typeof completedActions)[number]>) {
    const answer = form({
      act: async (request) => `${listPath}/${uidOf(request)}?done=${await act(request)}`,
      rerender: draw,
    })
    return async (request: FastifyRequest, reply: FastifyReply) => {
      await deeds.requireOwnInvoice(requireSignedIn(request).accountId, uidOf(request))
      return answer(request, reply)
    }
  }

  scope.get(path, pageOptions('An invoice', params), async (request, reply) =>
    page(request, reply, await draw(request, emptyForm)),
  )
  scope.post(
    `${path}/cancel`,
    formOptions('Cancels an unpaid invoice', [], params),
    deed(async (request) => {
      await parts.cancel(requireSignedIn(request).accountId, uidOf(request))
      return 'cancelled'
    }),
  )
  scope.post(
    `${path}/redeliver`,
    formOptions('Resends a webhook of an invoice', ['delivery'], params),
    deed(async (request) => {
      const { delivery = null } = (request.body ?? {}) as { delivery?: string }
      await deeds.resend(requireActing(request), uidOf(request), delivery)
      return 'resent'
    }),
  )
}

const uidOf = ({ params }: FastifyRequest): string => (params as { uid: string }).uid
