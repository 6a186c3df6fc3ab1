import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import type { CoinCode } from '../coins/index.ts'
import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { ExpireReader, ExpireStore } from './expire.ts'
import { createInvoiceStore } from './store.ts'
import { maxDelayMs } from './unread-coins.ts'

interface Overdue {
  before: string
  /** `before`, less the longest delay. */
  delayedSince: string
}

const toParameters = (before: Instant): Overdue => ({
  before: toIsoString(before),
  delayedSince: toIsoString(before - maxDelayMs),
})

/** Payments in the mempool that don't count yet. */
const selectUncounted = (query: Kysely<Tables>) =>
  query
    .selectFrom('payments')
    .where('payments.counted', '=', 0)
    .where('payments.status', '=', 'accepted')
    .where('payments.block_height', 'is', null)
    .where('payments.double_spent_height', 'is', null)
    .where('payments.replaced', '=', 0)
    .select('payments.id')

/**
 * Skips invoices with a payment in the mempool that doesn't count yet, up to the longest delay: new ones, which cost next to nothing, could
 * otherwise keep an invoice and its price open.
 */
const selectOverdue = (query: Kysely<Tables>, before: string, delayedSince: string) =>
  query
    .selectFrom('invoices')
    .where('invoices.status', '=', 'unpaid')
    .where('invoices.claimed_by', 'is', null)
    .where('invoices.expires_at', '<=', before)
    .where(({ eb, not, exists }) =>
      eb.or([
        eb('invoices.expires_at', '<=', delayedSince),
        not(
          exists(selectUncounted(query).where('payments.invoice_uid', '=', raw.ref<string>('invoices.uid'))),
        ),
      ]),
    )

/** `unread` and `longUnread` list coins, each between two spaces. */
const selectReadable = defineStatement<
  Overdue & { unread: string; longUnread: string; limit: number },
  { uid: string }
>((query, param) =>
  selectOverdue(query, param('before'), param('delayedSince'))
    .where(({ not, exists }) =>
      not(
        exists(
          query
            .selectFrom('invoice_addresses')
            .where('invoice_addresses.invoice_uid', '=', raw.ref<string>('invoices.uid'))
            .where('invoice_addresses.watched', '=', 1)
            .where(({ eb, or, and }) =>
              or([
                raw<boolean>`${param('unread')} like '% ' || invoice_addresses.coin || ' %'`,
                and([
                  eb(raw.ref<string>('invoices.expires_at'), '>', param('delayedSince')),
                  raw<boolean>`${param('longUnread')} like '% ' || invoice_addresses.coin || ' %'`,
                ]),
              ]),
            )
            .select('invoice_addresses.coin'),
        ),
      ),
    )
    .orderBy('invoices.expires_at')
    .limit(param('limit'))
    .select('invoices.uid'),
)

const selectCoins = defineStatement<Overdue, { coin: string }>((query, param) =>
  selectOverdue(query, param('before'), param('delayedSince'))
    .innerJoin('invoice_addresses', 'invoice_addresses.invoice_uid', 'invoices.uid')
    .where('invoice_addresses.watched', '=', 1)
    .select('invoice_addresses.coin')
    .distinct(),
)

const lockInvoice = defineStatement<{ uid: string }, { expires_at: string }>((query, param) =>
  query.selectFrom('invoices').where('uid', '=', param('uid')).forUpdate().select('expires_at'),
)

const selectUncountedOf = defineStatement<{ uid: string }, { id: string }>((query, param) =>
  selectUncounted(query).where('payments.invoice_uid', '=', param('uid')).limit(1),
)

export function createOverdueInvoiceStore(sql: Sql): ExpireReader & ExpireStore {
  const { close } = createInvoiceStore(sql)
  return {
    async findOverdue(before, { unread, longUnread, limit }) {
      const rows = await sql.queryAll(selectReadable, {
        ...toParameters(before),
        unread: ` ${unread.join('  ')} `,
        longUnread: ` ${longUnread.join('  ')} `,
        limit,
      })
      return rows.map(({ uid }) => uid)
    },

    async findOverdueCoins(before) {
      return (await sql.queryAll(selectCoins, toParameters(before))).map(({ coin }) => coin as CoinCode)
    },

    async expire(uid, before) {
      // A payment is recorded while the invoice is locked.
      const invoice = await sql.queryOne(lockInvoice, { uid })
      const mayWait = invoice !== undefined && invoice.expires_at > toParameters(before).delayedSince
      if (mayWait && (await sql.queryOne(selectUncountedOf, { uid }))) return null
      return close(uid, 'expired')
    },
  }
}
