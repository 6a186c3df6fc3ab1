import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { newFormKey } from './from-form.ts'
import { callerOf, invoiceForms, type TillParts } from './pages/forms.ts'
import { placeFields, salePage, tillPage, tillPath } from './pages/till.ts'
import { sales } from './sales.ts'
import { TillQuery } from './schemas.ts'

/** `/dashboard/till`: an amount becomes an invoice, which a customer pays at the counter. */
export function tillRoutes(parts: TillParts): FastifyPluginCallback {
  const answers = answering(parts)
  const { create, explain } = invoiceForms(parts, answers)
  const saleOf = sales(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(tillPath, pageOptions('The till', { querystring: TillQuery }), async (request, reply) =>
      answers.page(request, reply, await draw(request, { ...empty, values: presetOf(request) })),
    )
    scope.post(
      tillPath,
      formOptions('Creates an invoice at the till', ['amount', 'key', ...placeFields]),
      answers.form({
        keeps: ['amount', ...placeFields],
        // The till sells in the account's currency.
        act: async (request, _reply, { amount = '', key = '', ...form }) =>
          `${tillPath}/${await create(request, { ...placesOf(form), amount, key })}`,
        again: async (request, filled, body) => draw(request, await explain(request, filled, body)),
      }),
    )
    scope.get(
      `${tillPath}/:uid`,
      pageOptions('A sale, before the customer', { params: InvoiceParams }),
      async (request, reply) => {
        const { accountId } = callerOf(request)
        const { uid } = request.params as { uid: string }
        const [host, sale] = await Promise.all([parts.account(accountId), saleOf(accountId, uid)])
        return answers.page(request, reply, salePage(answers.sceneOf(request), host, sale))
      },
    )
    done()
  }

  async function draw(request: FastifyRequest, filled: Filled): Promise<string> {
    const { accountId } = callerOf(request)
    const [host, isReady] = await Promise.all([parts.account(accountId), parts.isReady(accountId)])
    return tillPage(answers.sceneOf(request), host, { filled, isReady, key: newFormKey() })
  }
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
