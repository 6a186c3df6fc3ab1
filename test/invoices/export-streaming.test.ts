import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { StorageUnavailableError } from '../../src/platform/storage/database.ts'
import { getRows } from '../helpers/csv.ts'
import { fileScope } from '../helpers/databases.ts'
import { bulk, openExportServer, waitUntilStable } from '../helpers/export-server.ts'
import { until } from '../helpers/until.ts'

const service = await openExportServer(fileScope)
const { open, createHeavyMerchant, abandon, seen, hooks, logged, timeouts, clock, request, createInvoice } =
  service
const shop = await createHeavyMerchant('bulk')
const { token } = shop

/** The pages that `work` read. */
async function countPages(work: () => Promise<void>): Promise<number> {
  const before = seen.pages
  await work()
  return seen.pages - before
}

const findUids = (text: string): (string | undefined)[] => getRows(text).map(({ uid }) => uid)

test('nothing is read before the client starts reading, and then everything', async () => {
  const before = seen.pages
  const slow = await open('/invoices.csv', token)
  assert.equal(slow.status, 200)
  const read = (await waitUntilStable(() => seen.pages)) - before
  assert.ok(read < bulk.pages, `${read} pages`)
  assert.deepEqual(findUids(await slow.read()), shop.all)
  assert.equal(seen.pages - before, bulk.pages)
})

test('no row is duplicated, and no existing one is missing, while new invoices are created', async () => {
  const other = await createHeavyMerchant('busy')
  const slow = await open('/invoices.csv', other.token)
  await waitUntilStable(() => seen.pages)
  for (let count = 0; count < 20; count++) {
    clock.advance(1)
    await createInvoice({}, { token: other.token })
  }
  assert.deepEqual(findUids(await slow.read()), other.all)
  const lines = await open('/invoices.jsonl', other.token)
  clock.advance(1)
  await createInvoice({}, { token: other.token })
  const uids = (await lines.read()).trim().split('\n')
  assert.equal(uids.length, other.all.length + 20)
  assert.equal(new Set(uids).size, uids.length)
})

test('JSON lines are rendered two at a time, and other work runs in between', async () => {
  const before = seen.turns
  await (await open('/invoices.jsonl', token)).read()
  assert.equal(seen.turns - before, bulk.rows / 2)
})

test('a client that disconnects ends the work and frees its slot', async () => {
  const pages = await countPages(async () => {
    const [one, two] = [await open('/invoices.csv', token), await open('/invoices.jsonl', token)]
    await waitUntilStable(() => seen.pages)
    const third = await open('/invoices.csv', token)
    assert.equal(third.status, 429)
    assert.equal(third.headers['retry-after'], '30')
    assert.equal(JSON.parse(await third.read()).code, 'too_many_requests')
    one.leave()
    two.leave()
    await waitUntilStable(() => seen.pages)
  })
  assert.ok(pages < 2 * bulk.pages, `${pages} pages`)
  await until(async () => {
    const reopened = await open('/invoices.csv', token)
    reopened.leave()
    return reopened.status === 200
  })
})

test('a client that reads too slowly is disconnected: its slots are free again, and the log says why', async () => {
  logged.length = 0
  const slow = [await open('/invoices.csv', token), await open('/invoices.jsonl', token)]
  await waitUntilStable(() => seen.pages)
  assert.equal((await open('/invoices.csv', token)).status, 429)
  await until(async () => timeouts.size === 2)
  for (const cutOff of timeouts.keys()) cutOff()
  for (const { isCut } of slow) assert.ok(await isCut())
  await until(async () => timeouts.size === 0)
  assert.equal(logged.filter((line) => line.includes('its client reads too slowly')).length, 2)
  const next = await open('/invoices.csv', token)
  assert.deepEqual(findUids(await next.read()), shop.all)
  await until(async () => timeouts.size === 0)
})

test('a client that reads nothing is disconnected even if everything was written and the system’s buffers are full', async () => {
  // How many pages fit into the buffers depends on the system.
  for (let pages = 6; pages <= 12; pages++) {
    const { token: own } = await createHeavyMerchant(`unread-${pages}`, pages * bulk.rowsPerPage)
    for (let count = 0; count < 2; count++) await open('/invoices.csv', own)
    await waitUntilStable(() => seen.pages)
    await until(async () => {
      for (const cutOff of timeouts.keys()) cutOff()
      const { status, leave } = await open('/invoices.csv', own)
      leave()
      return status === 200
    })
  }
})

test('all viewers of an account share four slots; the account’s own slots stay free', async () => {
  const viewers = []
  for (const name of ['one', 'two', 'three']) {
    const { email, token: own } = await service.anotherMerchant(`viewer-${name}`, [])
    await request('/api/v1/account/links', { method: 'POST', token, body: { email } })
    viewers.push(own)
  }
  const opened = []
  for (const own of [...viewers, ...viewers.slice(0, 2)])
    opened.push(await open(`/invoices.csv?account=${shop.id}`, own))
  assert.deepEqual(
    opened.map(({ status }) => status),
    [200, 200, 200, 200, 429],
  )
  const owned = await open('/invoices.csv', token)
  assert.equal(owned.status, 200)
  for (const { leave } of [...opened, owned]) leave()
  await waitUntilStable(() => seen.pages)
})

