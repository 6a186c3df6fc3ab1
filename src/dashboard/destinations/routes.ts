import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Accounts } from '../../accounts/accounts.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { NotifyOwner } from '../../sessions/email.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import type { DashboardParts } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { coinPage } from './coin-page.ts'
import { confirmPage } from './confirm-page.ts'
import {
  type CompletedDestinationAction,
  destinationsPage,
  destinationsPath as path,
} from './destinations-page.ts'
import { type CoinOf, createPayouts, type PayoutParts, type Payouts } from './payouts.ts'

export interface DestinationParts extends DashboardParts, PayoutParts {
  readonly passwords: Pick<Passwords, 'confirm'>
  /** Account operations on behalf of an actor. */
  readonly accountsAs: (actor: string) => Pick<Accounts, 'setDestination' | 'advance'>
  readonly notifyOwner: NotifyOwner
  readonly sendsLetters: boolean
}

interface Route extends DestinationParts {
  readonly payouts: Payouts
  readonly answers: PageResponder
}

const params = Type.Object({ coin: Type.String({ description: 'Code of a coin' }) })

/** Payout wallets: showing them, and changing them in two steps with the password. */
export function destinationRoutes(parts: DestinationParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  const route = { ...parts, answers, payouts: createPayouts(parts) }
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoute(scope, route)
    if (parts.chain === 'regtest') testKeysRoute(scope, route)
    coinRoutes(scope, route)
    confirmRoutes(scope, route)
    done()
  }
}

/** @throws {ApiError} `not_found` */
function coinOf({ params }: FastifyRequest): CoinOf {
  const coin = coins.get((params as { coin: string }).coin as CoinCode)
  if (!coin) throw new ApiError('not_found')
  return coin as CoinOf
}

function listRoute(scope: FastifyInstance, route: Route): void {
  const { answers } = route
  scope.get(path, pageOptions('Where the account’s money goes'), async (request, reply) =>
    answers.page(request, reply, await drawList(route, request, emptyForm)),
  )
}

async function drawList(
  { account, payouts, answers, chain }: Route,
  request: FastifyRequest,
  filled: FormState,
): Promise<string> {
  const { accountId } = requireSignedIn(request)
  const [host, all] = await Promise.all([account(accountId), payouts.list(accountId)])
  const offersTestKeys = chain === 'regtest' && all.some(({ destination }) => destination === null)
  const shown = { payouts: all, done: doneOf(request), offersTestKeys, filled }
  return destinationsPage(answers.sceneOf(request), host, shown)
}

/** A single step: without a wallet there are no addresses to compare. */
function testKeysRoute(scope: FastifyInstance, route: Route): void {
  const { account, accountsAs, passwords, payouts, notifyOwner, answers } = route
  scope.post(
    `${path}/test-keys`,
    formOptions('Sets test keys for the coins without a destination', ['password']),
    answers.form({
      keeps: [],
      act: async (request, _reply, { password = '' }) => {
        const [by, visitor] = [requireSignedIn(request), answers.visitorOf(request)]
        await passwords.confirm(by, password, visitor)
        const { email } = await account(by.accountId)
        for (const { coin, destination } of await payouts.list(by.accountId)) {
          const xpub = destination === null ? payouts.createTestKey(coin) : null
          if (xpub === null) continue
          const given = { xpub, seen: null }
          const { firstAddresses } = await accountsAs(by.sessionId).setDestination(email, coin.code, given)
          const values = { coin: `${coin.name} (${coin.code})`, address: firstAddresses[0] ?? '' }
          notifyOwner(by.accountId, 'destination_changed', visitor, values)
        }
        return `${path}?set=test`
      },
      rerender: (request, filled) => drawList(route, request, filled),
    }),
  )
}

function doneOf({ query }: FastifyRequest): CompletedDestinationAction | null {
  const { set, skipped } = (query ?? {}) as Record<string, unknown>
  if (set === 'test') return { deed: 'test' }
  const [deed, code] = set === undefined ? (['skipped', skipped] as const) : (['set', set] as const)
  const coin = coins.get(code as CoinCode)
  return coin ? { deed, coin } : null
}

