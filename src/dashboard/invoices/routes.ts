import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { BrowseQuery, InvoicePage } from '../../invoices/browse.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { InvoiceLister } from '../../invoices/list.ts'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import { getStartOfToday } from '../days.ts'
import { type AccountView, type DashboardDependencies, loadAccountView } from '../pages/account-view.ts'
import { getErrorMessage } from '../pages/error-messages.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { hasPermission } from '../pages/page-context.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireActor, requireSignedIn } from '../pages/signed-in.ts'
import { formResponses } from '../schemas.ts'
import { createInvoiceActions, type InvoiceActionDependencies } from './actions.ts'
import { createInvoiceDetailLoader, type DetailDependencies } from './detail.ts'
import { completedActions, renderDetailPage } from './detail-page.ts'
import { type InvoiceListQuery, listActiveFilters, normaliseQuery, parseListQuery } from './filters.ts'
import { renderListPage } from './list-page.ts'
import { listPath } from './pages/components.ts'
import { renderTodayPage } from './today-page.ts'
import { computeTotals, maxInvoicesInTotals } from './totals.ts'

interface InvoicePagesDependencies
  extends DashboardDependencies,
    Omit<DetailDependencies, 'listDeliveries'>,
    Omit<InvoiceActionDependencies, 'history' | 'deliveries'> {
  readonly browse: (accountId: number, query: BrowseQuery) => Promise<InvoicePage | null>
  readonly listAmounts: InvoiceLister['listAmounts']
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  readonly deliveries: Pick<WebhookDeliveries, 'listByEvents' | 'redeliver'>
  /** Currencies that have rates now. */
  readonly listCurrencies: () => readonly string[]
  readonly clock: Clock
}

/** The invoice list and the page of each invoice. */
export function createInvoiceRoutes(dependencies: InvoicePagesDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerListRoute(scope, dependencies, responder)
    registerDetailRoutes(scope, dependencies, responder)
    done()
  }
}

function registerListRoute(
  scope: FastifyInstance,
  dependencies: InvoicePagesDependencies,
  responder: PageResponder,
): void {
  const { replyWithPage, redirect, createContext } = responder
  const options = definePage('Lists invoices', { response: formResponses }, ['invoices.read', 'sales.read'])
  const renderToday = async (request: FastifyRequest, accountView: AccountView): Promise<string> => {
    const { accountId, timeZone } = accountView.owner
    const { cursor = null } = request.query as InvoiceListQuery
    const query = parseListQuery(cursor === null ? {} : { cursor })
    const createdFrom = getStartOfToday(dependencies.clock.now(), timeZone)
    const page = await dependencies.browse(accountId, { ...query, filters: { createdFrom } })
    if (!page) throw new Error('browse() returned no page for an unsorted query')
    return renderTodayPage(createContext(request), { ...accountView, page, isFirstPage: cursor === null })
  }
  const loadTotals = async (owner: { accountId: number; currency: string }, { filters }: BrowseQuery) => {
    const amounts = await dependencies.listAmounts(owner.accountId, filters, maxInvoicesInTotals)
    return amounts ? computeTotals(amounts, owner.currency) : 'too_many'
  }
  scope.get(listPath, options, async (request, reply) => {
    const accountView = await loadAccountView(request, dependencies)
    if (!hasPermission(accountView.grantedAccount, 'invoices.read'))
      return replyWithPage(request, reply, await renderToday(request, accountView))
    const query = { ...(request.query as InvoiceListQuery) }
    const normalised = normaliseQuery(query, accountView.owner.timeZone)
    if (normalised !== null) return redirect(reply, `${listPath}${normalised === '' ? '' : `?${normalised}`}`)
    const context = createContext(request)
    const { baseUrl, listCurrencies, clock } = dependencies
    const pageData = { ...accountView, query, baseUrl, currencies: listCurrencies(), now: clock.now() }
    try {
      const browseQuery = parseListQuery(query)
      const page = await dependencies.browse(accountView.owner.accountId, browseQuery)
      const totals =
        listActiveFilters(query).length > 0 ? await loadTotals(accountView.owner, browseQuery) : null
      return replyWithPage(
        request,
        reply,
        renderListPage(context, { ...pageData, totals, page, error: null }),
      )
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'query_invalid') throw error
      const message = getErrorMessage(context.translator, error, dependencies.baseUrl)
      return replyWithPage(
        request,
        reply,
        renderListPage(context, { ...pageData, totals: null, page: null, error: message }),
        400,
      )
    }
  })
}

const params = { params: InvoiceParams }

function registerDetailRoutes(
  scope: FastifyInstance,
  dependencies: InvoicePagesDependencies,
  responder: PageResponder,
): void {
  const { replyWithPage, createContext, handleForm } = responder
  const loadDetail = createInvoiceDetailLoader({
    ...dependencies,
    listDeliveries: dependencies.deliveries.listByEvents,
  })
  const invoiceActions = createInvoiceActions(dependencies)
  const path = `${listPath}/:uid`

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const accountView = await loadAccountView(request, dependencies)
    const { owner, grantedAccount } = accountView
    const viewer = { accountId: owner.accountId, isOwner: grantedAccount === null }
    const detail = await loadDetail(getUid(request), viewer)
    const { done: doneParam } = request.query as InvoiceListQuery
    const completedAction =
      (request.method === 'GET' && completedActions.find((each) => each === doneParam)) || null
    const now = dependencies.clock.now()
    return renderDetailPage(createContext(request), {
      ...accountView,
      detail,
      formState,
      completedAction,
      now,
    })
  }

  /** A form action that only the invoice's owner may use. Other users get an error instead of the page. */
  function handleAction(runAction: (request: FastifyRequest) => Promise<(typeof completedActions)[number]>) {
    const submit = handleForm({
      onSubmit: async (request) => `${listPath}/${getUid(request)}?done=${await runAction(request)}`,
      rerender: renderPage,
    })
    return async (request: FastifyRequest, reply: FastifyReply) => {
      await invoiceActions.requireOwnInvoice(requireSignedIn(request).accountId, getUid(request))
      return submit(request, reply)
    }
  }

  scope.get(path, definePage('Shows an invoice', params, ['invoices.read']), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    `${path}/cancel`,
    defineForm('Cancels an unpaid invoice', [], params),
    handleAction(async (request) => {
      await dependencies.cancel(requireSignedIn(request).accountId, getUid(request))
      return 'cancelled'
    }),
  )
  scope.post(
    `${path}/redeliver`,
    defineForm('Resends an invoice webhook', ['delivery'], params),
    handleAction(async (request) => {
      const { delivery = null } = (request.body ?? {}) as { delivery?: string }
      await invoiceActions.resendWebhook(requireActor(request), getUid(request), delivery)
      return 'resent'
    }),
  )
}

const getUid = ({ params }: FastifyRequest): string => (params as { uid: string }).uid