test('a client that disconnects during authentication takes no slot, and nothing more is read', async () => {
  const { token: own } = await createHeavyMerchant('impatient', 500)
  const pages = await countPages(async () => {
    for (let times = 0; times < 3; times++) await abandon('/invoices.csv', own)
    await waitUntilStable(() => seen.pages)
  })
  assert.ok(pages <= 3, `${pages} pages`)
  const file = await open('/invoices.csv', own)
  assert.equal(file.status, 200)
  await file.read()
})

test('exports of different accounts run concurrently; together they read one page at a time', async (t) => {
  t.after(() => {
    hooks.found = async () => {}
  })
  const [one, two] = [await createHeavyMerchant('one', 500), await createHeavyMerchant('two', 500)]
  seen.maxConcurrent = 0
  // Gives any competing request time to get in between.
  hooks.found = () => setImmediate()
  const all = await Promise.all([one, one, two, two].map(({ token }) => open('/invoices.csv', token)))
  const texts = await Promise.all(all.map((each) => each.read()))
  assert.deepEqual(texts.map(findUids), [one.all, one.all, two.all, two.all])
  assert.equal(seen.maxConcurrent, 1)
})

test('other requests are served during an export', async () => {
  let isOver = false
  const running = request('/invoices.csv', { token }).then((reply) => {
    isOver = true
    return reply
  })
  for (let count = 0; count < 5; count++) {
    assert.equal((await request('/invoices?limit=1', { token })).status, 200)
    assert.equal(isOver, false)
  }
  assert.deepEqual(findUids((await running).text), shop.all)
})

test('an invoice that stops matching the filter while its page is read is omitted', async (t) => {
  t.after(() => {
    hooks.found = async () => {}
  })
  for (const form of ['csv', 'jsonl']) {
    const { uids, token } = await service.createMerchantWithInvoices(`leaving-${form}`, [{}, {}, {}])
    hooks.found = async () => {
      hooks.found = async () => {}
      await request(`/invoices/${uids[1]}`, { method: 'DELETE', token })
    }
    const text = await (await open(`/invoices.${form}?status=unpaid`, token)).read()
    assert.deepEqual(
      uids.map((uid) => text.includes(uid)),
      [true, false, true],
    )
  }
})

test('an invoice whose payment leaves the range while its page is read is omitted', async (t) => {
  t.after(() => {
    hooks.found = async () => {}
  })
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  for (const form of ['csv', 'jsonl']) {
    const { uids, token } = await service.createMerchantWithInvoices(`later-${form}`, [{}, {}, {}])
    for (const uid of uids) assert.equal((await service.pay(uid, 'LTC')).reply.status, 200)
    hooks.found = async () => {
      hooks.found = async () => {}
      await service.database.transact(({ query }) =>
        query
          .updateTable('invoices')
          .set({ paid_at: '2030-01-01T00:00:00.000Z' })
          .where('uid', '=', uids[1] ?? '')
          .execute(),
      )
    }
    const text = await (await open(`/invoices.${form}?paid_from=${day}&paid_to=2030-01-01`, token)).read()
    assert.deepEqual(
      uids.map((uid) => text.includes(uid)),
      [true, false, true],
    )
  }
})

test('an export in progress is aborted when the link is deleted', async () => {
  const [viewer] = [await service.anotherMerchant('watcher', [])]
  const links = '/api/v1/account/links'
  const body = { email: viewer.email }
  const { json } = await request(links, { method: 'POST', token, body })
  const slow = await open(`/invoices.csv?account=${shop.id}`, viewer.token)
  await waitUntilStable(() => seen.pages)
  await request(`${links}/${json.id}`, { method: 'DELETE', token })
  assert.ok(await slow.isCut())
})

test('an export in progress is aborted when the token is revoked', async () => {
  const spare = await service.accounts.createToken(shop.email, { name: 'spare' })
  const slow = await open('/invoices.jsonl', spare.token)
  await waitUntilStable(() => seen.pages)
  await service.accounts.revokeToken(spare.id)
  assert.ok(await slow.isCut())
})

test('a database failure at the beginning is an error; later the connection is closed, and the log says why, once', async (t) => {
  t.after(() => {
    hooks.found = async () => {}
  })
  const failAt = (page: number) => {
    const at = seen.pages + page
    hooks.found = async (page) => {
      if (page === at) throw new StorageUnavailableError('gone')
    }
  }
  failAt(1)
  const rejected = await open('/invoices.csv', token)
  assert.equal(rejected.status, 503)
  assert.equal(rejected.headers['content-disposition'], undefined)
  assert.equal(JSON.parse(await rejected.read()).code, 'unavailable')
  failAt(3)
  logged.length = 0
  const cut = await open('/invoices.csv', token)
  assert.equal(cut.status, 200)
  assert.ok(await cut.isCut())
  assert.equal(logged.filter((line) => line.includes('an export failed midway')).length, 1)
})
