import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { maxPasskeyFormBytes, sendPasskeyOptions } from '../pages/passkey-options.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { PasskeyParams, passkeyOptionsResponse } from '../schemas.ts'
import { renderPasskeyPage } from './passkeys-page.ts'
import { createSecurityRenderer, type SecurityPageDependencies } from './render-security-page.ts'
import { passkeysPath, securityPath } from './security-paths.ts'

/** Routes that add, rename and remove passkeys. */
export function createPasskeyRoutes(dependencies: SecurityPageDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerAddRoutes(scope, dependencies, responder)
    registerChangeRoutes(scope, dependencies, responder)
    done()
  }
}

function registerAddRoutes(
  scope: FastifyInstance,
  dependencies: SecurityPageDependencies,
  responder: PageResponder,
): void {
  const { passkeys, loadAccount } = dependencies
  const { handleForm, getVisitor } = responder
  const shared = {
    form: 'passkey',
    preservedFields: ['name'],
    rerender: createSecurityRenderer(dependencies, responder),
  }
  scope.post(
    `${passkeysPath}/options`,
    defineForm('Starts to add a passkey', ['name', 'password'], passkeyOptionsResponse),
    handleForm({
      ...shared,
      onSubmit: async (request, reply, { name = '', password = '' }) => {
        const user = requireSignedIn(request)
        const { email } = await loadAccount(user.accountId)
        const newPasskey = { email, name, password }
        return sendPasskeyOptions(
          reply,
          await passkeys.startRegistration(user, newPasskey, getVisitor(request)),
        )
      },
    }),
  )
  scope.post(
    passkeysPath,
    { ...defineForm('Adds a passkey', ['name', 'credential']), bodyLimit: maxPasskeyFormBytes },
    handleForm({
      ...shared,
      onSubmit: async (request, _reply, { name = '', credential = '' }) => {
        await passkeys.add(requireSignedIn(request), { name, credential }, getVisitor(request))
        return `${securityPath}?done=passkey_added`
      },
    }),
  )
}

function registerChangeRoutes(
  scope: FastifyInstance,
  { passkeys, factor, loadAccount }: SecurityPageDependencies,
  { replyWithPage, handleForm, createContext, getVisitor }: PageResponder,
): void {
  const path = `${passkeysPath}/:id`
  const params = { params: PasskeyParams }
  const getId = (request: FastifyRequest): string => (request.params as { id: string }).id

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const user = requireSignedIn(request)
    const [currentAccount, passkey, requiresPassword] = await Promise.all([
      loadAccount(user.accountId),
      passkeys.find(user.accountId, getId(request)),
      factor.requiresPassword(user),
    ])
    const { done } = (request.query ?? {}) as { done?: unknown }
    return renderPasskeyPage(createContext(request), currentAccount, {
      passkey,
      formState,
      requiresPassword,
      isRenamed: done === 'renamed',
    })
  }

  scope.get(path, definePage('Shows a passkey', params), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    path,
    defineForm('Renames a passkey', ['name'], params),
    handleForm({
      form: 'rename',
      preservedFields: ['name'],
      onSubmit: async (request, _reply, { name = '' }) => {
        await passkeys.rename(requireSignedIn(request), getId(request), name)
        return `${passkeysPath}/${getId(request)}?done=renamed`
      },
      rerender: renderPage,
    }),
  )
  scope.post(
    `${path}/remove`,
    defineForm('Removes a passkey', ['password'], params),
    handleForm({
      form: 'remove',
      onSubmit: async (request, _reply, { password = '' }) => {
        await passkeys.remove(requireSignedIn(request), getId(request), password, getVisitor(request))
        return `${securityPath}?done=passkey_removed`
      },
      rerender: renderPage,
    }),
  )
}
