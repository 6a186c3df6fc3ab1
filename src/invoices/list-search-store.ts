import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import type { Sql } from '../platform/storage/sql.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { lowerAscii } from './external-id.ts'
import type { Direction, Search } from './list.ts'
import type { ExecutableQuery, InvoiceListSelect, ListedRow } from './list-paid-store.ts'

/** Beyond this many matches, walking the invoices in order finds them fast enough. */
export const denseMatches = 2_000
/** Invoices per statement while a walk skips those that don't match. */
export const walkBatchSize = 500
/** Growth of the work per round: all earlier rounds together cost at most a seventh of the last one. */
const searchGrowth = 8

type Countable = Pick<SelectQueryBuilder<Tables, 'invoices', { uid: string }>, 'limit'>

/** The search text and the account's invoices to search. */
interface SearchTarget {
  readonly accountId: number
  readonly search: Search
  /** All other filters, unordered. */
  readonly selectBase: () => InvoiceListSelect
  readonly direction: Direction
  /** The invoice after which the page starts. */
  readonly after: string | null
}

/** Text search. Each interpretation of the text is a query of its own, with its own index. */
export function createSearchBranches(sql: Sql) {
  return listBranches

  async function listBranches(target: SearchTarget, limit: number): Promise<ExecutableQuery[]> {
    const { search, selectBase, direction } = target
    const { text, words, amount } = search
    const inOrder = selectBase().orderBy('invoices.uid', direction)
    const found = [
      inOrder.where('invoices.uid', '=', text),
      inOrder.where('invoices.uid', 'in', selectInvoicesPaidBy(text.toLowerCase())),
      ...(await matchExternalIdPart(target, inOrder)),
    ]
    if (amount !== null) found.push(inOrder.where('invoices.amount', '=', amount))
    const externalIdBranch = await matchExternalId(target, inOrder, limit)
    const branches = [externalIdBranch, ...found.map((branch) => branch.limit(limit))]
    return words.length > 0 ? [...branches, matchWords(target, limit)] : branches
  }

  function selectInvoicesPaidBy(txid: string) {
    return sql.query
      .selectFrom('payment_transactions')
      .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
      .where('payment_transactions.txid', '=', txid)
      .select('payments.invoice_uid')
  }

  /**
   * Walks the invoices that contain the longest word, which is usually the rarest, in order. The other words must be present too. It reads
   * a few hundred at a time: SQLite queries are synchronous, and other work has to run in between.
   */
  function matchWords(target: SearchTarget, limit: number): ExecutableQuery {
    const { search, selectBase, direction } = target
    const [rarest = '', ...others] = search.words
    return {
      async execute() {
        const found: ListedRow[] = []
        for (let after = target.after; ; ) {
          const uids = await listWithWord(target, rarest, after)
          if (uids.length > 0) {
            const query = filterByWords(selectBase(), target.accountId, others)
              .where('invoices.uid', 'in', uids)
              .orderBy('invoices.uid', direction)
              .limit(limit - found.length)
            found.push(...(await query.execute()))
          }
          if (found.length >= limit || uids.length < walkBatchSize) return found
          after = uids.at(-1) ?? null
          await nextTurn()
        }
      },
    }
  }

  /** The next invoices with that word, whether they match the filters or not. */
  async function listWithWord(
    { accountId, direction }: SearchTarget,
    word: string,
    after: string | null,
  ): Promise<string[]> {
    const rows = await sql.query
      .selectFrom('invoice_words')
      .where('account_id', '=', accountId)
      .where('word', '=', word)
      .$if(after !== null, (some) => some.where('invoice_uid', direction === 'asc' ? '>' : '<', after ?? ''))
      .orderBy('invoice_uid', direction)
      .limit(walkBatchSize)
      .select('invoice_uid')
      .execute()
    return rows.map(({ invoice_uid }) => invoice_uid)
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
  async function matchExternalIdPart(
    target: SearchTarget,
    query: InvoiceListSelect,
  ): Promise<InvoiceListSelect[]> {
    const { accountId, search, direction } = target
    const part = lowerAscii(search.text)
    const parts = sql.query.selectFrom('invoice_external_id_parts').where('account_id', '=', accountId)
    const matches = await parts
      .where('part', '>=', part)
      .where('part', '<', `${part}\u{10ffff}`)
      .limit(denseMatches)
      .select('invoice_uid')
      .execute()
    // PostgreSQL rejects an empty list.
    if (matches.length === 0) return []
    if (matches.length < denseMatches) {
      const uids = matches.map(({ invoice_uid }) => invoice_uid)
      return [query.where('invoices.uid', 'in', [...new Set(uids)])]
    }
    const exactMatches = query
      .innerJoin('invoice_external_id_parts as p', 'p.invoice_uid', 'invoices.uid')
      .where('p.account_id', '=', accountId)
      .where('p.part', '=', part)
    return [exactMatches.clearOrderBy().orderBy('p.invoice_uid', direction)]
  }

  /**
   * Finds external ids with a prefix. A few matches are looked up and sorted. Among many, walking the invoices soon fills a page, unless
   * all matches are far back. It isn't known in advance which is cheaper: each round gives both a larger budget, and the first to finish
   * wins.
   */
  async function matchExternalId(
    target: SearchTarget,
    query: InvoiceListSelect,
    limit: number,
  ): Promise<ExecutableQuery> {
    const { accountId, search } = target
    const { text: prefix } = search
    const matches = sql.query
      .selectFrom('invoices')
      .where('account_id', '=', accountId)
      .where('external_id', '>=', prefix)
      .where('external_id', '<', `${prefix}\u{10ffff}`)
      .select('uid')
    for (let maxMatches = denseMatches; ; maxMatches *= searchGrowth) {
      if (await isFewerThan(maxMatches, matches))
        return query.where('invoices.uid', 'in', matches).limit(limit)
      const found = await matchPrefix(target, query.limit(maxMatches), limit)
      if (found.length === limit || (await isFewerThan(maxMatches, query)))
        return { execute: async () => found }
    }
  }

  /** The candidates whose external id starts with the search text. */
  function matchPrefix(
    { search, direction }: SearchTarget,
    candidates: InvoiceListSelect,
    limit: number,
  ): Promise<ListedRow[]> {
    return sql.query
      .selectFrom(candidates.select('invoices.external_id').as('some'))
      .where('some.external_id', '>=', search.text)
      .where('some.external_id', '<', `${search.text}\u{10ffff}`)
      .orderBy('some.uid', direction)
      .select(['some.uid', 'some.revision'])
      .limit(limit)
      .execute()
  }

  async function isFewerThan(maxMatches: number, query: Countable): Promise<boolean> {
    const { count } = await sql.query
      .selectFrom(query.limit(maxMatches).as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count < maxMatches
  }
}
