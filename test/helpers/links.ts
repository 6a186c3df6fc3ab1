import assert from 'node:assert/strict'
import type { TestScope } from './databases.ts'
import { type Merchant, type Reply, type ServiceOptions, startService } from './service.ts'

export const linksPath = '/api/v1/account/links'

/** A service with linked accounts, and their requests. */
export async function startLinking(t: TestScope, options: ServiceOptions = {}) {
  const service = await startService(t, { destinations: [], ...options })
  const { request, anotherMerchant } = service
  let made = 0
  return { ...service, createAccounts, link, unlink, linked, readList, listEvents }

  /** New accounts, without destinations. */
  function createAccounts(count: 1): Promise<[Merchant]>
  function createAccounts(count: 2): Promise<[Merchant, Merchant]>
  function createAccounts(count: 3): Promise<[Merchant, Merchant, Merchant]>
  function createAccounts(count: number): Promise<Merchant[]>
  function createAccounts(count: number): Promise<Merchant[]> {
    return Promise.all(Array.from({ length: count }, () => anotherMerchant(`linked-${++made}`, [])))
  }

  /** `POST`; a string body is sent as it is. */
  function link({ token }: Merchant, body: unknown): Promise<Reply> {
    return request(linksPath, { method: 'POST', token, body })
  }

  function unlink({ token }: Merchant, id: unknown): Promise<Reply> {
    return request(`${linksPath}/${id}`, { method: 'DELETE', token })
  }

  /** Two accounts, and the link from one to the other. */
  async function linked() {
    const [source, target] = await createAccounts(2)
    const { status, text, json } = await link(source, { email: target.email })
    assert.equal(status, 200, text)
    return { source, target, id: Number(json.id) }
  }

  /** `GET`: an array. */
  async function readList({ token }: Merchant): Promise<unknown> {
    const { status, text } = await request(linksPath, { token })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }

  /** Types of the events of a link, sorted. */
  async function listEvents(id: number): Promise<readonly string[]> {
    const rows = await service.database.read.query
      .selectFrom('events')
      .where('type', 'like', 'account.%')
      .orderBy('type')
      .select(['type', 'data'])
      .execute()
    return rows.filter(({ data }) => JSON.parse(data).id === id).map(({ type }) => type)
  }
}
