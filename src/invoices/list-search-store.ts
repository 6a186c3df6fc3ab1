import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import type { Sql } from '../platform/storage/sql.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { lowerAscii } from './external-id.ts'
import type { ExecutableQuery, InvoiceListSelect, ListedRow } from './list-paid-store.ts'
import { findByExternalIdPrefix, type SearchTarget } from './list-prefix-store.ts'

/** Beyond this many matches, walking the invoices in order finds them fast enough. */
export const denseMatches = 2_000
/** Invoices per statement while a walk skips those that don't match. */
export const walkBatchSize = 500

/** Selects the uids of invoices with a word, or with a part of an external id. */
type UidSelect = SelectQueryBuilder<
  Tables,
  'invoice_words' | 'invoice_external_id_parts',
  { invoice_uid: string }
>

/** Text search. Each interpretation of the text is a query of its own, with its own index. */
export function createSearchBranches(sql: Sql) {
  return listBranches

  async function listBranches(target: SearchTarget, limit: number): Promise<ExecutableQuery[]> {
    const { search, selectBase, direction } = target
    const { text, words, amount } = search
    const inOrder = selectBase().orderBy('invoices.uid', direction).limit(limit)
    const branches: ExecutableQuery[] = [
      inOrder.where('invoices.uid', '=', text),
      inOrder.where('invoices.uid', 'in', selectInvoicesPaidBy(text.toLowerCase())),
      ...(await matchExternalIdPart(target, limit)),
      findByExternalIdPrefix(sql, target, limit),
    ]
    if (amount !== null) branches.push(inOrder.where('invoices.amount', '=', amount))
    if (words.length > 0) branches.push(matchWords(target, limit))
    return branches
  }

  function selectInvoicesPaidBy(txid: string) {
    return sql.query
      .selectFrom('payment_transactions')
      .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
      .where('payment_transactions.txid', '=', txid)
      .select('payments.invoice_uid')
  }

  /** The longest word is usually the rarest. The other words must be present too. */
  function matchWords(target: SearchTarget, limit: number): ExecutableQuery {
    const { accountId, search } = target
    const [rarest = '', ...others] = search.words
    const withRarest = sql.query
      .selectFrom('invoice_words')
      .where('account_id', '=', accountId)
      .where('word', '=', rarest)
      .select('invoice_uid')
    return walk(target, limit, withRarest, (query) => filterByWords(query, accountId, others))
  }

  /**
   * Walks the listed invoices in order, and keeps those that match all filters. It reads a few hundred at a time: SQLite queries are
   * synchronous, and other work has to run in between. A join would leave the order of the tables to the planner, which may walk the
   * account's invoices instead.
   */
  function walk(
    { selectBase, direction, after: start }: SearchTarget,
    limit: number,
    listed: UidSelect,
    filter: (query: InvoiceListSelect) => InvoiceListSelect = (query) => query,
  ): ExecutableQuery {
    const inOrder = listed.orderBy('invoice_uid', direction).limit(walkBatchSize)
    return {
      async execute() {
        const found: ListedRow[] = []
        for (let after = start; ; await nextTurn()) {
          const batch = await inOrder
            .$if(after !== null, (some) =>
              some.where('invoice_uid', direction === 'asc' ? '>' : '<', after ?? ''),
            )
            .execute()
          const uids = batch.map(({ invoice_uid }) => invoice_uid)
          if (uids.length > 0) {
            const matches = filter(selectBase()).where('invoices.uid', 'in', uids)
            found.push(
              ...(await matches
                .orderBy('invoices.uid', direction)
                .limit(limit - found.length)
                .execute()),
            )
          }
          if (found.length >= limit || uids.length < walkBatchSize) return found
          after = uids.at(-1) ?? null
        }
      },
    }
  }

  function filterByWords(
    query: InvoiceListSelect,
    accountId: number,
    words: readonly string[],
  ): InvoiceListSelect {
    return words.reduce(
      (filtered, word) =>
        filtered.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('invoice_words as other')
              .where('other.account_id', '=', accountId)
              .where('other.word', '=', word)
              .whereRef('other.invoice_uid', '=', 'invoices.uid')
              .select('other.word')
              // Keeps PostgreSQL from planning a join of all words, which takes seconds.
              .$if(sql.kind === 'postgres', (each) => each.offset(0)),
          ),
        ),
      query,
    )
  }

  /**
   * Exact parts are found by walking their index. Parts that only start with the text have to be sorted, so they are included only when
   * they are few.
   */
  async function matchExternalIdPart(target: SearchTarget, limit: number): Promise<ExecutableQuery[]> {
    const { accountId, search, selectBase, direction } = target
    const part = lowerAscii(search.text)
    const parts = sql.query
      .selectFrom('invoice_external_id_parts')
      .where('account_id', '=', accountId)
      .select('invoice_uid')
    const matches = await parts
      .where('part', '>=', part)
      .where('part', '<', `${part}\u{10ffff}`)
      .limit(denseMatches)
      .execute()
    // PostgreSQL rejects an empty list.
    if (matches.length === 0) return []
    if (matches.length === denseMatches) return [walk(target, limit, parts.where('part', '=', part))]
    const uids = new Set(matches.map(({ invoice_uid }) => invoice_uid))
    return [
      selectBase()
        .where('invoices.uid', 'in', [...uids])
        .orderBy('invoices.uid', direction)
        .limit(limit),
    ]
  }
}
