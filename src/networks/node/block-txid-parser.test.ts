import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { bsv } from '../../coins/bsv.ts'
import { NetworkUnavailableError } from '../network.ts'
import { PackedTxids, toTxidKey } from '../txids.ts'
import { BlockTxidParser } from './block-txid-parser.ts'
import { openHttpRpc } from './http-rpc.ts'
import { createNodeNetwork } from './network.ts'

const getId = (number: number): string => createHash('sha256').update(`${number}`).digest('hex')
const idsFrom = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => getId(from + index))
const idsUpTo = (count: number): string[] => idsFrom(0, count)

/** A BSV node with one block; `write` sends the response to `getblock` in chunks. */
async function nodeWith(t: TestContext, write: (id: number) => AsyncIterable<string>, timeoutMs = 8_000) {
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    if (method === 'getblockhash') {
      response.end(JSON.stringify({ result: getId(7), error: null, id }))
      return
    }
    for await (const piece of write(id)) if (!response.write(piece)) await once(response, 'drain')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rpc = openHttpRpc(`http://127.0.0.1:${port}`, { timeoutMs, maxResponseBytes: 100_000 })
  t.after(async () => {
    await rpc.close()
    server.closeAllConnections()
    server.close()
  })
  return createNodeNetwork({ coin: bsv, chain: 'main', rpc })
}

const opening = `{"result":{"hash":"${getId(7)}","confirmations":1,"height":7,"merkleroot":"${getId(8)}","tx":[`
const closing = (id: number) =>
  `],"time":1700000000,"previousblockhash":"${getId(6)}"},"error":null,"id":${id}}\n`

test('the txids of a block are parsed however large the response, beyond the limit of any other', async (t) => {
  const count = 100_000
  const network = await nodeWith(t, async function* (id) {
    yield opening
    for (let from = 0; from < count; from += 1_000)
      yield `${from ? ',' : ''}${idsFrom(from, 1_000).map((each) => `"${each}"`)}`
    yield closing(id)
  })

  const block = await network.getBlock(7)

  assert.partialDeepStrictEqual(block, {
    height: 7,
    hash: getId(7),
    previousHash: getId(6),
    time: 1_700_000_000,
  })
  assert.equal(block?.txids.size, count)
  const requested = [getId(0), getId(4_321), getId(count - 1)]
  assert.deepEqual(block?.txids.intersect([getId(count), ...requested]), new Set(requested))
})

test('a block that keeps arriving may take longer than one call; one that stalls fails', async (t) => {
  const timeoutMs = 2_000
  const writeSlowly = async function* (id: number) {
    yield opening
    for (let number = 0; number < 25; number++) {
      await new Promise((resolve) => setTimeout(resolve, timeoutMs / 20))
      yield `${number ? ',' : ''}"${getId(number)}"`
    }
    yield closing(id)
  }
  const stuck = async function* () {
    yield opening
    await new Promise<void>((resolve) => t.after(() => resolve()))
  }

  assert.equal((await (await nodeWith(t, writeSlowly, timeoutMs)).getBlock(7))?.txids.size, 25)
  await assert.rejects((await nodeWith(t, stuck, timeoutMs)).getBlock(7), NetworkUnavailableError)
})

test('a response split at any point parses the same', () => {
  const ids = idsUpTo(5)
  const rest = { depth: { tx: [1], x: '"tx":["' }, list: [['tx', []]], name: 'tx' }
  const json = JSON.stringify({ result: { ...rest, tx: ids, end: '\\"]' }, error: null, id: 3 }, null, 1)
  const bytes = Buffer.from(json)
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (places) => {
      const reader = new BlockTxidParser()
      let from = 0
      for (const to of [...places.sort((a, b) => a - b), bytes.length]) {
        reader.push(bytes.subarray(from, to))
        from = to
      }
      const { text, txids } = reader.end()
      assert.deepEqual(JSON.parse(text).result, { ...rest, tx: [], end: '\\"]' })
      assert.deepEqual(txids, PackedTxids.of(ids))
    }),
  )
})

test('the ids of a mempool are the result itself; a list elsewhere stays as it is', () => {
  const ids = idsUpTo(3)
  const read = (value: unknown) => {
    const reader = new BlockTxidParser('result')
    reader.push(Buffer.from(JSON.stringify(value)))
    const { text, txids } = reader.end()
    return { value: JSON.parse(text), txids }
  }
  const other = { results: [1], error: null, x: { result: ['a'] } }
  assert.deepEqual(read({ ...other, result: ids, id: 3 }), {
    value: { ...other, result: [], id: 3 },
    txids: PackedTxids.of(ids),
  })
  assert.deepEqual(read({ result: [], id: 3 }).txids, PackedTxids.of([]))
  assert.equal(read({ result: null, error: { code: -28, message: 'no' }, id: 3 }).txids, null)
})

test('malformed lists of txids are rejected', () => {
  const other = [
    '["ab"]',
    `["${getId(1)}0"]`,
    `["${getId(1).toUpperCase()}"]`,
    '[7]',
    '[null]',
    `[,"${getId(1)}"]`,
  ]
  for (const list of [...other, `["${getId(1)}""${getId(2)}"]`, '[{"txid":"00"}]'])
    assert.throws(
      () => new BlockTxidParser().push(Buffer.from(`{"result":{"tx":${list}}}`)),
      /something other than ids/,
    )
  for (const text of ['{"result":null,"error":{"code":-5,"message":"no"},"id":1}', '{"result":{"tx":["']) {
    const reader = new BlockTxidParser()
    reader.push(Buffer.from(text))
    assert.equal(reader.end().txids, null)
  }
})

test('packed txids are found, counted and keyed like unpacked ones', () => {
  for (const count of [0, 1, 127, 128, 129, 5_000]) {
    const ids = idsUpTo(count)
    const packed = PackedTxids.of(ids)
    assert.equal(packed.size, count)
    assert.deepEqual([...packed.getKeys()], ids.map(toTxidKey))
    assert.deepEqual(packed.intersect(ids), new Set(ids))
    assert.deepEqual(packed.pick([...ids.keys()]), ids)
    assert.throws(() => packed.pick([count]), RangeError)
    // The same first four bytes are not the same txid.
    assert.deepEqual(packed.intersect(ids.map((id) => id.slice(0, 8).padEnd(64, '0'))), new Set())
  }
})
