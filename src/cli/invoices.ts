import { listInvoices, readQuery } from '../invoices/list.ts'
import { invoiceLister } from '../invoices/list-store.ts'
import { showInvoices } from '../invoices/show.ts'
import { systemClock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { stores } from '../stores.ts'
import { type Command, string } from './command.ts'
import { withDatabase } from './database.ts'

const filters = [
  'status',
  'currency',
  'coin',
  'external-id',
  'created-from',
  'created-to',
  'paid-from',
  'paid-to',
  'q',
  'limit',
  'cursor',
] as const

export const invoiceCommands: readonly Command[] = [
  {
    name: 'invoice list',
    usage: `--email E ${filters.map((name) => `[--${name} …]`).join(' ')}`,
    summary: 'Lists the invoices of an account, newest first, with the filters of GET /invoices.',
    options: { email: string, ...Object.fromEntries(filters.map((name) => [name, string])) },
    run: (given, world) =>
      withDatabase(world, async (database, config) => {
        const read = stores(database.read)
        const account = await read.accounts.findByEmail(given.required('email').trim().toLowerCase())
        if (!account) throw new Refused('account_not_found')
        const query = Object.fromEntries(
          filters.flatMap((name) => {
            const value = given.optional(name)
            return value === undefined ? [] : [[name.replace('-', '_'), value]]
          }),
        )
        const newest = new Map<string, number>()
        for (const coin of config.confirmations.keys()) {
          const block = await read.followed.newest(coin)
          if (block) newest.set(coin, block.height)
        }
        const { peek } = showInvoices({
          reader: read.invoices,
          snapshot: async (id) => {
            const found = await read.snapshots.find(id)
            if (!found) throw new Error(`the rate snapshot ${id} is gone`)
            return found
          },
          freshen: async () => false,
          view: { baseUrl: config.baseUrl, tipHeight: (coin) => newest.get(coin) ?? null },
          clock: systemClock,
        })
        const list = listInvoices(invoiceLister(database.read), peek)
        return JSON.parse(await list(account.id, readQuery(query)))
      }),
  },
]
