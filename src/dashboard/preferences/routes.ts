import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { createAccounts } from '../../accounts/accounts.ts'
import { mistakesIn, type Preferences } from '../../accounts/preferences.ts'
import type { NotifyOwner } from '../../sessions/email.ts'
import type { DashboardParts } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { describeChanges } from './change-summary.ts'
import { errorsIn } from './errors-page.ts'
import { changeFrom, fieldNames, shownOrder } from './from-form.ts'
import { type PreferencesPageData, preferencesPage, preferencesPath } from './preferences-page.ts'

export interface PreferencesParts extends DashboardParts {
  readonly preferences: (accountId: number) => Promise<Preferences>
  /** Data that the page shows besides the preferences. */
  readonly coinsWithDestination: (accountId: number) => Promise<PreferencesPageData['coinsWithDestination']>
  readonly defaults: PreferencesPageData['defaults']
  readonly priced: () => PreferencesPageData['priced']
  /** Account operations on behalf of a session. */
  readonly accountsAs: (sessionId: string) => Pick<ReturnType<typeof createAccounts>, 'change'>
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

/** `/dashboard/settings/preferences`: the account's name, and the defaults of its invoices. */
export function preferencesRoutes(parts: PreferencesParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)

  async function draw(
    request: FastifyRequest,
    filled: FormState,
    order: PreferencesPageData['order'] = null,
  ): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const [host, preferences, taken] = await Promise.all([
      parts.account(accountId),
      parts.preferences(accountId),
      parts.coinsWithDestination(accountId),
    ])
    const { done } = (request.query ?? {}) as { done?: unknown }
    return preferencesPage(answers.sceneOf(request), host, {
      filled,
      shown: {
        preferences,
        coinsWithDestination: taken,
        defaults: parts.defaults,
        priced: parts.priced(),
        order,
      },
      isDone: done === 'saved',
    })
  }

  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(preferencesPath, pageOptions('Shows the preferences of the account'), async (request, reply) =>
      answers.page(request, reply, await draw(request, emptyForm)),
    )
    scope.post(
      preferencesPath,
      formOptions('Changes the preferences', fieldNames),
      answers.form({
        keeps: fieldNames,
        act: async (request, _reply, body) => {
          const { accountId, sessionId } = requireSignedIn(request)
          const { email } = await parts.account(accountId)
          const after = await parts.accountsAs(sessionId).change(email, changeFrom(body, email))
          const changes = describeChanges(answers.sceneOf(request).words.text, after.before, after)
          const values = { changes, undo: parts.linkTo(preferencesPath) }
          if (changes !== '')
            parts.notifyOwner(accountId, 'preferences_changed', answers.visitorOf(request), values)
          return `${preferencesPath}?done=saved`
        },
        rerender: async (request, filled, body) => {
          const { email } = await parts.account(requireSignedIn(request).accountId)
          const { words } = answers.sceneOf(request)
          const errors = errorsIn(words, mistakesIn(changeFrom(body, email)))
          return draw(request, { ...filled, errors }, shownOrder(body))
        },
      }),
    )
    done()
  }
}
