import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { coins } from '../../src/coins/index.ts'
import { createStores } from '../../src/composition/stores.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openHttpRpc } from '../../src/networks/node/http-rpc.ts'
import { createNodeNetwork } from '../../src/networks/node/network.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'

const addressCount = 100_000
const transactionCount = 5_000
/** Size of a transaction's input script. With it, the block has 4 MB. */
const unlockingBytes = 680
const mempoolSize = 300_000
const rowsPerInsert = 500

/** Measures the cost of finding payments from any wallet: in a full block and in the ids of a full mempool, with 100 000 watched addresses. */
export async function measureWatching(folder: string): Promise<string[]> {
  const path = join(folder, 'watching.db')
  const database = await openDatabase(`sqlite:${path}`)
  await database.migrate()
  const watchedScript = await insertAddresses(database)
  const { findWatchedAccounts, isAwaited } = createStores(database.read).payments
  const block = buildBlock(watchedScript)
  const txids = Array.from({ length: mempoolSize }, () => randomBytes(32).toString('hex'))
  const node = await startNode({ getblock: block.toString('hex'), getrawmempool: txids })
  const rpc = openHttpRpc(node.url)
  const network = createNodeNetwork({
    coin: coins.get('LTC') ?? fail(),
    chain: 'regtest',
    clock: systemClock,
    rpc,
  })
  const lines = [
    await measureCost(`a block of ${block.length} bytes with ${transactionCount} transactions`, async () => {
      const paying = await network.findPayingInBlock('00'.repeat(32), async (scripts) => {
        return new Set((await findWatchedAccounts('LTC', scripts)).keys())
      })
      if (paying.length !== 1) throw new Error(`found ${paying.length} payments`)
    }),
    await measureCost(`the ids of ${mempoolSize} transactions in the mempool`, async () => {
      if ((await network.getMempoolTxids()).getKeys().length !== mempoolSize)
        throw new Error('ids are missing')
    }),
    await measureCost('asking whether a payment is awaited', async () => void (await isAwaited('LTC'))),
  ]
  await rpc.close()
  node.stop()
  await database.close()
  await rm(path, { force: true })
  return lines
}

const fail = (): never => {
  throw new Error('LTC is not known')
}

async function measureCost(what: string, work: () => Promise<void>): Promise<string> {
  await work()
  const [usage, memory] = [process.cpuUsage(), process.memoryUsage().rss]
  await work()
  const { user, system } = process.cpuUsage(usage)
  const grown = Math.max(0, process.memoryUsage().rss - memory)
  return `${what}, ${addressCount} watched addresses: ${((user + system) / 1_000).toFixed(0)} ms CPU, ${(grown / 1e6).toFixed(0)} MB more`
}

/** Starts a node that responds to these calls. */
async function startNode(results: Readonly<Record<string, unknown>>) {
  const bodies = new Map(Object.entries(results).map(([method, result]) => [method, JSON.stringify(result)]))
  const server = createServer((request, response) => {
    let sent = ''
    request.on('data', (part) => {
      sent += part
    })
    request.on('end', () => {
      const { method, id } = JSON.parse(sent) as { method: string; id: number }
      response
        .setHeader('content-type', 'application/json')
        .end(`{"result":${bodies.get(method)},"error":null,"id":${id}}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://bench:bench@127.0.0.1:${port}`, stop: () => void server.close() }
}

/** Inserts expired invoices with a watched address each. Returns the script of one of them. */
async function insertAddresses(database: Database): Promise<string> {
  const time = new Date(0).toISOString()
  const scripts = Array.from({ length: addressCount }, () => `0014${randomBytes(20).toString('hex')}`)
  await database.transact(async ({ query }) => {
    await query
      .insertInto('accounts')
      .values({
        id: 1,
        email: 'bench@example.com',
        name: 'Bench',
        currency: 'USD',
        operator: 0,
        created_at: time,
      })
      .execute()
    await query.insertInto('rate_snapshots').values({ id: 'rates', taken_at: time, body: '{}' }).execute()
    for (let first = 0; first < addressCount; first += rowsPerInsert) {
      const chunk = scripts.slice(first, first + rowsPerInsert)
      const getUid = (index: number) => `bench-${first + index}`
      await query
        .insertInto('invoices')
        .values(
          chunk.map((_, index) => ({
            uid: getUid(index),
            account_id: 1,
            status: 'expired',
            amount: '1',
            currency: 'USD',
            created_at: time,
            expires_at: time,
            snapshot_id: 'rates',
            quoted_at: time,
            quote_expires_at: time,
            coins: 'LTC',
            event_sequence: 1,
            revision: 1,
            any_wallet: 1,
          })),
        )
        .execute()
      await query
        .insertInto('invoice_addresses')
        .values(
          chunk.map((script, index) => ({
            invoice_uid: getUid(index),
            coin: 'LTC',
            address: script,
            script,
            key_id: 'key',
            key_index: first + index,
            allocated_at: time,
            since_height: 0,
            watched: 1,
          })),
        )
        .execute()
    }
  })
  return scripts[0] ?? fail()
}

/** A Litecoin block of 4 MB, one of whose transactions pays this script. */
function buildBlock(script: string): Buffer {
  const transactions = Array.from({ length: transactionCount }, (_, index) =>
    buildTransaction(index === 1 ? script : `0014${randomBytes(20).toString('hex')}`),
  )
  const count = Buffer.from([0xfd, transactionCount & 0xff, transactionCount >> 8])
  return Buffer.concat([Buffer.alloc(80), count, ...transactions])
}

function buildTransaction(script: string): Buffer {
  const output = (hex: string) => `1027000000000000${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`
  const length = Buffer.alloc(2)
  length.writeUInt16LE(unlockingBytes)
  const change = `0014${randomBytes(20).toString('hex')}`
  return Buffer.concat([
    Buffer.from('0200000001', 'hex'),
    randomBytes(32),
    Buffer.from(`00000000fd${length.toString('hex')}`, 'hex'),
    randomBytes(unlockingBytes),
    Buffer.from(`ffffffff02${output(script)}${output(change)}00000000`, 'hex'),
  ])
}
