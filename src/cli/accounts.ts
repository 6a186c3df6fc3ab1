import { normaliseEmail } from '../accounts/account.ts'
import { coins } from '../coins/index.ts'
import { readConfig } from '../config.ts'
import { messages } from '../dashboard/pages/words.ts'
import { preferencesPath } from '../dashboard/preferences/preferences-page.ts'
import { toldChanges } from '../dashboard/preferences/told.ts'
import { systemClock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { LetterName } from '../sessions/letter.ts'
import { invitationLink } from '../sessions/registration.ts'
import { resetLink } from '../sessions/reset.ts'
import { turnFactorOffByHand } from '../sessions/second-factor.ts'
import { linksOn, sendLetter } from '../sessions.ts'
import { transactOn } from '../stores.ts'
import { changeIn, shownChange } from './account-changes.ts'
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
      const set = await withAccounts(world, ({ setDestination }) =>
        setDestination(given.required('email'), given.required('coin'), where),
      )
      if (set.isChange) {
        const named = `${coins.get(set.coin)?.name} (${set.coin})`
        const values = { coin: named, address: set.firstAddresses[0] ?? '' }
        await tellOwner(world, 'destination_changed', { email: given.required('email'), ...values })
      }
      const { coin, kind, firstAddresses } = set
      return { coin, kind, first_addresses: firstAddresses }
    },
  },
  {
    name: 'account set',
    usage:
      '--email E [--currency EUR] [--name N] [--operator] [--time-zone Europe/Berlin] [--coins LTC,BTC] [--hold-seconds 600] [--confirmations LTC=2,BTC=1] [--frame-origins https://shop.example,…]',
    summary:
      'Changes what the account is called and prefers, or makes it an operator. --coins, --hold-seconds and --confirmations take "usual" for what the settings of the service say.',
    options: {
      email: string,
      currency: string,
      name: string,
      operator: flag,
      'time-zone': string,
      coins: string,
      'hold-seconds': string,
      confirmations: string,
      'frame-origins': string,
    },
    async run(given, world) {
      const change = changeIn(given)
      const account = await withAccounts(world, (use) => use.change(given.required('email'), change))
      const changes = toldChanges(messages.en, account.before, account)
      if (changes !== '') await tellOwner(world, 'preferences_changed', { email: account.email, changes })
      return shownChange(account, change)
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

/** The change is made, whether a letter about it can be sent or not. */
async function tellOwner(
  { environment, err }: World,
  name: LetterName,
  { email, ...values }: Readonly<Record<string, string>> & { readonly email: string },
): Promise<void> {
  const config = readConfig(environment)
  const undo = linksOn(config.baseUrl)(preferencesPath)
  await sendLetter(config, name, { ...values, undo, email: normaliseEmail(email) }).catch(() =>
    err(
      `The ${name === 'destination_changed' ? 'destination' : 'account'} was set, but the letter about it could not be sent.\n`,
    ),
  )
}

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
