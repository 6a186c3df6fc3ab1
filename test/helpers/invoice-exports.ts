import assert from 'node:assert/strict'
import { generateUid } from '../../src/kernel/ids.ts'
import { getRows } from './csv.ts'
import type { TestScope } from './databases.ts'
import { startListing } from './invoice-lists.ts'
import type { Shown } from './replies.ts'

/** A service with invoices, and its exports. */
export async function startExporting(t: TestScope) {
  const service = await startListing(t)
  const { clock, database, request } = service
  return { ...service, table, lines, insertCopies }

  /** The parsed `GET /invoices.csv`. */
  async function table(query: string, token = service.merchant.token): Promise<Record<string, string>[]> {
    return getRows(await exportAll('csv', query, token))
  }

  /** The parsed `GET /invoices.jsonl`. */
  async function lines(query: string, token = service.merchant.token): Promise<Shown[]> {
    const text = await exportAll('jsonl', query, token)
    assert.ok(text === '' || text.endsWith('\n'))
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }

  async function exportAll(form: string, query: string, token: string): Promise<string> {
    const { status, text } = await request(`/invoices.${form}?${query}`, { token })
    assert.equal(status, 200, text)
    return text
  }

  /** That many more invoices like this one, created at the clock's time with the columns of `other`. Returns their uids, newest first. */
  async function insertCopies(uid: string, count: number, other: Readonly<Record<string, string>> = {}) {
    const row = await database.read.query
      .selectFrom('invoices')
      .where('uid', '=', uid)
      .selectAll()
      .executeTakeFirstOrThrow()
    const uids = Array.from({ length: count }, () => generateUid(clock.now()))
      .sort()
      .reverse()
    const atOnce = 200
    for (let from = 0; from < count; from += atOnce) {
      const copies = uids.slice(from, from + atOnce).map((uid) => ({ ...row, ...other, uid }))
      await database.transact(({ query }) => query.insertInto('invoices').values(copies).execute())
    }
    return uids
  }
}
