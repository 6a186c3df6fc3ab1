import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { type AccountView, loadAccountView } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { hasPermission } from '../pages/page-context.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { createFormKey } from './invoice-form.ts'
import { hasOfferedDestination } from './offer.ts'
import { createInvoiceForms, getSeller, type TillDependencies } from './pages/forms.ts'
import {
  getNextSaleUrl,
  getSalePath,
  getTillUrl,
  locationFields,
  renderSalePage,
  renderTillPage,
  tillPath,
} from './pages/till.ts'
import { createSaleFinder, isCurrentSale, type TillSale } from './sales.ts'
import { TillQuery } from './schemas.ts'

/** `/dashboard/till`: turns an amount into an invoice that a customer pays at the counter. */
export function createTillRoutes(dependencies: TillDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  const { sales, clock } = dependencies
  const { create, explainRejection, needsConfirmation } = createInvoiceForms(
    { ...dependencies, create: sales.createSale },
    responder,
  )
  const findSale = createSaleFinder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(
      tillPath,
      definePage('Shows the till', { querystring: TillQuery }, ['sales.write']),
      async (request, reply) => {
        const formState = { ...emptyForm, values: getPresetIds(request) }
        const accountView = await loadAccountView(request, dependencies)
        const text = await renderPage(request, accountView, {
          formState,
          amount: getAmountToConfirm(request),
        })
        return responder.replyWithPage(request, reply, text)
      },
    )
    scope.post(
      tillPath,
      defineForm('Creates an invoice at the till', ['amount', 'confirmed', 'key', ...locationFields], {}, [
        'sales.write',
      ]),
      responder.handleForm({
        preservedFields: ['amount', ...locationFields],
        // No currency field: the till sells in the account's currency.
        onSubmit: async (request, _reply, { amount = '', confirmed, key = '', ...form }) => {
          const accountView = await loadAccountView(request, dependencies)
          const seller = getSeller(request, accountView)
          const [ids, { grantedAccount }] = [pickLocationIds(form), accountView]
          if (confirmed !== amount && (await needsConfirmation(request, seller, amount)))
            return getTillUrl({ grantedAccount, ids, amount })
          return getSalePath(await create(request, seller, { ...ids, amount, key }), grantedAccount)
        },
        rerender: async (request, formState, form) => {
          const accountView = await loadAccountView(request, dependencies)
          const explainedState = await explainRejection(request, formState, { ...accountView, form })
          return renderPage(request, accountView, { formState: explainedState, amount: null })
        },
      }),
    )
    scope.get(
      `${tillPath}/:uid`,
      definePage('Shows a sale to the customer', { params: InvoiceParams }, ['sales.read']),
      async (request, reply) => responder.replyWithPage(request, reply, await renderSale(request, emptyForm)),
    )
    scope.post(
      `${tillPath}/:uid/cancel`,
      defineForm('Cancels an unpaid sale and starts the next one', [], { params: InvoiceParams }, [
        'sales.write',
      ]),
      responder.handleForm({
        preservedFields: [],
        onSubmit: async (request) => {
          const accountView = await loadAccountView(request, dependencies)
          await findVisibleSale(accountView, getUid(request))
          const cancelled = await sales.cancelSale(getSeller(request, accountView), getUid(request))
          return getNextSaleUrl(cancelled, accountView.grantedAccount)
        },
        rerender: renderSale,
      }),
    )
    done()
  }

  async function renderSale(request: FastifyRequest, formState: FormState): Promise<string> {
    const accountView = await loadAccountView(request, dependencies)
    const sale = await findVisibleSale(accountView, getUid(request))
    const canCancel = accountView.grantedAccount === null || (await dependencies.isTillSale(sale.invoice.uid))
    return renderSalePage(responder.createContext(request), { ...accountView, ...sale, formState, canCancel })
  }

  /** @throws {ApiError} `invoice_not_found`, also for an invoice that staff can no longer see */
  async function findVisibleSale({ owner, grantedAccount }: AccountView, uid: string): Promise<TillSale> {
    const sale = await findSale(owner.accountId, uid)
    if (
      !hasPermission(grantedAccount, 'invoices.read') &&
      !isCurrentSale(sale.invoice, clock.now(), owner.timeZone)
    )
      throw new ApiError('invoice_not_found')
    return sale
  }

  async function renderPage(
    request: FastifyRequest,
    accountView: AccountView,
    { formState, amount }: { formState: FormState; amount: string | null },
  ): Promise<string> {
    const values = amount === null ? formState.values : { ...formState.values, amount }
    const till = {
      ...accountView,
      formState: { ...formState, values },
      hasDestination: await hasOfferedDestination(dependencies, accountView.owner.accountId),
      key: createFormKey(),
      amountToConfirm: amount,
    }
    return renderTillPage(responder.createContext(request), till)
  }
}

const getUid = ({ params }: FastifyRequest): string => (params as { uid: string }).uid

/** The amount that needs confirmation. */
function getAmountToConfirm({ query }: FastifyRequest): string | null {
  const { amount } = (query ?? {}) as Readonly<Record<string, unknown>>
  return typeof amount === 'string' && amount !== '' ? amount : null
}

const getPresetIds = ({ query }: FastifyRequest): Readonly<Record<string, string>> =>
  pickLocationIds((query ?? {}) as Readonly<Record<string, unknown>>)

function pickLocationIds(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    locationFields.flatMap((name) => {
      const value = values[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
