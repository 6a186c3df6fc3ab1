import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Accounts } from '../../accounts/accounts.ts'
import type { CoinWithCode } from '../../accounts/destination.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { NotifyOwner } from '../../sessions/email.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { renderCoinPage } from './coin-page.ts'
import { renderConfirmPage } from './confirm-page.ts'
import {
  type CompletedDestinationAction,
  destinationsPath as path,
  renderDestinationsPage,
} from './destinations-page.ts'
import { createPayoutWallets, type PayoutWalletDependencies, type PayoutWallets } from './payout-wallets.ts'

interface DestinationDependencies extends DashboardDependencies, PayoutWalletDependencies {
  readonly passwords: Pick<Passwords, 'confirm'>
  /** Account operations on behalf of an actor. */
  readonly createAccountsAs: (actor: string) => Pick<Accounts, 'setDestination' | 'advance'>
  readonly notifyOwner: NotifyOwner
  readonly canSendEmail: boolean
}

interface RouteContext extends DestinationDependencies {
  readonly wallets: PayoutWallets
  readonly responder: PageResponder
}

const params = Type.Object({ coin: Type.String({ description: 'Code of a coin' }) })

/** Payout wallets. Changing one takes two steps and the password. */
export function createDestinationRoutes(dependencies: DestinationDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  const route = { ...dependencies, responder, wallets: createPayoutWallets(dependencies) }
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerListRoute(scope, route)
    if (dependencies.chain === 'regtest') registerTestKeysRoute(scope, route)
    registerCoinRoutes(scope, route)
    registerConfirmRoutes(scope, route)
    done()
  }
}

/** @throws {ApiError} `not_found` */
function requireCoin({ params }: FastifyRequest): CoinWithCode {
  const coin = coins.get((params as { coin: string }).coin as CoinCode)
  if (!coin) throw new ApiError('not_found')
  return coin as CoinWithCode
}

function registerListRoute(scope: FastifyInstance, route: RouteContext): void {
  const { responder } = route
  scope.get(path, definePage('Lists payout wallets'), async (request, reply) =>
    responder.replyWithPage(request, reply, await renderList(route, request, emptyForm)),
  )
}

async function renderList(
  { loadAccount, wallets, responder, chain }: RouteContext,
  request: FastifyRequest,
  formState: FormState,
): Promise<string> {
  const { accountId } = requireSignedIn(request)
  const [currentAccount, accountWallets] = await Promise.all([
    loadAccount(accountId),
    wallets.list(accountId),
  ])
  const offersTestKeys = chain === 'regtest' && accountWallets.some(({ destination }) => destination === null)
  const pageData = {
    wallets: accountWallets,
    completedAction: getCompletedAction(request),
    offersTestKeys,
    formState,
  }
  return renderDestinationsPage(responder.createContext(request), currentAccount, pageData)
}

/** A single step: without a wallet there are no addresses to compare. */
function registerTestKeysRoute(scope: FastifyInstance, route: RouteContext): void {
  const { loadAccount, createAccountsAs, passwords, wallets, notifyOwner, responder } = route
  scope.post(
    `${path}/test-keys`,
    defineForm('Sets test keys for the coins without a destination', ['password']),
    responder.handleForm({
      preservedFields: [],
      onSubmit: async (request, _reply, { password = '' }) => {
        const [user, visitor] = [requireSignedIn(request), responder.getVisitor(request)]
        await passwords.confirm(user, password, visitor)
        const { email } = await loadAccount(user.accountId)
        for (const { coin, destination } of await wallets.list(user.accountId)) {
          const xpub = destination === null ? wallets.createTestKey(coin) : null
          if (xpub === null) continue
          const newDestination = { xpub, expectedVersion: null }
          const { firstAddresses } = await createAccountsAs(user.sessionId).setDestination(
            email,
            coin.code,
            newDestination,
          )
          const values = { coin: `${coin.name} (${coin.code})`, address: firstAddresses[0] ?? '' }
          notifyOwner(user.accountId, 'destination_changed', visitor, values)
        }
        return `${path}?set=test`
      },
      rerender: (request, formState) => renderList(route, request, formState),
    }),
  )
}

function getCompletedAction({ query }: FastifyRequest): CompletedDestinationAction | null {
  const { set, skipped } = (query ?? {}) as Record<string, unknown>
  if (set === 'test') return { action: 'test' }
  const [action, code] = set === undefined ? (['skipped', skipped] as const) : (['set', set] as const)
  const coin = coins.get(code as CoinCode)
  return coin ? { action, coin } : null
}

