import { normaliseEmail } from '../accounts/account.ts'
import { coins } from '../coins/index.ts'
import { createStores } from '../composition/stores.ts'
import { createInvoicePageRenderer } from '../invoices/list.ts'
import { parseInvoiceQuery } from '../invoices/list-query.ts'
import { createInvoiceLister } from '../invoices/list-store.ts'
import { createInvoiceRenderer } from '../invoices/show.ts'
import { ApiError } from '../kernel/api-error.ts'
import { systemClock } from '../kernel/clock.ts'
import { readSnapshot } from '../rates/snapshots.ts'
import { type Command, stringOption } from './command.ts'
import { withDatabase } from './database.ts'
import { formatTable } from './table.ts'

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
    summary: 'Lists the invoices of an account, newest first. Takes the filters of GET /invoices.',
    options: { email: stringOption, ...Object.fromEntries(filters.map((name) => [name, stringOption])) },
    run: (args, context) =>
      withDatabase(context, async (database, config) => {
        const read = createStores(database.read)
        const account = await read.accounts.findByEmail(normaliseEmail(args.getRequired('email')))
        if (!account) throw new ApiError('account_not_found')
        const query = Object.fromEntries(
          filters.flatMap((name) => {
            const value = args.getOptional(name)
            return value === undefined ? [] : [[name.replace('-', '_'), value]]
          }),
        )
        const tipHeights = new Map<string, number>()
        for (const coin of coins.keys()) {
          const block = await read.followedBlocks.findNewest(coin)
          if (block) tipHeights.set(coin, block.height)
        }
        const { showRevision } = createInvoiceRenderer({
          reader: read.invoices,
          getSnapshot: (id) => readSnapshot(read.snapshots, id),
          refreshQuote: async () => false,
          view: { baseUrl: config.baseUrl, getTipHeight: (coin) => tipHeights.get(coin) ?? null },
          clock: systemClock,
        })
        const list = createInvoicePageRenderer(createInvoiceLister(database.read), showRevision)
        return JSON.parse(await list(account.id, parseInvoiceQuery(query)))
      }),
    formatForTerminal: formatInvoiceTable,
  },
]

interface InvoiceListView {
  readonly invoices: readonly { readonly invoice: Readonly<Record<string, unknown>> }[]
  readonly next_cursor: string | null
}

function formatInvoiceTable({ invoices, next_cursor }: InvoiceListView): string {
  const rows = invoices.map(({ invoice }) => {
    const { created_at, amount, currency, external_id, memo, uid } = invoice
    const payment = invoice.payment as { currency: string; amount: string } | null
    const status = isPartlyPaid(invoice) ? 'partly paid' : invoice.status
    const paid = payment && `${payment.amount} ${payment.currency}`
    return { created_at, status, amount: `${amount} ${currency}`, paid, external_id, memo, uid }
  })
  const more = next_cursor === null ? '' : `\n\nMore: --cursor ${next_cursor}`
  return formatTable(rows) + more
}

interface ReceivedView {
  readonly payments: readonly { readonly counted: boolean }[]
}

const isPartlyPaid = ({ status, received }: InvoiceListView['invoices'][number]['invoice']): boolean =>
  status === 'unpaid' &&
  ((received as ReceivedView | null | undefined)?.payments.some(({ counted }) => counted) ?? false)
