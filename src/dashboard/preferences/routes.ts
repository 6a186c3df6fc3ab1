import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { listInvalidFields } from '../../accounts/account-change.ts'
import type { createAccounts } from '../../accounts/accounts.ts'
import type { Destination } from '../../accounts/destination.ts'
import { type PreferenceStore, toPreferences } from '../../accounts/preferences.ts'
import type { NotifyOwner } from '../../sessions/email.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { describeChanges } from './change-summary.ts'
import { fieldNames, parseChange, parseCoinOrder } from './form-fields.ts'
import { getFieldErrors } from './pages/field-errors.ts'
import type { PreferencesPageData } from './pages/form.ts'
import { preferencesPath, renderPreferencesPage } from './preferences-page.ts'

interface PreferencesDependencies extends DashboardDependencies {
  readonly getStoredAccount: PreferenceStore['getStoredAccount']
  readonly listDestinations: (accountId: number) => Promise<readonly Destination[]>
  readonly defaults: PreferencesPageData['defaults']
  readonly listRatedCurrencies: () => PreferencesPageData['ratedCurrencies']
  /** Account operations on behalf of a session. */
  readonly createAccountsAs: (sessionId: string) => Pick<ReturnType<typeof createAccounts>, 'change'>
  readonly notifyOwner: NotifyOwner
  readonly canSendEmail: boolean
  readonly linkTo: (path: string) => string
}

/** `/dashboard/settings/preferences`: the account's name, and the defaults of its invoices. */
export function createPreferencesRoutes(dependencies: PreferencesDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)

  async function renderPage(
    request: FastifyRequest,
    formState: FormState,
    order: PreferencesPageData['order'] = null,
  ): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const [currentAccount, stored, destinations] = await Promise.all([
      dependencies.loadAccount(accountId),
      dependencies.getStoredAccount(accountId),
      dependencies.listDestinations(accountId),
    ])
    const { done } = (request.query ?? {}) as { done?: unknown }
    return renderPreferencesPage(responder.createContext(request), currentAccount, {
      formState,
      preferencesData: {
        preferences: toPreferences(stored),
        coinsWithDestination: new Set(destinations.map(({ coin }) => coin)),
        defaults: dependencies.defaults,
        ratedCurrencies: dependencies.listRatedCurrencies(),
        order,
        canSendEmail: dependencies.canSendEmail,
      },
      isDone: done === 'saved',
    })
  }

  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(preferencesPath, definePage('Shows the preferences of the account'), async (request, reply) =>
      responder.replyWithPage(request, reply, await renderPage(request, emptyForm)),
    )
    scope.post(
      preferencesPath,
      defineForm('Changes the preferences', fieldNames),
      responder.handleForm({
        preservedFields: fieldNames,
        onSubmit: async (request, _reply, body) => {
          const { accountId, sessionId } = requireSignedIn(request)
          const { email } = await dependencies.loadAccount(accountId)
          const account = await dependencies
            .createAccountsAs(sessionId)
            .change(email, parseChange(body, email))
          const changes = describeChanges(
            responder.createContext(request).translator.text,
            account.before,
            account,
          )
          const values = { changes, undo: dependencies.linkTo(preferencesPath) }
          if (changes !== '')
            dependencies.notifyOwner(accountId, 'preferences_changed', responder.getVisitor(request), values)
          return `${preferencesPath}?done=saved`
        },
        rerender: async (request, formState, body) => {
          const { email } = await dependencies.loadAccount(requireSignedIn(request).accountId)
          const { translator } = responder.createContext(request)
          const errors = getFieldErrors(translator, listInvalidFields(parseChange(body, email)))
          return renderPage(request, { ...formState, errors }, parseCoinOrder(body))
        },
      }),
    )
    done()
  }
}
