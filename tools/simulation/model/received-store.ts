import type { CoinCode } from '../../../src/coins/index.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { defineStatement } from '../../../src/platform/storage/statement.ts'

type IntegerColumn = bigint | number

const selectReceived = defineStatement<
  { uid: string },
  {
    id: string
    coin: string
    txid: string
    vout: IntegerColumn
    amount: IntegerColumn
    value: string | null
    via: string
    status: string
    counted: IntegerColumn
    replaced: IntegerColumn
    double_spent_hash: string | null
  }
>((query, param) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_outputs', 'payment_outputs.payment_id', 'payments.id')
    .where('payments.invoice_uid', '=', param('uid'))
    .where('payments.status', 'in', ['accepted', 'surplus'])
    .where('payment_outputs.live', '=', 1)
    .orderBy('payments.id')
    .select(['payments.id', 'payments.coin', 'payment_outputs.txid', 'payment_outputs.vout'])
    .select(['payment_outputs.amount', 'payments.value', 'payments.via', 'payments.status'])
    .select(['payments.counted', 'payments.replaced', 'payments.double_spent_hash']),
)

const selectQuote = defineStatement<
  { uid: string },
  {
    amount: string
    underpaid_percent: string
    snapshot_id: string
    quoted_at: string
    quote_expires_at: string
    coins: string
  }
>((query, param) =>
  query
    .selectFrom('invoices')
    .where('uid', '=', param('uid'))
    .select(['amount', 'underpaid_percent', 'snapshot_id', 'quoted_at', 'quote_expires_at', 'coins']),
)

const selectPastQuotes = defineStatement<
  { uid: string },
  { snapshot_id: string; quoted_at: string; expires_at: string; coins: string }
>((query, param) =>
  query
    .selectFrom('past_quotes')
    .where('invoice_uid', '=', param('uid'))
    .orderBy('quoted_at', 'desc')
    .select(['snapshot_id', 'quoted_at', 'expires_at', 'coins']),
)

const selectBody = defineStatement<{ id: string }, { body: string }>((query, param) =>
  query.selectFrom('rate_snapshots').where('id', '=', param('id')).select('body'),
)

/** An output that the service has recorded for an invoice. */
export interface RecordedOutput {
  readonly paymentId: string
  readonly coin: CoinCode
  readonly txid: string
  readonly vout: number
  readonly amount: bigint
  readonly value: string
  readonly isFound: boolean
  /** Neither double-spent nor replaced. */
  readonly isAlive: boolean
  readonly isCounted: boolean
  /** It arrived when the invoice could no longer be paid. */
  readonly isSurplus: boolean
}

export interface RecordedQuote {
  readonly snapshotId: string
  readonly quotedAt: number
  readonly expiresAt: number
  readonly coins: readonly string[]
}

interface InvoiceQuotes {
  readonly amount: string
  readonly underpaidPercent: string
  readonly quotes: RecordedQuote[]
}

export type ReceivedObserver = ReturnType<typeof createReceivedObserver>

/** Reads what is recorded about invoices that accept any wallet, bypassing the service. */
export function createReceivedObserver({ read }: Pick<Database, 'read'>) {
  const bodies = new Map<string, { readonly rates: Readonly<Record<string, { readonly value?: string }>> }>()
  return {
    async listOutputs(uid: string): Promise<RecordedOutput[]> {
      const rows = await read.queryAll(selectReceived, { uid })
      return rows.map((row) => {
        const isAlive = row.double_spent_hash === null && Number(row.replaced) === 0
        return {
          paymentId: row.id,
          coin: row.coin as CoinCode,
          txid: row.txid,
          vout: Number(row.vout),
          amount: BigInt(row.amount),
          value: row.value ?? '',
          isFound: row.via === 'network',
          isAlive,
          isSurplus: row.status === 'surplus',
          isCounted: isAlive && row.status === 'accepted' && Number(row.counted) === 1,
        }
      })
    },

    /** Finds the invoice's amount, the accepted shortfall in percent, and all of its quotes, newest first. */
    async findQuotes(uid: string): Promise<InvoiceQuotes> {
      const row = await read.queryOne(selectQuote, { uid })
      if (!row) throw new Error(`there is no invoice ${uid}`)
      const past = await read.queryAll(selectPastQuotes, { uid })
      const quotes = [{ ...row, expires_at: row.quote_expires_at }, ...past].map((quote) => ({
        snapshotId: quote.snapshot_id,
        quotedAt: Date.parse(quote.quoted_at),
        expiresAt: Date.parse(quote.expires_at),
        coins: quote.coins.split(',').map((each) => each.replace(/[+/].*/, '')),
      }))
      return { amount: row.amount, underpaidPercent: row.underpaid_percent, quotes }
    },

    /** Finds the price of a coin in the snapshot's currency; null if it has none. */
    async findRate(snapshotId: string, coin: CoinCode): Promise<string | null> {
      const known = bodies.get(snapshotId)
      const body = known ?? JSON.parse((await read.queryOne(selectBody, { id: snapshotId }))?.body ?? '{}')
      bodies.set(snapshotId, body)
      return body.rates?.[coin]?.value ?? null
    },
  }
}
