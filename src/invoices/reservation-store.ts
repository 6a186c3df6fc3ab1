import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { ReservationStore } from './reservation.ts'

type Whole = bigint | number

interface Range {
  coin: string
  script: string
  lowest: Whole
  highest: Whole
}

const deleteDead = statement<Range & { now: string }, never>((query, param) =>
  query
    .deleteFrom('reserved_amounts')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .where('amount', '>=', param('lowest'))
    .where('amount', '<=', param('highest'))
    .where('held', '=', 0)
    .where('live_until', '<=', param('now')),
)

/** What others than that invoice hold. */
const selectTaken = statement<Range & { uid: string; now: string }, { amount: Whole }>((query, param) =>
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

/** Whose destination it became first, of those whose it is now. */
const selectFirst = statement<{ coin: string; script: string }, { account_id: Whole }>((query, param) =>
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

/** How many of them are held by invoices of others than that account. */
const countOfOthers = statement<Range & { uid: string; now: string; accountId: Whole }, { count: Whole }>(
  (query, param) =>
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
      .select(({ fn }) => fn.countAll<Whole>().as('count')),
)

/**
 * One's own amount is taken again: another quote of the invoice may ask what this one asks. It stays taken until the end of the longer
 * one, whichever came last.
 */
const takeAmount = statement<
  { coin: string; script: string; amount: Whole; uid: string; liveUntil: string },
  { amount: Whole }
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

export function reservationStore(sql: Sql): ReservationStore {
  return {
    async take({ coin, script, lowest, highest }, { uid, accountId, liveUntil, now }) {
      await sql.all(deleteDead, { coin, script, lowest, highest, now: iso(now) })
      const raises = highest - lowest
      const half = raises / 2n
      // A range's reach on both sides of what who came later may take: whatever range it lies in is seen whole.
      const near = {
        ...{ coin, script, uid, now: iso(now) },
        lowest: lowest - raises,
        highest: lowest + half - 1n + raises,
      }
      const taken = new Set((await sql.all(selectTaken, near)).map(({ amount }) => BigInt(amount)))
      // Where fewer are held it does not matter who holds them.
      const last = taken.size < half ? highest : await lastFor(accountId, { near, lowest, highest, half })
      for (let amount = lowest; amount <= last; amount++) {
        if (taken.has(amount)) continue
        // Another process may have been quicker: then the next one.
        if (await sql.first(takeAmount, { coin, script, amount, uid, liveUntil: iso(liveUntil) }))
          return amount
      }
      return null
    },
  }

  /** The highest amount that the account may take; below `lowest`: none. */
  async function lastFor(
    accountId: number,
    place: { near: Range & { uid: string; now: string }; lowest: bigint; highest: bigint; half: bigint },
  ): Promise<bigint> {
    const { near, lowest, highest, half } = place
    const first = await sql.first(selectFirst, near)
    if (!first || Number(first.account_id) === accountId) return highest
    const others = await sql.first(countOfOthers, { ...near, accountId: first.account_id })
    return Number(others?.count) < half ? lowest + half - 1n : lowest - 1n
  }
}
