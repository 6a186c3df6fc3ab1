import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { accounts } from '../../accounts/accounts.ts'
import { mistakesIn, type Preferences } from '../../accounts/preferences.ts'
import type { Tell } from '../../sessions/letter.ts'
import { answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { changeFrom, fieldNames, shownOrder } from './from-form.ts'
import { mistakeSentences, preferencesPage, preferencesPath, type Shown } from './preferences-page.ts'
import { toldChanges } from './told.ts'

export interface PreferencesParts extends HouseParts {
  readonly preferences: (accountId: number) => Promise<Preferences>
  /** What the page shows beside the preferences. */
  readonly taken: (accountId: number) => Promise<Shown['taken']>
  readonly usual: Shown['usual']
  readonly priced: () => Shown['priced']
  /** What accounts do, done by that session. */
  readonly accountsAs: (sessionId: string) => Pick<ReturnType<typeof accounts>, 'change'>
  readonly tell: Tell
  readonly linkTo: (path: string) => string
}

/** `/dashboard/settings/preferences`: what the account is called, and how its invoices are made. */
export function preferencesRoutes(parts: PreferencesParts): FastifyPluginCallback {
  const answers = answering(parts)

  async function draw(
    request: FastifyRequest,
    filled: Filled,
    order: Shown['order'] = null,
  ): Promise<string> {
    const { accountId } = signedOf(request)
    const [host, preferences, taken] = await Promise.all([
      parts.account(accountId),
      parts.preferences(accountId),
      parts.taken(accountId),
    ])
    const { done } = (request.query ?? {}) as { done?: unknown }
    return preferencesPage(answers.sceneOf(request), host, {
      filled,
      shown: { preferences, taken, usual: parts.usual, priced: parts.priced(), order },
      isDone: done === 'saved',
    })
  }

  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(preferencesPath, pageOptions('Preferences of the account'), async (request, reply) =>
      answers.page(request, reply, await draw(request, empty)),
    )
    scope.post(
      preferencesPath,
      formOptions('Changes the preferences', fieldNames),
      answers.form({
        keeps: fieldNames,
        act: async (request, _reply, body) => {
          const { accountId, sessionId } = signedOf(request)
          const { email } = await parts.account(accountId)
          const after = await parts.accountsAs(sessionId).change(email, changeFrom(body, email))
          const changes = toldChanges(answers.sceneOf(request).words.text, after.before, after)
          const values = { changes, undo: parts.linkTo(preferencesPath) }
          if (changes !== '') parts.tell(accountId, 'preferences_changed', answers.visitorOf(request), values)
          return `${preferencesPath}?done=saved`
        },
        again: async (request, filled, body) => {
          const { email } = await parts.account(signedOf(request).accountId)
          const mistakes = mistakesIn(changeFrom(body, email))
          const { words } = answers.sceneOf(request)
          const error = mistakes.length === 0 ? filled.error : mistakeSentences(words, mistakes)
          return draw(request, { ...filled, error }, shownOrder(body))
        },
      }),
    )
    done()
  }
}
