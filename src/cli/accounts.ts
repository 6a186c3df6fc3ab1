import { normaliseEmail } from '../accounts/account.ts'
import { getCoin } from '../coins/index.ts'
import { createLinkBuilder, sendEmailWithLink } from '../composition/email.ts'
import { createTransact } from '../composition/stores.ts'
import { messages } from '../dashboard/pages/translator.ts'
import { describeChanges } from '../dashboard/preferences/change-summary.ts'
import { preferencesPath } from '../dashboard/preferences/preferences-page.ts'
import { ApiError } from '../kernel/api-error.ts'
import { systemClock } from '../kernel/clock.ts'
import type { EmailName } from '../sessions/email.ts'
import { createInvitationLink } from '../sessions/invitation-link.ts'
import { removePasskeysByOperator } from '../sessions/passkeys.ts'
import { createResetLink } from '../sessions/reset.ts'
import { disableTwoFactorByOperator } from '../sessions/second-factor.ts'
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
    async run(args, context) {
      const email = args.getRequired('email')
      if (!args.getFlag('password-stdin'))
        throw new UsageError('Pass the password on standard input, with --password-stdin.')
      const password = await readLine(context)
      const { id, email: normalisedEmail } = await withAccounts(
        context,
        ({ create }) => create({ email, password }),
        { createsDatabase: true },
      )
      return { id, email: normalisedEmail }
    },
  },
  {
    name: 'account set-destination',
    usage: '--email E --coin LTC (--xpub X | --address A)',
    summary:
      'Sets the payout wallet for a coin, and prints the first addresses, to compare with those in the wallet.',
    options: { email: stringOption, coin: stringOption, xpub: stringOption, address: stringOption },
    async run(args, context) {
      const [xpub, address] = [args.getOptional('xpub'), args.getOptional('address')]
      if ((xpub === undefined) === (address === undefined))
        throw new UsageError('Pass either --xpub or --address.')
      const newDestination = xpub === undefined ? { address: address ?? '' } : { xpub }
      const destination = await withAccounts(context, ({ setDestination }) =>
        setDestination(args.getRequired('email'), args.getRequired('coin'), newDestination),
      )
      if (destination.isChange) {
        const coinName = `${getCoin(destination.coin).name} (${destination.coin})`
        const values = { coin: coinName, address: destination.firstAddresses[0] ?? '' }
        await notifyOwner(context, 'destination_changed', { email: args.getRequired('email'), ...values })
      }
      const { coin, kind, firstAddresses } = destination
      return { coin, kind, first_addresses: firstAddresses }
    },
  },
  {
    name: 'account set',
    usage:
      '--email E [--currency EUR] [--name N] [--operator] [--time-zone Europe/Berlin] [--coins LTC,BTC] [--hold-seconds 600] [--confirmations LTC=2,BTC=1] [--frame-origins https://shop.example,…] [--any-wallet on|off] [--underpaid-percent 0.5] [--exception-emails on|off] [--receipt-emails on|off]',
    summary:
      'Changes the name and preferences of an account, or makes it an operator. "usual" resets --coins, --hold-seconds or --confirmations to the service’s setting.',
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
      'any-wallet': stringOption,
      'underpaid-percent': stringOption,
      'exception-emails': stringOption,
      'receipt-emails': stringOption,
    },
    async run(args, context) {
      const change = parseAccountChange(args)
      const account = await withAccounts(context, (accounts) =>
        accounts.change(args.getRequired('email'), change),
      )
      const changes = describeChanges(messages.en, account.before, account)
      if (changes !== '') await notifyOwner(context, 'preferences_changed', { email: account.email, changes })
      return formatAccountChange(account, change)
    },
  },
  {
    name: 'account reset',
    usage: '--email E [--codes-off] [--passkeys-off]',
    summary:
      'Prints a one-time password reset link, valid for a day. --codes-off also turns off two-factor authentication, for a user who has lost both the authenticator and the recovery codes. --passkeys-off also removes all passkeys, for an account whose passkeys may be compromised.',
    options: { email: stringOption, 'codes-off': flagOption, 'passkeys-off': flagOption },
    run: (args, context) =>
      withDatabase(context, async (database, { baseUrl }) => {
        const email = normaliseEmail(args.getRequired('email'))
        const dependencies = {
          clock: systemClock,
          linkTo: createLinkBuilder(baseUrl),
          isIssuedByOperator: true,
        }
        const url = await createTransact(database)(async (stores) => {
          const credential = await stores.credentials.findByEmail(email)
          if (!credential) throw new ApiError('account_not_found')
          if (args.getFlag('codes-off'))
            await disableTwoFactorByOperator(stores, credential.accountId, systemClock)
          if (args.getFlag('passkeys-off'))
            await removePasskeysByOperator(stores, credential.accountId, systemClock)
          return createResetLink(stores, credential.accountId, dependencies)
        })
        return { url }
      }),
  },
  {
    name: 'account invite',
    usage: '--email E',
    summary: 'Prints a one-time registration link for that email address, valid for a week.',
    options: { email: stringOption },
    run: (args, context) =>
      withDatabase(context, async (database, { baseUrl, registration }) => {
        const email = normaliseEmail(args.getRequired('email'))
        if (registration === 'closed')
          throw new CommandError(
            'Registration in the browser is off: set REGISTRATION to open or invitation.',
          )
        const dependencies = { clock: systemClock, linkTo: createLinkBuilder(baseUrl) }
        const url = await createTransact(database)(async (stores) => {
          if (await stores.credentials.findByEmail(email)) throw new ApiError('account_exists')
          return createInvitationLink(stores, email, dependencies)
        })
        return { url }
      }),
  },
  {
    name: 'destination advance',
    usage: '--email E --coin C --by N',
    summary: 'Skips the next N addresses of an extended public key.',
    options: { email: stringOption, coin: stringOption, by: stringOption },
    async run(args, context) {
      args.getRequired('by')
      const count = args.getInteger('by') ?? 0
      const { coin, nextIndex } = await withAccounts(context, ({ advance }) =>
        advance(args.getRequired('email'), args.getRequired('coin'), count),
      )
      return { coin, next_index: nextIndex }
    },
  },
]

/** Notifies the owner. The change is kept even if the email cannot be sent. */
async function notifyOwner(
  context: CommandContext,
  name: EmailName,
  { email, ...values }: Readonly<Record<string, string>> & { readonly email: string },
): Promise<void> {
  const config = await withDatabase(context, async (_database, config) => config)
  const undo = createLinkBuilder(config.baseUrl)(preferencesPath)
  await sendEmailWithLink(config, name, { ...values, undo, email: normaliseEmail(email) }).catch(() =>
    context.err(
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
