import type { Account } from '../accounts/account.ts'
import { type Command, flag, string, UsageError, type World } from './command.ts'
import { withAccounts } from './database.ts'

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
    usage: '--email E [--currency EUR] [--name N] [--operator]',
    summary: 'Changes the currency of new invoices, the name, or makes the account an operator.',
    options: { email: string, currency: string, name: string, operator: flag },
    run: (given, world) => {
      const [currency, name] = [given.optional('currency'), given.optional('name')]
      const change = {
        ...(currency !== undefined && { currency }),
        ...(name !== undefined && { name }),
        ...(given.flag('operator') && { operator: true }),
      }
      return withAccounts(world, async (use) => shown(await use.change(given.required('email'), change)))
    },
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
