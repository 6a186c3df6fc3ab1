import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openTestDatabase } from '../../../test/helpers/databases.ts'
import { createTestSandbox, failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { openDatabase } from '../../platform/storage/open.ts'
import { NodeResponseError, NodeUnreachableError } from '../rpc.ts'

suite('sandbox_fail', () => {
  test('timeout: the transaction is not accepted, and no response comes', async (t) => {
    const { callRpc, chain, wallet } = await openTestSandbox(t, 'BTC')
    const hex = (await wallet()).pay()
    const rpc = chain.openRpc({ timeoutMs: 20 })
    await callRpc('sandbox_fail', 'timeout', 1)

    await assert.rejects(rpc.call('sendrawtransaction', [hex, 0]), NodeResponseError)
    assert.deepEqual(await callRpc('getrawmempool'), [])
    assert.ok(await rpc.call('sendrawtransaction', [hex, 0]))
  })

  test('cut: the transaction is accepted, and the response is lost', async (t) => {
    const { callRpc, chain, wallet, coin } = await openTestSandbox(t, 'BTC')
    const hex = (await wallet()).pay()
    await callRpc('sandbox_fail', 'cut', 1)

    await assert.rejects(chain.openRpc().call('sendrawtransaction', [hex, 0]), NodeResponseError)
    assert.deepEqual(await callRpc('getrawmempool'), [coin.parse(hex).id])
  })

  test('refuse: the node rejects as many transactions as configured', async (t) => {
    for (const code of ['BTC', 'BCH', 'BSV']) {
      const { callRpc, chain, wallet } = await openTestSandbox(t, code)
      const [hex, rpc] = [(await wallet()).pay(), chain.openRpc()]
      await callRpc('sandbox_fail', 'refuse', 2)

      for (let count = 0; count < 2; count++) {
        const [number] = await failure(rpc.call('sendrawtransaction', [hex, 0]))
        assert.equal(number, -26)
      }
      assert.ok(await rpc.call('sendrawtransaction', [hex, 0]))
    }
  })

  test('down: every call of the service fails until it is lifted', async (t) => {
    const { callRpc, chain } = await openTestSandbox(t, 'DOGE')
    const rpc = chain.openRpc()
    await callRpc('sandbox_fail', 'down', 0)

    await assert.rejects(rpc.call('getblockcount', []), NodeUnreachableError)
    await assert.rejects(rpc.batch([{ method: 'getblockcount', params: [] }]), NodeUnreachableError)
    assert.equal(await callRpc('getblockcount'), 0)
    await callRpc('sandbox_fail', 'none', 0)
    assert.equal(await rpc.call('getblockcount', []), 0)
  })

  test("counts broadcasts only, and doesn't affect the control route", async (t) => {
    const { callRpc, chain, wallet } = await openTestSandbox(t, 'LTC')
    const hex = (await wallet()).pay()
    const rpc = chain.openRpc()
    await callRpc('sandbox_fail', 'refuse', 1)

    assert.equal(await rpc.call('getblockcount', []), 1)
    assert.ok(await rpc.call('testmempoolaccept', [[hex], 0]))
    assert.ok(await callRpc('sendrawtransaction', hex))
    await failure(rpc.call('sendrawtransaction', [hex, 0]))
  })

  test('counts across processes, and survives a restart', async (t) => {
    const { database, url } = await openTestDatabase(t)
    const one = createTestSandbox(database, 'BTC')
    const hex = (await one.wallet()).pay()
    await one.callRpc('sandbox_fail', 'refuse', 2)
    const other = await openDatabase(url)
    const another = createTestSandbox(other, 'BTC')

    await failure(another.chain.openRpc().call('sendrawtransaction', [hex, 0]))
    await other.close()
    await failure(one.chain.openRpc().call('sendrawtransaction', [hex, 0]))
    assert.ok(await one.chain.openRpc().call('sendrawtransaction', [hex, 0]))
  })

  test('rejects invalid arguments with an explanation', async (t) => {
    const { callRpc } = await openTestSandbox(t, 'BTC')
    for (const parameters of [
      ['sleepy', 1],
      ['cut', -1],
    ]) {
      const [code] = await failure(callRpc('sandbox_fail', ...parameters))
      assert.equal(code, -8)
    }
  })
})

test('closing the connection ends a hanging call', async (t) => {
  const { callRpc, chain, wallet, database } = await openTestSandbox(t, 'BTC')
  const hex = (await wallet()).pay()
  const rpc = chain.openRpc()
  await callRpc('sandbox_fail', 'timeout', 1)
  const hanging = rpc.call('sendrawtransaction', [hex, 0])
  const left = () =>
    database.read.query.selectFrom('sandbox_chains').select('fail_left').executeTakeFirstOrThrow()
  while (Number((await left()).fail_left) > 0) await nextTurn()

  await rpc.close()

  await assert.rejects(hanging, NodeResponseError)
  await assert.rejects(rpc.call('getblockcount', []), NodeUnreachableError)
})

test('the results of a batch are in call order, with errors in place of failed results', async (t) => {
  const { chain } = await openTestSandbox(t, 'BTC')
  const [height, error] = await chain.openRpc().batch([
    { method: 'getblockcount', params: [] },
    { method: 'getblockhash', params: [9] },
  ])
  assert.equal(height, 0)
  assert.ok(error instanceof Error)
})

suite('two processes on one database', () => {
  test('see one chain and one mempool, also after a restart', async (t) => {
    const { database, url } = await openTestDatabase(t)
    const first = createTestSandbox(database, 'LTC')
    const txid = await first.callRpc('sendrawtransaction', (await first.wallet()).pay())
    const other = await openDatabase(url)
    const second = createTestSandbox(other, 'LTC')

    assert.deepEqual(await second.callRpc('getrawmempool'), [txid])
    await second.mine()
    await other.close()
    assert.equal(await first.callRpc('getblockcount'), 2)
    assert.deepEqual(await first.callRpc('getrawmempool'), [])
  })

  test('accept one of two transactions that spend the same output', async (t) => {
    const { database, url } = await openTestDatabase(t)
    const first = createTestSandbox(database, 'DASH')
    const other = await openDatabase(url)
    const second = createTestSandbox(other, 'DASH')
    for (let round = 0; round < 10; round++) {
      const payer = await first.wallet(`payer ${round}`)
      const results = await Promise.allSettled([
        first.callRpc('sendrawtransaction', payer.pay()),
        second.callRpc('sendrawtransaction', payer.pay({ version: 1 })),
      ])
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    }
    const pool = await first.callRpc('getrawmempool')
    assert.equal(Array.isArray(pool) && pool.length, 10)
    await other.close()
  })

  test('start a chain concurrently, accept the same transaction concurrently, and mine concurrently', async (t) => {
    const { database, url } = await openTestDatabase(t)
    const other = await openDatabase(url)
    const [first, second] = [createTestSandbox(database, 'BTC'), createTestSandbox(other, 'BTC')]
    const [one, another] = await Promise.all([
      first.callRpc('getblockhash', 0),
      second.callRpc('getblockhash', 0),
    ])
    assert.equal(one, another)
    const hex = (await first.wallet()).pay()
    const ids = await Promise.all(
      [first, second, first, second].map((node) => node.callRpc('sendrawtransaction', hex)),
    )
    assert.equal(new Set(ids).size, 1)
    await Promise.all([first.mine(3), second.mine(3), first.mine(), second.mine()])
    assert.equal(await first.callRpc('getblockcount'), 9)
    await other.close()
  })

  test('never keep a child whose parent the other removes', async (t) => {
    const { database, url } = await openTestDatabase(t)
    const other = await openDatabase(url)
    const [first, second] = [createTestSandbox(database, 'BTC'), createTestSandbox(other, 'BTC')]
    for (let round = 0; round < 10; round++) {
      const payer = await first.wallet(`payer ${round}`)
      const half = payer.input.amount / 2n
      const parent = String(await first.callRpc('sendrawtransaction', payer.pay({ fee: half }), 0))
      const child = payer.pay({ inputs: [{ txid: parent, vout: 0, amount: half }] })
      await Promise.allSettled([
        second.callRpc('sendrawtransaction', child),
        first.callRpc('sandbox_evict', parent),
      ])
      assert.deepEqual(await first.callRpc('getrawmempool'), [])
    }
    await other.close()
  })
})

test('a transaction is reported with its block only if that block contains it', async (t) => {
  const { callRpc, wallet, mine } = await openTestSandbox(t, 'LTC')
  const hex = (await wallet()).pay()
  const txid = await callRpc('sendrawtransaction', hex)
  const before = await callRpc('getbestblockhash')
  const getIn = (block: unknown) => callRpc('getrawtransaction', txid, false, block)
  assert.equal((await failure(getIn(before)))[0], -5)
  await mine()
  assert.equal(await getIn(await callRpc('getbestblockhash')), hex)
  for (const other of [before, 'ab'.repeat(32)]) assert.equal((await failure(getIn(other)))[0], -5)
})
