import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { createFormKey } from './invoice-form.ts'
import { isReady } from './offer.ts'
import { createInvoiceForms, getCaller, type TillDependencies } from './pages/forms.ts'
import {
  getNextSaleUrl,
  getTillUrl,
  locationFields,
  renderSalePage,
  renderTillPage,
  tillPath,
} from './pages/till.ts'
import { createSaleFinder } from './sales.ts'
import { TillQuery } from './schemas.ts'

/** `/dashboard/till`: turns an amount into an invoice that a customer pays at the counter. */
export function createTillRoutes(dependencies: TillDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  const { create, explainRejection, needsConfirmation } = createInvoiceForms(dependencies, responder)
  const findSale = createSaleFinder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(tillPath, pageOptions('Shows the till', { querystring: TillQuery }), async (request, reply) =>
      responder.replyWithPage(
        request,
        reply,
        await renderPage(
          request,
          { ...emptyForm, values: getPresetIds(request) },
          getAmountToConfirm(request),
        ),
      ),
    )
    scope.post(
      tillPath,
      formOptions('Creates an invoice at the till', ['amount', 'confirmed', 'key', ...locationFields]),
      responder.handleForm({
        preservedFields: ['amount', ...locationFields],
        // No currency field: the till sells in the account's currency.
        onSubmit: async (request, _reply, { amount = '', confirmed, key = '', ...form }) => {
          if (confirmed !== amount && (await needsConfirmation(request, amount)))
            return getTillUrl(pickLocationIds(form), amount)
          return `${tillPath}/${await create(request, { ...pickLocationIds(form), amount, key })}`
        },
        rerender: async (request, formState, body) =>
          renderPage(request, await explainRejection(request, formState, body)),
      }),
    )
    scope.get(
      `${tillPath}/:uid`,
      pageOptions('Shows a sale to the customer', { params: InvoiceParams }),
      async (request, reply) => responder.replyWithPage(request, reply, await renderSale(request, emptyForm)),
    )
    scope.post(
      `${tillPath}/:uid/cancel`,
      formOptions('Cancels an unpaid sale and starts the next one', [], { params: InvoiceParams }),
      responder.handleForm({
        preservedFields: [],
        onSubmit: async (request) => {
          const { accountId } = getCaller(request)
          return getNextSaleUrl(await dependencies.cancel(accountId, getUid(request)))
        },
        rerender: renderSale,
      }),
    )
    done()
  }

  async function renderSale(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = getCaller(request)
    const [currentAccount, sale] = await Promise.all([
      dependencies.loadAccount(accountId),
      findSale(accountId, getUid(request)),
    ])
    return renderSalePage(responder.createContext(request), currentAccount, { ...sale, formState })
  }

  async function renderPage(
    request: FastifyRequest,
    formState: FormState,
    amount: string | null = null,
  ): Promise<string> {
    const { accountId } = getCaller(request)
    const [currentAccount, ready] = await Promise.all([
      dependencies.loadAccount(accountId),
      isReady(dependencies, accountId),
    ])
    const values = amount === null ? formState.values : { ...formState.values, amount }
    const till = {
      formState: { ...formState, values },
      isReady: ready,
      key: createFormKey(),
      amountToConfirm: amount,
    }
    return renderTillPage(responder.createContext(request), currentAccount, till)
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
