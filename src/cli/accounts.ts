import { normaliseEmail } from '../accounts/account.ts'
import { coins } from '../coins/index.ts'
import { linksOn, sendLetter } from '../composition/email.ts'
import { createTransact } from '../composition/stores.ts'
import { messages } from '../dashboard/pages/words.ts'
import { describeChanges } from '../dashboard/preferences/change-summary.ts'
import { preferencesPath } from '../dashboard/preferences/preferences-page.ts'
import { ApiError } from '../kernel/api-error.ts'
import { systemClock } from '../kernel/clock.ts'
import type { EmailName } from '../sessions/email.ts'
import { invitationLink } from '../sessions/registration.ts'
import { resetLink } from '../sessions/reset.ts'
import { disableFactorByOperator } from '../sessions/second-factor.ts'
import { formatAccountChange, parseAccountChange } from './account-changes.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  flagOption,
  stringOption,
  UsageError,
} from './command.ts'
import { withAccounts, withDatabase } from './database.ts'

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    usage: '--email E --password-stdin',
    summary: 'Creates an account; the first one becomes the operator.',
    options: { email: stringOption, 'password-stdin': flagOption },
    async run(given, world) {
      const email = given.required('email')
      if (!given.flag('password-stdin'))
        throw new UsageError('Pass the password on standard input, with --password-stdin.')
      const password = await readLine(world)
      const { id, email: stored } = await withAccounts(world, ({ create }) => create({ email, password }))
      return { id, email: stored }
    },
  },
  {
    name: 'account set-destination',
    usage: '--email E --coin LTC (--xpub X | --address A)',
    summary: 'Sets where payments in a coin go, and prints the first addresses to compare with the wallet.',
    options: { email: stringOption, coin: stringOption, xpub: stringOption, address: stringOption },
    async run(given, world) {
      const [xpub, address] = [given.optional('xpub'), given.optional('address')]
      if ((xpub === undefined) === (address === undefined))
        throw new UsageError('Give either --xpub or --address.')
      const where = xpub === undefined ? { address: address ?? '' } : { xpub }
      const set = await withAccounts(world, ({ setDestination }) =>
        setDestination(given.required('email'), given.required('coin'), where),
      )
      if (set.isChange) {
        const named = `${coins.get(set.coin)?.name} (${set.coin})`
        const values = { coin: named, address: set.firstAddresses[0] ?? '' }
        await notifyOwner(world, 'destination_changed', { email: given.required('email'), ...values })
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
      'Changes the name and preferences of an account, or makes it an operator. "usual" resets --coins, --hold-seconds or --confirmations to the default of the service.',
    options: {
      email: stringOption,
      currency: stringOption,
      name: stringOption,
      operator: flagOption,
      'time-zone': stringOption,
      coins: stringOption,
      'hold-seconds': stringOption,
      confirmations: stringOption,
      'frame-origins': stringOption,
    },
    async run(given, world) {
      const change = parseAccountChange(given)
      const account = await withAccounts(world, (use) => use.change(given.required('email'), change))
      const changes = describeChanges(messages.en, account.before, account)
      if (changes !== '') await notifyOwner(world, 'preferences_changed', { email: account.email, changes })
      return formatAccountChange(account, change)
    },
  },
  {
    name: 'account reset',
    usage: '--email E [--codes-off]',
    summary:
      'Prints a one-time password reset link, valid for a day. --codes-off also turns off two-factor authentication, for an account that has lost its codes.',
    options: { email: stringOption, 'codes-off': flagOption },
    run: (given, world) =>
      withDatabase(world, async (database, { baseUrl }) => {
        const email = normaliseEmail(given.required('email'))
        const parts = { clock: systemClock, linkTo: linksOn(baseUrl), handed: true }
        const url = await createTransact(database)(async (stores) => {
          const found = await stores.credentials.findByEmail(email)
          if (!found) throw new ApiError('account_not_found')
          if (given.flag('codes-off')) await disableFactorByOperator(stores, found.accountId, systemClock)
          return resetLink(stores, found.accountId, parts)
        })
        return { url }
      }),
  },
  {
    name: 'account invite',
    usage: '--email E',
    summary: 'Prints a one-time registration link for that email address, valid for a week.',
    options: { email: stringOption },
    run: (given, world) =>
      withDatabase(world, async (database, { baseUrl, registration }) => {
        const email = normaliseEmail(given.required('email'))
        if (registration === 'closed')
          throw new CommandError(
            'Registration in the browser is off: set REGISTRATION to open or invitation.',
          )
        const parts = { clock: systemClock, linkTo: linksOn(baseUrl) }
        const url = await createTransact(database)(async (stores) => {
          if (await stores.credentials.findByEmail(email)) throw new ApiError('account_exists')
          return invitationLink(stores, email, parts)
        })
        return { url }
      }),
  },
  {
    name: 'destination advance',
    usage: '--email E --coin C --by N',
    summary: 'Skips the next N addresses of an extended public key.',
    options: { email: stringOption, coin: stringOption, by: stringOption },
    async run(given, world) {
      given.required('by')
      const by = given.integer('by') ?? 0
      const { coin, nextIndex } = await withAccounts(world, ({ advance }) =>
        advance(given.required('email'), given.required('coin'), by),
      )
      return { coin, next_index: nextIndex }
    },
  },
]

/** Notifies the owner. The change is kept even if the email cannot be sent. */
async function notifyOwner(
  world: CommandContext,
  name: EmailName,
  { email, ...values }: Readonly<Record<string, string>> & { readonly email: string },
): Promise<void> {
  const config = await withDatabase(world, async (_database, config) => config)
  const undo = linksOn(config.baseUrl)(preferencesPath)
  await sendLetter(config, name, { ...values, undo, email: normaliseEmail(email) }).catch(() =>
    world.err(
      `The ${name === 'destination_changed' ? 'destination' : 'account'} was changed, but the notification email could not be sent.\n`,
    ),
  )
}

const maxLineLength = 1_024

/** The first line of standard input, without its line break. */
async function readLine({ stdin }: CommandContext): Promise<string> {
  let text = ''
  for await (const part of stdin) {
    text += part.toString()
    if (text.includes('\n') || text.length > maxLineLength) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
