import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { requestUrl } from '../../invoices/option.ts'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { invoiceFields, newFormKey } from './from-form.ts'
import { callerOf, createInvoiceForms, type TillParts } from './pages/forms.ts'
import { newInvoicePage, newInvoicePath } from './pages/new-invoice.ts'
import { sharePage, sharePath } from './pages/share.ts'
import { createSaleFinder } from './sales.ts'

/** `/dashboard/invoices/new`, and the page for sharing a new invoice. */
export function newInvoiceRoutes(parts: TillParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  const { create, explain } = createInvoiceForms(parts, answers)
  const saleOf = createSaleFinder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(newInvoicePath, pageOptions('Shows the form for a new invoice'), async (request, reply) =>
      answers.page(request, reply, await draw(request, emptyForm)),
    )
    scope.post(
      newInvoicePath,
      formOptions('Creates an invoice', ['amount', 'key', ...invoiceFields]),
      answers.form({
        keeps: ['amount', ...invoiceFields],
        act: async (request, _reply, form) => `${sharePath(await create(request, form))}?created`,
        rerender: async (request, filled, body) => draw(request, await explain(request, filled, body)),
      }),
    )
    scope.get(
      sharePath(':uid'),
      pageOptions('Shows an invoice to share', { params: InvoiceParams }),
      async (request, reply) => {
        const { accountId } = callerOf(request)
        const { uid } = request.params as { uid: string }
        const [host, sale] = await Promise.all([parts.account(accountId), saleOf(accountId, uid)])
        const isDone = 'created' in ((request.query ?? {}) as object)
        const text = sharePage(answers.sceneOf(request), host, { sale, links: linksOf(uid), isDone })
        return answers.page(request, reply, text)
      },
    )
    done()
  }

  async function draw(request: FastifyRequest, filled: FormState): Promise<string> {
    const caller = callerOf(request)
    const { accountId } = caller
    const [host, isReady] = await Promise.all([parts.account(accountId), parts.isReady(accountId)])
    const rules = parts.rules(caller)
    return newInvoicePage(answers.sceneOf(request), host, { filled, isReady, rules, key: newFormKey() })
  }

  function linksOf(uid: string): { checkout: string; pay: string } {
    const { baseUrl } = parts
    return { checkout: `${baseUrl}/checkout/${uid}`, pay: `pay:?r=${requestUrl(baseUrl, uid)}` }
  }
}
