import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { buildRequestUrl } from '../../invoices/option.ts'
import { InvoiceParams } from '../../invoices/schemas.ts'
import { loadAccountView } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { createFormKey, invoiceFields } from './invoice-form.ts'
import { hasOfferedDestination } from './offer.ts'
import { createInvoiceForms, getCaller, type TillDependencies } from './pages/forms.ts'
import { newInvoicePath, renderNewInvoicePage } from './pages/new-invoice.ts'
import { getSharePath, renderSharePage } from './pages/share.ts'
import { createSaleFinder } from './sales.ts'

/** `/dashboard/invoices/new`, and the page that shares an invoice. */
export function createNewInvoiceRoutes(dependencies: TillDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  const { create, explainRejection } = createInvoiceForms(dependencies, responder)
  const findSale = createSaleFinder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(newInvoicePath, definePage('Shows the form for a new invoice'), async (request, reply) =>
      responder.replyWithPage(request, reply, await renderPage(request, emptyForm)),
    )
    scope.post(
      newInvoicePath,
      defineForm('Creates an invoice', ['amount', 'key', ...invoiceFields]),
      responder.handleForm({
        preservedFields: ['amount', ...invoiceFields],
        onSubmit: async (request, _reply, form) =>
          `${getSharePath(await create(request, getCaller(request), form))}?created`,
        rerender: async (request, formState, form) => {
          const accountView = await loadAccountView(request, dependencies)
          return renderPage(request, await explainRejection(request, formState, { ...accountView, form }))
        },
      }),
    )
    scope.get(
      getSharePath(':uid'),
      definePage('Shows an invoice to share', { params: InvoiceParams }),
      async (request, reply) => {
        const { accountId } = getCaller(request)
        const { uid } = request.params as { uid: string }
        const [currentAccount, sale] = await Promise.all([
          dependencies.loadAccount(accountId),
          findSale(accountId, uid),
        ])
        const isNew = 'created' in ((request.query ?? {}) as object)
        const text = renderSharePage(responder.createContext(request), currentAccount, {
          sale,
          links: getLinks(uid),
          isNew,
        })
        return responder.replyWithPage(request, reply, text)
      },
    )
    done()
  }

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const caller = getCaller(request)
    const { accountId } = caller
    const [currentAccount, hasDestination] = await Promise.all([
      dependencies.loadAccount(accountId),
      hasOfferedDestination(dependencies, accountId),
    ])
    const rules = dependencies.getRules(caller)
    return renderNewInvoicePage(responder.createContext(request), currentAccount, {
      formState,
      hasDestination,
      rules,
      key: createFormKey(),
    })
  }

  function getLinks(uid: string): { checkout: string; pay: string } {
    const { baseUrl } = dependencies
    return { checkout: `${baseUrl}/checkout/${uid}`, pay: `pay:?r=${buildRequestUrl(baseUrl, uid)}` }
  }
}
