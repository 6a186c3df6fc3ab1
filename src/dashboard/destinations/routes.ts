import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Accounts } from '../../accounts/accounts.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Tell } from '../../sessions/letter.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import { type Answering, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { coinPage } from './coin-page.ts'
import { confirmPage } from './confirm-page.ts'
import { type Done, destinationsPage, destinationsPath as path } from './destinations-page.ts'
import { type CoinOf, type PayoutParts, type Payouts, payouts } from './payouts.ts'

export interface DestinationParts extends HouseParts, PayoutParts {
  readonly passwords: Pick<Passwords, 'confirm'>
  /** What an account does, as whoever acts. */
  readonly accountsAs: (actor: string) => Pick<Accounts, 'setDestination' | 'advance'>
  readonly tell: Tell
  readonly sendsLetters: boolean
}

interface Route extends DestinationParts {
  readonly payouts: Payouts
  readonly answers: Answering
}

const params = Type.Object({ coin: Type.String({ description: 'Code of a coin' }) })

/** Where an account's money goes: looked at, and changed in two steps and with the password. */
export function destinationRoutes(parts: DestinationParts): FastifyPluginCallback {
  const answers = answering(parts)
  const route = { ...parts, answers, payouts: payouts(parts) }
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoute(scope, route)
    coinRoutes(scope, route)
    confirmRoutes(scope, route)
    done()
  }
}

/** @throws {Refused} `not_found` */
function coinOf({ params }: FastifyRequest): CoinOf {
  const coin = coins.get((params as { coin: string }).coin as CoinCode)
  if (!coin) throw new Refused('not_found')
  return coin as CoinOf
}

function listRoute(scope: FastifyInstance, { account, payouts, answers }: Route): void {
  scope.get(path, pageOptions('Where the account’s money goes'), async (request, reply) => {
    const { accountId } = signedOf(request)
    const [host, all] = await Promise.all([account(accountId), payouts.all(accountId)])
    return answers.page(
      request,
      reply,
      destinationsPage(answers.sceneOf(request), host, { payouts: all, done: doneOf(request) }),
    )
  })
}

function doneOf({ query }: FastifyRequest): Done | null {
  const { set, skipped } = (query ?? {}) as Record<string, unknown>
  const [deed, code] = set === undefined ? (['skipped', skipped] as const) : (['set', set] as const)
  const coin = coins.get(code as CoinCode)
  return coin ? { deed, coin } : null
}

function coinRoutes(scope: FastifyInstance, route: Route): void {
  const { account, accountsAs, passwords, payouts, answers } = route
  const { page, form, sceneOf, visitorOf } = answers

  async function draw(request: FastifyRequest, filled: Filled): Promise<string> {
    const { accountId } = signedOf(request)
    const coin = coinOf(request)
    const [host, payout] = await Promise.all([account(accountId), payouts.one(accountId, coin)])
    return coinPage(sceneOf(request), host, { payout, chain: route.chain, filled })
  }

  /** The form as it comes, with a key for trying in it where one is asked for. */
  function blank(request: FastifyRequest): Filled {
    const { trying } = (request.query ?? {}) as { trying?: unknown }
    const key = trying === undefined ? null : payouts.keyForTrying(coinOf(request))
    return key === null ? empty : { values: { destination: key }, error: null, form: 'destination' }
  }

  scope.get(
    `${path}/:coin`,
    pageOptions('Where the money of a coin goes', { params }),
    async (request, reply) => page(request, reply, await draw(request, blank(request))),
  )
  scope.post(
    `${path}/:coin`,
    formOptions('Shows what another destination would be', ['destination'], { params }),
    form({
      form: 'destination',
      // What was not taken may be a private key: it is not written into a page.
      keeps: [],
      act: async (request, _reply, { destination = '' }) => {
        const coin = coinOf(request)
        const check = await payouts.seal(signedOf(request), coin, destination)
        return `${path}/${coin.code}/confirm?check=${check}`
      },
      again: draw,
    }),
  )
  scope.post(
    `${path}/:coin/skip`,
    formOptions('Skips addresses of an extended public key', ['by', 'password'], { params }),
    form({
      form: 'skip',
      keeps: ['by'],
      act: async (request, _reply, { by: count = '', password = '' }) => {
        const by = signedOf(request)
        const { code } = coinOf(request)
        await passwords.confirm(by, password, visitorOf(request))
        const { email } = await account(by.accountId)
        await accountsAs(by.sessionId).advance(email, code, wholeIn(count))
        return `${path}?skipped=${code}`
      },
      again: draw,
    }),
  )
}

/** What is no number is none that can be skipped. */
const wholeIn = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0)

function confirmRoutes(scope: FastifyInstance, route: Route): void {
  const { account, accountsAs, passwords, payouts, tell, sendsLetters, answers } = route
  const { page, form, sceneOf, visitorOf } = answers
  const place = `${path}/:coin/confirm`

  async function draw(request: FastifyRequest, filled: Filled, check: string): Promise<string> {
    const by = signedOf(request)
    const [host, wish] = await Promise.all([
      account(by.accountId),
      payouts.opened(by, coinOf(request), check),
    ])
    return confirmPage(sceneOf(request), host, { wish, check, filled, sendsLetters })
  }

  scope.get(
    place,
    pageOptions('A destination to compare with the wallet, before it is set', {
      params,
      querystring: Type.Object({ check: Type.String({ description: 'What the form before has led to' }) }),
    }),
    async (request, reply) => {
      const { check } = (request.query ?? {}) as { check?: unknown }
      return page(request, reply, await draw(request, empty, String(check ?? '')))
    },
  )
  scope.post(
    place,
    formOptions('Sets the destination', ['check', 'password'], { params }),
    form({
      keeps: [],
      act: async (request, _reply, { check = '', password = '' }) => {
        const [by, visitor, coin] = [signedOf(request), visitorOf(request), coinOf(request)]
        const { destination, seen } = await payouts.opened(by, coin, check)
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
        if (isChange) tell(by.accountId, 'destination_changed', visitor, values)
        return `${path}?set=${coin.code}`
      },
      again: (request, filled, { check = '' }) => draw(request, filled, check),
    }),
  )
}