function coinRoutes(scope: FastifyInstance, route: Route): void {
  const { account, accountsAs, passwords, payouts, answers } = route
  const { page, form, sceneOf, visitorOf } = answers

  async function draw(request: FastifyRequest, filled: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const coin = coinOf(request)
    const [host, payout] = await Promise.all([account(accountId), payouts.find(accountId, coin)])
    return coinPage(sceneOf(request), host, { payout, chain: route.chain, filled })
  }

  scope.get(
    `${path}/:coin`,
    pageOptions('Where the money of a coin goes', { params }),
    async (request, reply) => page(request, reply, await draw(request, emptyForm)),
  )
  scope.post(
    `${path}/:coin`,
    formOptions('Shows a new destination to compare with the wallet', ['destination'], { params }),
    form({
      form: 'destination',
      // A rejected input may be a private key, so the page doesn't repeat it.
      keeps: [],
      act: async (request, _reply, { destination = '' }) => {
        const coin = coinOf(request)
        const check = await payouts.encryptDraft(requireSignedIn(request), coin, destination)
        return `${path}/${coin.code}/confirm?check=${check}`
      },
      rerender: draw,
    }),
  )
  scope.post(
    `${path}/:coin/skip`,
    formOptions('Skips addresses of an extended public key', ['by', 'password'], { params }),
    form({
      form: 'skip',
      keeps: ['by'],
      act: async (request, _reply, { by: count = '', password = '' }) => {
        const by = requireSignedIn(request)
        const { code } = coinOf(request)
        await passwords.confirm(by, password, visitorOf(request))
        const { email } = await account(by.accountId)
        await accountsAs(by.sessionId).advance(email, code, wholeIn(count))
        return `${path}?skipped=${code}`
      },
      rerender: draw,
    }),
  )
}

/** Invalid input counts as 0, which can't be skipped. */
const wholeIn = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0)

function confirmRoutes(scope: FastifyInstance, route: Route): void {
  const { account, accountsAs, passwords, payouts, notifyOwner, sendsLetters, answers } = route
  const { page, form, sceneOf, visitorOf } = answers
  const place = `${path}/:coin/confirm`

  async function draw(request: FastifyRequest, filled: FormState, check: string): Promise<string> {
    const by = requireSignedIn(request)
    const [host, wish] = await Promise.all([
      account(by.accountId),
      payouts.decryptDraft(by, coinOf(request), check),
    ])
    return confirmPage(sceneOf(request), host, { draft: wish, encryptedDraft: check, filled, sendsLetters })
  }

  scope.get(
    place,
    pageOptions('Shows a new destination before it is set', {
      params,
      querystring: Type.Object({
        check: Type.String({ description: 'The encrypted new destination from the previous form' }),
      }),
    }),
    async (request, reply) => {
      const { check } = (request.query ?? {}) as { check?: unknown }
      return page(request, reply, await draw(request, emptyForm, String(check ?? '')))
    },
  )
  scope.post(
    place,
    formOptions('Sets the destination', ['check', 'password'], { params }),
    form({
      keeps: [],
      act: async (request, _reply, { check = '', password = '' }) => {
        const [by, visitor, coin] = [requireSignedIn(request), visitorOf(request), coinOf(request)]
        const { destination, seen } = await payouts.decryptDraft(by, coin, check)
        await passwords.confirm(by, password, visitor)
        const { email } = await account(by.accountId)
        const { kind, value } = destination
        const given = kind === 'xpub' ? { xpub: value, seen } : { address: value, seen }
        const { isChange, firstAddresses } = await accountsAs(by.sessionId).setDestination(
          email,
          coin.code,
          given,
        )
        const values = { coin: `${coin.name} (${coin.code})`, address: firstAddresses[0] ?? '' }
        if (isChange) notifyOwner(by.accountId, 'destination_changed', visitor, values)
        return `${path}?set=${coin.code}`
      },
      rerender: (request, filled, { check = '' }) => draw(request, filled, check),
    }),
  )
}