function registerCoinRoutes(scope: FastifyInstance, route: RouteContext): void {
  const { loadAccount, createAccountsAs, passwords, wallets, responder } = route
  const { replyWithPage, handleForm, createContext, getVisitor } = responder

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const coin = requireCoin(request)
    const [currentAccount, wallet] = await Promise.all([
      loadAccount(accountId),
      wallets.find(accountId, coin),
    ])
    return renderCoinPage(createContext(request), currentAccount, { wallet, chain: route.chain, formState })
  }

  scope.get(
    `${path}/:coin`,
    definePage('Shows the payout wallet of a coin', { params }),
    async (request, reply) => replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    `${path}/:coin`,
    defineForm('Shows a new destination to compare with the wallet', ['destination'], { params }),
    handleForm({
      form: 'destination',
      // A rejected input may be a private key, so the page doesn't repeat it.
      preservedFields: [],
      onSubmit: async (request, _reply, { destination = '' }) => {
        const coin = requireCoin(request)
        const check = await wallets.encryptDraft(requireSignedIn(request), coin, destination)
        return `${path}/${coin.code}/confirm?check=${check}`
      },
      rerender: renderPage,
    }),
  )
  scope.post(
    `${path}/:coin/skip`,
    defineForm('Skips addresses of an extended public key', ['count', 'password'], { params }),
    handleForm({
      form: 'skip',
      preservedFields: ['count'],
      onSubmit: async (request, _reply, { count = '', password = '' }) => {
        const user = requireSignedIn(request)
        const { code } = requireCoin(request)
        await passwords.confirm(user, password, getVisitor(request))
        const { email } = await loadAccount(user.accountId)
        await createAccountsAs(user.sessionId).advance(email, code, parseCount(count))
        return `${path}?skipped=${code}`
      },
      rerender: renderPage,
    }),
  )
}

/** Invalid input counts as 0, which can't be skipped. */
const parseCount = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0)

function registerConfirmRoutes(scope: FastifyInstance, route: RouteContext): void {
  const { loadAccount, createAccountsAs, passwords, wallets, notifyOwner, canSendEmail, responder } = route
  const { replyWithPage, handleForm, createContext, getVisitor } = responder
  const confirmPath = `${path}/:coin/confirm`

  async function renderPage(
    request: FastifyRequest,
    formState: FormState,
    encryptedDraft: string,
  ): Promise<string> {
    const user = requireSignedIn(request)
    const [currentAccount, draft] = await Promise.all([
      loadAccount(user.accountId),
      wallets.decryptDraft(user, requireCoin(request), encryptedDraft),
    ])
    return renderConfirmPage(createContext(request), currentAccount, {
      draft,
      encryptedDraft,
      formState,
      canSendEmail,
    })
  }

  scope.get(
    confirmPath,
    definePage('Shows a new destination before it is set', {
      params,
      querystring: Type.Object({
        check: Type.String({ description: 'The encrypted new destination from the previous form' }),
      }),
    }),
    async (request, reply) => {
      const { check } = (request.query ?? {}) as { check?: unknown }
      return replyWithPage(request, reply, await renderPage(request, emptyForm, String(check ?? '')))
    },
  )
  scope.post(
    confirmPath,
    defineForm('Sets the destination', ['check', 'password'], { params }),
    handleForm({
      preservedFields: [],
      onSubmit: async (request, _reply, { check = '', password = '' }) => {
        const [user, visitor, coin] = [requireSignedIn(request), getVisitor(request), requireCoin(request)]
        const { destination, expectedVersion } = await wallets.decryptDraft(user, coin, check)
        await passwords.confirm(user, password, visitor)
        const { email } = await loadAccount(user.accountId)
        const { kind, value } = destination
        const newDestination =
          kind === 'xpub' ? { xpub: value, expectedVersion } : { address: value, expectedVersion }
        const { isChange, firstAddresses } = await createAccountsAs(user.sessionId).setDestination(
          email,
          coin.code,
          newDestination,
        )
        const values = { coin: `${coin.name} (${coin.code})`, address: firstAddresses[0] ?? '' }
        if (isChange) notifyOwner(user.accountId, 'destination_changed', visitor, values)
        return `${path}?set=${coin.code}`
      },
      rerender: (request, formState, { check = '' }) => renderPage(request, formState, check),
    }),
  )
}
