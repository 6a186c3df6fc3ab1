import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { TokenStore } from '../../accounts/access-tokens.ts'
import { type PreferenceStore, toPreferences } from '../../accounts/preferences.ts'
import { maxOrigins } from '../../accounts/storefront.ts'
import type { DashboardDependencies } from '../../dashboard/pages/account-view.ts'
import { renderErrorPage } from '../../dashboard/pages/error-pages.ts'
import { emptyForm, type FormState } from '../../dashboard/pages/form.ts'
import { createPageResponder, type FormBody } from '../../dashboard/pages/page-responder.ts'
import { defineForm, definePage } from '../../dashboard/pages/route-options.ts'
import { requireSignedIn } from '../../dashboard/pages/signed-in.ts'
import { describeChanges } from '../../dashboard/preferences/change-summary.ts'
import { preferencesPath } from '../../dashboard/preferences/preferences-page.ts'
import { formResponses, pageResponses } from '../../dashboard/schemas.ts'
import { html } from '../../platform/web/html.ts'
import { sendPage } from '../../platform/web/send.ts'
import type { NotifyOwner } from '../../sessions/email.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import {
  type AuthorizeDependencies,
  createConnectionAuthorizer,
  findEarlierKey,
  type PreferencesChange,
} from './authorize.ts'
import { type Connection, type ConnectionProblem, parseConnection } from './connection.ts'
import { connectPath, renderConnectPage } from './pages/connect-page.ts'
import { renderConnectedPage } from './pages/connected-page.ts'
import { getTranslator } from './pages/translator.ts'

interface ConnectDependencies extends DashboardDependencies, AuthorizeDependencies {
  readonly read: {
    readonly accounts: Pick<TokenStore, 'findConnectedToken'> & Pick<PreferenceStore, 'getStoredAccount'>
  }
  readonly passwords: Pick<Passwords, 'confirm'>
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

const defineText = (description: string) => Type.Optional(Type.String({ description }))
const querystring = Type.Object({
  permissions: Type.Array(Type.String(), { description: 'Repeated: each requested permission' }),
  applicationName: defineText('Shown to the owner; part of the name of the key'),
  applicationIdentifier: defineText(
    'The plug-in’s own id; also recognises its earlier keys, and is part of their name',
  ),
  redirect: defineText(
    'https URL to which the browser posts `apiKey`, `userId` and `permissions[]` as a form',
  ),
  strict: defineText('Ignored: a key has exactly the requested permissions that the service supports'),
  selectiveStores: defineText('Ignored: a key is for one store'),
})
const responses = { ...pageResponses, 400: formResponses[400] }

/** The page that connects a shop plug-in: it asks the owner, creates a key, and has the browser send it to the shop. */
export function createConnectRoutes(dependencies: ConnectDependencies): FastifyPluginCallback {
  const { baseUrl, loadAccount, read, passwords } = dependencies
  const responder = createPageResponder(dependencies)
  const authorize = createConnectionAuthorizer(dependencies)

  return (scope, _options, done) => {
    responder.prepare(scope)
    // Some plug-ins put a slash before the query.
    for (const path of [connectPath, `${connectPath}/`]) {
      const sharedOptions = { querystring, hide: path !== connectPath }
      const getOptions = definePage('Asks the owner to connect a shop plug-in', {
        ...sharedOptions,
        response: responses,
      })
      scope.get(path, getOptions, showPage)
      scope.post(
        path,
        defineForm('Connects a shop plug-in', ['password', 'allow_frame'], sharedOptions),
        responder.handleForm({
          preservedFields: ['allow_frame'],
          onSubmit: connect,
          rerender: renderPage,
        }),
      )
    }
    done()
  }

  async function showPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const parsed = parseConnection(request.query, baseUrl)
    return 'problem' in parsed
      ? responder.replyWithPage(request, reply, renderProblemPage(request, parsed.problem), 400)
      : responder.replyWithPage(request, reply, await renderPage(request, emptyForm))
  }

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const parsed = parseConnection(request.query, baseUrl)
    if ('problem' in parsed) return renderProblemPage(request, parsed.problem)
    const { connection } = parsed
    const [currentAccount, earlierKey, storedAccount] = await Promise.all([
      loadAccount(accountId),
      findEarlierKey(read.accounts, accountId, connection),
      read.accounts.getStoredAccount(accountId),
    ])
    const offersCheckoutFraming = canAddOrigin(toPreferences(storedAccount).frameOrigins, connection)
    const pageData = { connection, earlierKey, offersCheckoutFraming, formState }
    return renderConnectPage(responder.createContext(request), currentAccount, pageData)
  }

  function renderProblemPage(request: FastifyRequest, problem: ConnectionProblem): string {
    const context = responder.createContext(request)
    const { text } = getTranslator(context.translator.language)
    return renderErrorPage(context, html`${text[`problem_${problem}`]}`)
  }

  /** Responds with the page that sends the key to the shop, or shows it. */
  async function connect(request: FastifyRequest, reply: FastifyReply, body: FormBody): Promise<null> {
    const user = requireSignedIn(request)
    const parsed = parseConnection(request.query, baseUrl)
    if ('problem' in parsed) {
      await responder.replyWithPage(request, reply, renderProblemPage(request, parsed.problem), 400)
      return null
    }
    const { connection } = parsed
    const { redirect } = connection
    await passwords.confirm(user, body.password ?? '', responder.getVisitor(request))
    const earlierKey = await findEarlierKey(read.accounts, user.accountId, connection)
    const allowFrame = body.allow_frame !== undefined
    const currentAccount = await loadAccount(user.accountId)
    const { issuedKey, change } = await authorize(user, currentAccount.email, { connection, allowFrame })
    if (change) notifyOwnerOfChange(request, change)
    const pageData = { issuedKey, redirect, earlierKey }
    const page = renderConnectedPage(responder.createContext(request), currentAccount, pageData)
    await sendPage(request, reply, page, { submitTo: redirect ? [redirect.origin] : [] })
    return null
  }

  function notifyOwnerOfChange(request: FastifyRequest, { before, after }: PreferencesChange): void {
    const changes = describeChanges(responder.createContext(request).translator.text, before, after)
    if (changes === '') return
    const values = { changes, undo: dependencies.linkTo(preferencesPath) }
    const { accountId } = requireSignedIn(request)
    dependencies.notifyOwner(accountId, 'preferences_changed', responder.getVisitor(request), values)
  }
}

const canAddOrigin = (frameOrigins: readonly string[], { redirect }: Connection): boolean =>
  redirect !== null && !frameOrigins.includes(redirect.origin) && frameOrigins.length < maxOrigins
