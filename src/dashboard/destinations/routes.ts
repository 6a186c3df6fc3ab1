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
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { renderCoinPage } from './coin-page.ts'
import { renderConfirmPage } from './confirm-page.ts'
import {
  type CompletedDestinationAction,
  destinationsPath as path,
  renderDestinationsPage,
} from './destinations-page.ts'
import { createPayouts, type PayoutDependencies, type Payouts } from './payouts.ts'

interface DestinationDependencies extends DashboardDependencies, PayoutDependencies {
  readonly passwords: Pick<Passwords, 'confirm'>
  /** Account operations on behalf of an actor. */
  readonly createAccountsAs: (actor: string) => Pick<Accounts, 'setDestination' | 'advance'>
  readonly notifyOwner: NotifyOwner
  readonly canSendEmail: boolean
}

interface RouteContext extends DestinationDependencies {
  readonly payouts: Payouts
  readonly responder: PageResponder
}

const params = Type.Object({ coin: Type.String({ description: 'Code of a coin' }) })

/** Payout wallets: showing them, and changing them in two steps with the password. */
export function createDestinationRoutes(dependencies: DestinationDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  const route = { ...dependencies, responder, payouts: createPayouts(dependencies) }
  return (scope, _options, done) => {
    responder.prepare(scope)
    listRoute(scope, route)
    if (dependencies.chain === 'regtest') testKeysRoute(scope, route)
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

function listRoute(scope: FastifyInstance, route: RouteContext): void {
  const { responder } = route
  scope.get(path, pageOptions('Lists payout wallets'), async (request, reply) =>
    responder.replyWithPage(request, reply, await renderList(route, request, emptyForm)),
  )
}

async function renderList(
  { loadAccount, payouts, responder, chain }: RouteContext,
  request: FastifyRequest,
  formState: FormState,
): Promise<string> {
  const { accountId } = requireSignedIn(request)
  const [currentAccount, all] = await Promise.all([loadAccount(accountId), payouts.list(accountId)])
  const offersTestKeys = chain === 'regtest' && all.some(({ destination }) => destination === null)
  const pageData = { payouts: all, done: getCompletedAction(request), offersTestKeys, formState }
  return renderDestinationsPage(responder.createContext(request), currentAccount, pageData)
}

/** A single step: without a wallet there are no addresses to compare. */
function testKeysRoute(scope: FastifyInstance, route: RouteContext): void {
  const { loadAccount, createAccountsAs, passwords, payouts, notifyOwner, responder } = route
  scope.post(
    `${path}/test-keys`,
    formOptions('Sets test keys for the coins without a destination', ['password']),
    responder.handleForm({
      preservedFields: [],
      onSubmit: async (request, _reply, { password = '' }) => {
        const [by, visitor] = [requireSignedIn(request), responder.getVisitor(request)]
        await passwords.confirm(by, password, visitor)
        const { email } = await loadAccount(by.accountId)
        for (const { coin, destination } of await payouts.list(by.accountId)) {
          const xpub = destination === null ? payouts.createTestKey(coin) : null
          if (xpub === null) continue
          const newDestination = { xpub, expectedVersion: null }
          const { firstAddresses } = await createAccountsAs(by.sessionId).setDestination(
            email,
            coin.code,
            newDestination,
          )
          const values = { coin: `${coin.name} (${coin.code})`, address: firstAddresses[0] ?? '' }
          notifyOwner(by.accountId, 'destination_changed', visitor, values)
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
  const { loadAccount, createAccountsAs, passwords, payouts, responder } = route
  const { replyWithPage, handleForm, createContext, getVisitor } = responder

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const coin = requireCoin(request)
    const [currentAccount, payout] = await Promise.all([
      loadAccount(accountId),
      payouts.find(accountId, coin),
    ])
    return renderCoinPage(createContext(request), currentAccount, { payout, chain: route.chain, formState })
  }

  scope.get(
    `${path}/:coin`,
    pageOptions('Shows the payout wallet of a coin', { params }),
    async (request, reply) => replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    `${path}/:coin`,
    formOptions('Shows a new destination to compare with the wallet', ['destination'], { params }),
    handleForm({
      form: 'destination',
      // A rejected input may be a private key, so the page doesn't repeat it.
      preservedFields: [],
      onSubmit: async (request, _reply, { destination = '' }) => {
        const coin = requireCoin(request)
        const check = await payouts.encryptDraft(requireSignedIn(request), coin, destination)
        return `${path}/${coin.code}/confirm?check=${check}`
      },
      rerender: renderPage,
    }),
  )
  scope.post(
    `${path}/:coin/skip`,
    formOptions('Skips addresses of an extended public key', ['by', 'password'], { params }),
    handleForm({
      form: 'skip',
      preservedFields: ['by'],
      onSubmit: async (request, _reply, { by: count = '', password = '' }) => {
        const by = requireSignedIn(request)
        const { code } = requireCoin(request)
        await passwords.confirm(by, password, getVisitor(request))
        const { email } = await loadAccount(by.accountId)
        await createAccountsAs(by.sessionId).advance(email, code, parseCount(count))
        return `${path}?skipped=${code}`
      },
      rerender: renderPage,
    }),
  )
}

/** Invalid input counts as 0, which can't be skipped. */
const parseCount = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0)

function registerConfirmRoutes(scope: FastifyInstance, route: RouteContext): void {
  const { loadAccount, createAccountsAs, passwords, payouts, notifyOwner, canSendEmail, responder } = route
  const { replyWithPage, handleForm, createContext, getVisitor } = responder
  const confirmPath = `${path}/:coin/confirm`

  async function renderPage(request: FastifyRequest, formState: FormState, check: string): Promise<string> {
    const by = requireSignedIn(request)
    const [currentAccount, draft] = await Promise.all([
      loadAccount(by.accountId),
      payouts.decryptDraft(by, requireCoin(request), check),
    ])
    return renderConfirmPage(createContext(request), currentAccount, {
      draft,
      encryptedDraft: check,
      formState,
      canSendEmail,
    })
  }

  scope.get(
    confirmPath,
    pageOptions('Shows a new destination before it is set', {
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
    formOptions('Sets the destination', ['check', 'password'], { params }),
    handleForm({
      preservedFields: [],
      onSubmit: async (request, _reply, { check = '', password = '' }) => {
        const [by, visitor, coin] = [requireSignedIn(request), getVisitor(request), requireCoin(request)]
        const { destination, expectedVersion } = await payouts.decryptDraft(by, coin, check)
        await passwords.confirm(by, password, visitor)
        const { email } = await loadAccount(by.accountId)
        const { kind, value } = destination
        const newDestination =
          kind === 'xpub' ? { xpub: value, expectedVersion } : { address: value, expectedVersion }
        const { isChange, firstAddresses } = await createAccountsAs(by.sessionId).setDestination(
          email,
          coin.code,
          newDestination,
        )
        const values = { coin: `${coin.name} (${coin.code})`, address: firstAddresses[0] ?? '' }
        if (isChange) notifyOwner(by.accountId, 'destination_changed', visitor, values)
        return `${path}?set=${coin.code}`
      },
      rerender: (request, formState, { check = '' }) => renderPage(request, formState, check),
    }),
  )
}
