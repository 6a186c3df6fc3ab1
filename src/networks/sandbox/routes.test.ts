import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { type BatchLimits, createSandboxRoutes } from './routes.ts'

async function open(t: TestContext, code = 'LTC', limits?: BatchLimits) {
  const sandbox = await openTestSandbox(t, code)
  const app = Fastify()
  await app.register(createSandboxRoutes([sandbox.chain], limits))
  const post = async (body: unknown, path = `/sandbox/${code.toLowerCase()}`) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const { statusCode, body: text } = await app.inject({ method: 'POST', url: path, payload })
    return { status: statusCode, text, body: text === '' ? null : JSON.parse(text) }
  }
  return { ...sandbox, post }
}

suite('POST /sandbox/{coin}', () => {
  test('responds to a call as the node does over HTTP', async (t) => {
    const { post } = await open(t)
    const { status, body } = await post({ jsonrpc: '1.0', id: 'me', method: 'getblockcount', params: [] })
    assert.equal(status, 200)
    assert.deepEqual(body, { result: 0, error: null, id: 'me' })
  })

  test('takes the coin in either case, and rejects others', async (t) => {
    const { post } = await open(t)
    assert.equal((await post({ id: 1, method: 'getblockcount' }, '/sandbox/LTC')).status, 200)
    assert.equal((await post({ id: 1, method: 'getblockcount' }, '/sandbox/eth')).status >= 400, true)
  })

  test("uses the node's HTTP status for errors", async (t) => {
    const { post } = await open(t)
    const readStatus = async (body: unknown) => (await post(body)).status
    assert.equal(await readStatus({ id: 1, method: 'getblockhash', params: [5] }), 500)
    assert.equal(await readStatus({ id: 1, method: 'nonsense' }), 404)
    assert.equal(await readStatus({ id: 1 }), 400)
    assert.equal(await readStatus('{"id":'), 500)
    const { body } = await post({ id: 7, method: 'nonsense' })
    assert.deepEqual(body, { result: null, error: { code: -32601, message: 'Method not found' }, id: 7 })
  })

  test('responds to a batch with 200, in call order', async (t) => {
    const { post } = await open(t)
    const { status, body } = await post([
      { id: 1, method: 'getblockcount' },
      { id: 2, method: 'nonsense' },
    ])
    assert.equal(status, 200)
    assert.deepEqual(
      body.map((one: { id: number; error: unknown }) => [one.id, one.error === null]),
      [
        [1, true],
        [2, false],
      ],
    )
  })

  test('supports version 2.0 where Bitcoin Core does', async (t) => {
    const { post } = await open(t, 'BTC')
    const good = await post({ jsonrpc: '2.0', id: 1, method: 'getblockcount' })
    const bad = await post({ jsonrpc: '2.0', id: 1, method: 'nonsense' })
    const silent = await post({ jsonrpc: '2.0', method: 'getblockcount' })
    assert.deepEqual(good.body, { jsonrpc: '2.0', result: 0, id: 1 })
    assert.deepEqual([bad.status, bad.body.error.code, 'result' in bad.body], [200, -32601, false])
    assert.deepEqual([silent.status, silent.text], [204, ''])
  })

  test('transfers amounts both ways without a float', async (t) => {
    const { post, wallet } = await open(t, 'DOGE')
    const { address } = await wallet()
    const funded = await post(`{"id":1,"method":"sandbox_fund","params":["${address}",123456789.12345678]}`)
    const { text } = await post({ id: 1, method: 'gettxout', params: [funded.body.result, 0] })
    assert.match(text, /"value":123456789\.12345678,/)
  })

  test('responds while a failure is simulated for the service', async (t) => {
    const { post } = await open(t)
    await post({ id: 1, method: 'sandbox_fail', params: ['down', 0] })
    assert.equal((await post({ id: 1, method: 'getblockcount' })).status, 200)
  })

  test('limits the size of a request', async (t) => {
    const { post } = await open(t, 'BSV')
    const count = { id: 1, method: 'getblockcount' }
    assert.equal((await post(Array.from({ length: 100 }, () => count))).body.length, 100)
    assert.match((await post(Array.from({ length: 101 }, () => count))).text, /at most 100 calls/)
    const outpoint = { txid: 'ab'.repeat(32), n: 0 }
    const outpoints = Array.from({ length: 26 }, () => outpoint)
    assert.match(
      (await post({ id: 1, method: 'gettxouts', params: [outpoints, ['*']] })).text,
      /at most 25 outpoints/,
    )
    assert.match((await post(`[${'1,'.repeat(20_000)}1]`)).text, /Parse error/)
  })

  test('the calls of a batch that exceed its time limit or response size limit fail, and are not executed', async (t) => {
    for (const limits of [
      { maxMs: 60_000, maxResponseBytes: 10 },
      { maxMs: 0, maxResponseBytes: 1_000 },
    ]) {
      const { post, wallet } = await open(t, 'LTC', limits)
      const { address } = await wallet()
      const mine = { id: 1, method: 'generatetoaddress', params: [1, address] }
      const height = async () => (await post({ id: 1, method: 'getblockcount' })).body.result
      const before = await height()
      const { body } = await post([mine, mine])
      assert.match(body[1].error.message, /The batch takes too long or its responses are too large/)
      const carriedOut = body.filter(({ error }: { error: unknown }) => error === null).length
      assert.equal(await height(), before + carriedOut)
    }
  })

  test('bodies above 4 MiB are only for BSV, whose transactions are that large', async (t) => {
    for (const [code, status] of [
      ['LTC', 413],
      ['BSV', 404],
    ] as const) {
      const { post } = await open(t, code)
      const body = { id: 1, method: 'nonsense', params: ['a'.repeat(5 * 1024 * 1024)] }
      assert.equal((await post(body)).status, status)
    }
  })
})
