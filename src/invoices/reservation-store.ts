import { toIsoString } from '../kernel/clock.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ReservationStore } from './reservation.ts'

interface Range {
  coin: string
  script: string
  lowest: AmountColumn
  highest: AmountColumn
}

const deleteExpired = defineStatement<Range & { now: string }, never>((query, param) =>
  query
    .deleteFrom('reserved_amounts')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .where('amount', '>=', param('lowest'))
    .where('amount', '<=', param('highest'))
    .where('held', '=', 0)
    .where('live_until', '<=', param('now')),
)

/** The amounts held by other invoices. */
const selectTaken = defineStatement<Range & { uid: string; now: string }, { amount: AmountColumn }>(
  (query, param) =>
    query
      .selectFrom('reserved_amounts')
      .where('coin', '=', param('coin'))
      .where('script', '=', param('script'))
      .where('amount', '>=', param('lowest'))
      .where('amount', '<=', param('highest'))
      .where((where) => where.or([where('held', '=', 1), where('live_until', '>', param('now'))]))
      .where('invoice_uid', '!=', param('uid'))
      .select('amount'),
)

/** The first account to add this destination, among those that still have it. */
const selectFirstAccount = defineStatement<{ coin: string; script: string }, { account_id: number }>(
  (query, param) =>
    query
      .selectFrom('destinations')
      .where('coin', '=', param('coin'))
      .where('script', '=', param('script'))
      .orderBy(({ fn, lit }) => fn.coalesce('turn', lit(0)))
      .orderBy('created_at')
      .orderBy('account_id')
      .limit(1)
      .select('account_id'),
)

/** Counts the amounts held by invoices of other accounts. */
const countHeldByOthers = defineStatement<
  Range & { uid: string; now: string; accountId: number },
  { count: number }
>((query, param) =>
  query
    .selectFrom('reserved_amounts')
    .leftJoin('invoices', 'invoices.uid', 'reserved_amounts.invoice_uid')
    .where('reserved_amounts.coin', '=', param('coin'))
    .where('reserved_amounts.script', '=', param('script'))
    .where('reserved_amounts.amount', '>=', param('lowest'))
    .where('reserved_amounts.amount', '<=', param('highest'))
    .where((where) => where.or([where('held', '=', 1), where('live_until', '>', param('now'))]))
    .where('invoice_uid', '!=', param('uid'))
    .where((where) =>
      where.or([
        where('invoices.account_id', 'is', null),
        where('invoices.account_id', '!=', param('accountId')),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Two quotes of one invoice may have the same amount: it is then reserved until the later one ends. */
const insertAmount = defineStatement<
  { coin: string; script: string; amount: AmountColumn; uid: string; liveUntil: string },
  { amount: AmountColumn }
>((query, param) =>
  query
    .insertInto('reserved_amounts')
    .values({
      coin: param('coin'),
      script: param('script'),
      amount: param('amount'),
      invoice_uid: param('uid'),
      live_until: param('liveUntil'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['coin', 'script', 'amount'])
        .doUpdateSet((set) => ({
          live_until: set
            .case()
            .when('reserved_amounts.live_until', '<', set.ref('excluded.live_until'))
            .then(set.ref('excluded.live_until'))
            .else(set.ref('reserved_amounts.live_until'))
            .end(),
        }))
        .whereRef('reserved_amounts.invoice_uid', '=', 'excluded.invoice_uid'),
    )
    .returning('amount'),
)

export function createReservationStore(sql: Sql): ReservationStore {
  return {
    async reserve({ coin, script, lowest, highest }, { uid, accountId, liveUntil, now }) {
      await sql.queryAll(deleteExpired, { coin, script, lowest, highest, now: toIsoString(now) })
      const offsetCount = highest - lowest
      const half = offsetCount / 2n
      // Extends one range beyond the amounts that a later account may take: it covers every range that contains one of them.
      const nearby = {
        coin,
        script,
        uid,
        now: toIsoString(now),
        lowest: lowest - offsetCount,
        highest: lowest + half - 1n + offsetCount,
      }
      const takenAmounts = new Set(
        (await sql.queryAll(selectTaken, nearby)).map(({ amount }) => BigInt(amount)),
      )
      // With fewer amounts taken, it doesn't matter by whom.
      const maxAmount =
        takenAmounts.size < half ? highest : await findMaxAmount(accountId, { nearby, lowest, highest, half })
      for (let amount = lowest; amount <= maxAmount; amount++) {
        if (takenAmounts.has(amount)) continue
        // If another process got there first, try the next amount.
        if (
          await sql.queryOne(insertAmount, { coin, script, amount, uid, liveUntil: toIsoString(liveUntil) })
        )
          return amount
      }
      return null
    },
  }

  /** The highest amount that the account may take. A result below `lowest` means none. */
  async function findMaxAmount(
    accountId: number,
    params: { nearby: Range & { uid: string; now: string }; lowest: bigint; highest: bigint; half: bigint },
  ): Promise<bigint> {
    const { nearby, lowest, highest, half } = params
    const first = await sql.queryOne(selectFirstAccount, nearby)
    if (!first || first.account_id === accountId) return highest
    const others = await sql.queryOne(countHeldByOthers, { ...nearby, accountId: first.account_id })
    return others !== undefined && others.count < half ? lowest + half - 1n : lowest - 1n
  }
}
