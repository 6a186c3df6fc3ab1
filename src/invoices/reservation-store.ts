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

const selectTaken = statement<Range & { uid: string }, { amount: Whole }>((query, param) =>
  query
    .selectFrom('reserved_amounts')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .where('amount', '>=', param('lowest'))
    .where('amount', '<=', param('highest'))
    .where('invoice_uid', '!=', param('uid'))
    .select('amount'),
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
    async take({ coin, script, lowest, highest }, { uid, liveUntil, now }) {
      const range = { coin, script, lowest, highest }
      await sql.all(deleteDead, { ...range, now: iso(now) })
      const taken = new Set(
        (await sql.all(selectTaken, { ...range, uid })).map(({ amount }) => BigInt(amount)),
      )
      for (let amount = lowest; amount <= highest; amount++) {
        if (taken.has(amount)) continue
        // Another process may have been quicker: then the next one.
        if (await sql.first(takeAmount, { coin, script, amount, uid, liveUntil: iso(liveUntil) }))
          return amount
      }
      return null
    },
  }
}
