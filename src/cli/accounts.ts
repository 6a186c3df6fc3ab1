import { type Account, normaliseEmail } from '../accounts/account.ts'
import { systemClock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { invitationLink } from '../sessions/registration.ts'
import { resetLink } from '../sessions/reset.ts'
import { turnFactorOffByHand } from '../sessions/second-factor.ts'
import { linksOn } from '../sessions.ts'
import { transactOn } from '../stores.ts'
import { type Command, CommandFailed, flag, string, UsageError, type World } from './command.ts'
import { withAccounts, withDatabase } from './database.ts'

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    usage: '--email E --password-stdin',
    summary: 'Makes an account; the first one is the operator.',
    options: { email: string, 'password-stdin': flag },
    async run(given, world) {
      const email = given.required('email')
      if (!given.flag('password-stdin'))
        throw new UsageError('The password comes by --password-stdin, never by argument.')
      const password = await readLine(world)
      const { id, email: stored } = await withAccounts(world, ({ create }) => create({ email, password }))
      return { id, email: stored }
    },
  },
  {
    name: 'account set-destination',
    usage: '--email E --coin LTC (--xpub X | --address A)',
    summary: 'Says where the money of a coin goes, and shows the first addresses to compare with the wallet.',
    options: { email: string, coin: string, xpub: string, address: string },
    async run(given, world) {
      const [xpub, address] = [given.optional('xpub'), given.optional('address')]
      if ((xpub === undefined) === (address === undefined))
        throw new UsageError('Give one of --xpub and --address.')
      const where = xpub === undefined ? { address: address ?? '' } : { xpub }
      const { coin, kind, firstAddresses } = await withAccounts(world, ({ setDestination }) =>
        setDestination(given.required('email'), given.required('coin'), where),
      )
      return { coin, kind, first_addresses: firstAddresses }
    },
  },
  {
    name: 'account set',
    usage: '--email E [--currency EUR] [--name N] [--operator] [--frame-origins https://shop.example,…]',
    summary:
      'Changes the currency of new invoices, the name, makes the account an operator, or lists whose pages may show its checkout pages in a frame.',
    options: { email: string, currency: string, name: string, operator: flag, 'frame-origins': string },
    run: (given, world) => {
      const [currency, name] = [given.optional('currency'), given.optional('name')]
      const change = {
        ...(currency !== undefined && { currency }),
        ...(name !== undefined && { name }),
        ...(given.flag('operator') && { operator: true }),
      }
      const email = given.required('email')
      const origins = given.optional('frame-origins')
      return withAccounts(world, async (use) => {
        const framed =
          origins === undefined ? {} : { frame_origins: await use.setFrameOrigins(email, origins) }
        return { ...shown(await use.change(email, change)), ...framed }
      })
    },
  },
  {
    name: 'account reset',
    usage: '--email E [--codes-off]',
    summary:
      'Prints a link with which the account chooses another password: for a day, and once. --codes-off is for who has lost the codes beside it.',
    options: { email: string, 'codes-off': flag },
    run: (given, world) =>
      withDatabase(world, async (database, { baseUrl }) => {
        const email = normaliseEmail(given.required('email'))
        const parts = { clock: systemClock, linkTo: linksOn(baseUrl), handed: true }
        const url = await transactOn(database)(async (stores) => {
          const found = await stores.credentials.byEmail(email)
          if (!found) throw new Refused('account_not_found')
          if (given.flag('codes-off')) await turnFactorOffByHand(stores, found.accountId, systemClock)
          return resetLink(stores, found.accountId, parts)
        })
        return { url }
      }),
  },
  {
    name: 'account invite',
    usage: '--email E',
    summary:
      'Prints a link with which somebody makes an account of that e-mail address: for a week, and once.',
    options: { email: string },
    run: (given, world) =>
      withDatabase(world, async (database, { baseUrl, registration }) => {
        const email = normaliseEmail(given.required('email'))
        if (registration === 'closed')
          throw new CommandFailed('Nobody can register in the browser: REGISTRATION is closed.')
        const parts = { clock: systemClock, linkTo: linksOn(baseUrl) }
        const url = await transactOn(database)(async (stores) => {
          if (await stores.credentials.byEmail(email)) throw new Refused('account_exists')
          return invitationLink(stores, email, parts)
        })
        return { url }
      }),
  },
  {
    name: 'destination advance',
    usage: '--email E --coin C --by N',
    summary: 'Skips the next N addresses of an extended public key.',
    options: { email: string, coin: string, by: string },
    async run(given, world) {
      given.required('by')
      const by = given.whole('by') ?? 0
      const { coin, nextIndex } = await withAccounts(world, ({ advance }) =>
        advance(given.required('email'), given.required('coin'), by),
      )
      return { coin, next_index: nextIndex }
    },
  },
]

const shown = ({ id, email, currency, name, operator }: Account) => ({ id, email, currency, name, operator })

const longestLine = 1_024

/** The first line of standard input, without its end. */
async function readLine({ stdin }: World): Promise<string> {
  let text = ''
  for await (const part of stdin) {
    text += part.toString()
    if (text.includes('\n') || text.length > longestLine) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
