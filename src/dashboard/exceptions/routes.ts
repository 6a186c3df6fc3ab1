import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AccountActor } from '../../audit/entry.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { parseResolution, type Resolution } from '../../payment-exceptions/resolution.ts'
import { isAcceptable, isExceptionId } from '../../payment-exceptions/resolve.ts'
import type { PaymentException } from '../../payments/exception.ts'
import { type DashboardDependencies, loadAccountView } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireActor } from '../pages/signed-in.ts'
import { exceptionsPath, renderExceptionPage } from './exception-page.ts'

interface ExceptionPageDependencies extends DashboardDependencies {
  readonly findException: (id: string) => Promise<PaymentException | null>
  readonly findInvoice: (uid: string) => Promise<Invoice | null>
  readonly resolve: (actor: AccountActor, id: string, resolution: Resolution) => Promise<PaymentException>
}

const params = Type.Object({ id: Type.String({ description: 'Id of a payment exception' }) })

/** `/dashboard/exceptions/{id}`: a payment that the merchant has to decide about. */
export function createExceptionRoutes(dependencies: ExceptionPageDependencies): FastifyPluginCallback {
  const { findException, findInvoice, resolve } = dependencies
  const responder = createPageResponder(dependencies)
  const { replyWithPage, handleForm, createContext } = responder
  const getId = (request: FastifyRequest): string => (request.params as { id: string }).id

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const accountView = await loadAccountView(request, dependencies)
    const id = getId(request)
    const exception = isExceptionId(id) ? await findException(id) : null
    if (exception?.accountId !== accountView.owner.accountId) throw new ApiError('exception_not_found')
    const isDone = (request.query as { done?: unknown }).done !== undefined && exception.status !== 'open'
    const invoice = await findInvoice(exception.invoiceUid)
    const canAccept = invoice !== null && isAcceptable(exception, invoice)
    return renderExceptionPage(createContext(request), {
      ...accountView,
      exception,
      canAccept,
      formState,
      isDone,
    })
  }

  return (scope, _options, done) => {
    responder.prepare(scope)
    const path = `${exceptionsPath}/:id`
    scope.get(
      path,
      definePage('Shows a payment exception', { params }, ['exceptions.read']),
      async (request, reply) => replyWithPage(request, reply, await renderPage(request, emptyForm)),
    )
    scope.post(
      path,
      defineForm('Resolves a payment exception', ['resolution', 'txid', 'note'], { params }),
      handleForm({
        onSubmit: async (request, _reply, body) => {
          const id = getId(request)
          await resolve(requireActor(request), id, parseResolution(body))
          return `${exceptionsPath}/${id}?done=resolved`
        },
        rerender: (request, formState, { resolution = null }) =>
          renderPage(request, { ...formState, form: resolution }),
        preservedFields: ['txid', 'note'],
      }),
    )
    done()
  }
}
