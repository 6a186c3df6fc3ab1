import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { newFormKey } from './from-form.ts'
import { callerOf, createInvoiceForms, type TillParts } from './pages/forms.ts'
import { nextSaleUrl, placeFields, salePage, tillPage, tillPath, tillUrl } from './pages/till.ts'
import { createSaleFinder } from './sales.ts'
import { TillQuery } from './schemas.ts'

/** `/dashboard/till`: turns an amount into an invoice that a customer pays at the counter. */
export function tillRoutes(parts: TillParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  const { create, explain, needsConfirmation } = createInvoiceForms(parts, answers)
  const saleOf = createSaleFinder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(tillPath, pageOptions('Shows the till', { querystring: TillQuery }), async (request, reply) =>
      answers.page(
        request,
        reply,
        await draw(request, { ...emptyForm, values: presetOf(request) }, asked(request)),
      ),
    )
    scope.post(
      tillPath,
      formOptions('Creates an invoice at the till', ['amount', 'confirmed', 'key', ...placeFields]),
      answers.form({
        keeps: ['amount', ...placeFields],
        // No currency field: the till sells in the account's currency.
        act: async (request, _reply, { amount = '', confirmed, key = '', ...form }) => {
          if (confirmed !== amount && (await needsConfirmation(request, amount)))
            return tillUrl(placesOf(form), amount)
          return `${tillPath}/${await create(request, { ...placesOf(form), amount, key })}`
        },
        rerender: async (request, filled, body) => draw(request, await explain(request, filled, body)),
      }),
    )
    scope.get(
      `${tillPath}/:uid`,
      pageOptions('Shows a sale to the customer', { params: InvoiceParams }),
      async (request, reply) => answers.page(request, reply, await drawSale(request, emptyForm)),
    )
    scope.post(
      `${tillPath}/:uid/cancel`,
      formOptions('Cancels an unpaid sale and starts the next one', [], { params: InvoiceParams }),
      answers.form({
        keeps: [],
        act: async (request) => {
          const { accountId } = callerOf(request)
          return nextSaleUrl(await parts.cancel(accountId, uidOf(request)))
        },
        rerender: drawSale,
      }),
    )
    done()
  }

  async function drawSale(request: FastifyRequest, filled: FormState): Promise<string> {
    const { accountId } = callerOf(request)
    const [host, sale] = await Promise.all([parts.account(accountId), saleOf(accountId, uidOf(request))])
    return salePage(answers.sceneOf(request), host, { ...sale, filled })
  }

  async function draw(
    request: FastifyRequest,
    filled: FormState,
    amount: string | null = null,
  ): Promise<string> {
    const { accountId } = callerOf(request)
    const [host, isReady] = await Promise.all([parts.account(accountId), parts.isReady(accountId)])
    const values = amount === null ? filled.values : { ...filled.values, amount }
    const till = { filled: { ...filled, values }, isReady, key: newFormKey(), asksAbout: amount }
    return tillPage(answers.sceneOf(request), host, till)
  }
}

const uidOf = ({ params }: FastifyRequest): string => (params as { uid: string }).uid

/** The amount that needs confirmation. */
function asked({ query }: FastifyRequest): string | null {
  const { amount } = (query ?? {}) as Readonly<Record<string, unknown>>
  return typeof amount === 'string' && amount !== '' ? amount : null
}

const presetOf = ({ query }: FastifyRequest): Readonly<Record<string, string>> =>
  placesOf((query ?? {}) as Readonly<Record<string, unknown>>)

function placesOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    placeFields.flatMap((name) => {
      const value = given[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
