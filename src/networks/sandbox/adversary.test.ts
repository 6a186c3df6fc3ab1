import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { failure, openTestSandbox, type TestSandbox } from '../../../test/helpers/sandbox.ts'
import { coins } from '../../coins/index.ts'
import { readObject } from '../node/read-response.ts'

suite('sandbox_replace', () => {
  for (const code of coins.keys()) {
    test(`replaces a ${code} transaction with another, to other outputs or the same`, async (t) => {
      const { callRpc, wallet, coin } = await openTestSandbox(t, code)
      const [first, second] = [await wallet('a'), await wallet('b')]
      const [evicted, carried] = [first.pay(), second.pay()]
      for (const hex of [evicted, carried]) await callRpc('sendrawtransaction', hex)

      const elsewhere = await callRpc('sandbox_replace', coin.parse(evicted).id)
      const replacement = await callRpc('sandbox_replace', coin.parse(carried).id, true)

      assert.deepEqual(await callRpc('getrawmempool'), [elsewhere, replacement])
      const [other, same] = [
        await fetchTransaction(callRpc, coin, elsewhere),
        await fetchTransaction(callRpc, coin, replacement),
      ]
      assert.deepEqual(outpoints(other), outpoints(coin.parse(evicted)))
      assert.notDeepEqual(other.outputs[0]?.script, first.script)
      assert.deepEqual(same.outputs, coin.parse(carried).outputs)
      assert.notEqual(same.id, coin.parse(carried).id)
      await failure(callRpc('sendrawtransaction', evicted))
    })
  }

  test('removes the descendants of the transaction too', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'BTC')
    const { parent } = await createParentAndChild(callRpc, await wallet())

    const other = await callRpc('sandbox_replace', parent)

    assert.deepEqual(await callRpc('getrawmempool'), [other])
  })

  test('can be mined, and replaced again before that', async (t) => {
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'LTC')
    const first = await callRpc('sendrawtransaction', (await wallet()).pay())
    const second = await callRpc('sandbox_replace', first, true)
    const third = await callRpc('sandbox_replace', second, true)
    const [hash] = await mine()

    const { tx } = readObject(await callRpc('getblock', hash))
    assert.ok(Array.isArray(tx))
    assert.deepEqual(tx.slice(1), [third])
    assert.equal(new Set([first, second, third]).size, 3)
  })
})

suite('sandbox_evict', () => {
  test('removes a transaction and its descendants, and frees their inputs', async (t) => {
    const { callRpc, wallet, coin } = await openTestSandbox(t, 'DASH')
    const payer = await wallet()
    const { parent, child } = await createParentAndChild(callRpc, payer)

    await callRpc('sandbox_evict', parent)

    assert.deepEqual(await callRpc('getrawmempool'), [])
    assert.equal(await callRpc('gettxout', child, 0), null)
    assert.ok(await callRpc('gettxout', payer.input.txid, 0))
    const again = payer.pay({ version: 1 })
    assert.equal(await callRpc('sendrawtransaction', again), coin.parse(again).id)
  })

  test('removes only transactions in the mempool', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'BTC')
    const { input } = await wallet()
    for (const method of ['sandbox_evict', 'sandbox_replace']) {
      assert.deepEqual(await failure(callRpc(method, input.txid)), [-5, 'Transaction not in mempool'])
    }
  })
})

suite('sandbox_reorganise', () => {
  for (const code of coins.keys()) {
    for (const depth of [1, 3, 6]) {
      test(`replaces ${depth} blocks of ${code} with ${depth + 1} others; their payments return to the mempool`, async (t) => {
        const { callRpc, wallet, mine } = await openTestSandbox(t, code)
        const txid = await callRpc('sendrawtransaction', (await wallet()).pay())
        const old = await mine(depth)

        await callRpc('sandbox_reorganise', depth)

        assert.equal(await callRpc('getblockcount'), 1 + depth + 1)
        assert.deepEqual(await callRpc('getrawmempool'), [txid])
        const stale = readObject(await callRpc('getblock', old[0]))
        assert.equal(stale.confirmations, -1)
        assert.ok(Array.isArray(stale.tx) && stale.tx.includes(txid))
        await assertLinked(callRpc)
        await mine()
        assert.deepEqual(await callRpc('getrawmempool'), [])
      })

      test(`of depth ${depth} double-spends the inputs of a given ${code} payment`, async (t) => {
        const { callRpc, wallet, mine, coin } = await openTestSandbox(t, code)
        const payer = await wallet()
        const hex = payer.pay()
        const txid = await callRpc('sendrawtransaction', hex)
        await mine(depth)

        await callRpc('sandbox_reorganise', depth, [txid])

        assert.deepEqual(await callRpc('getrawmempool'), [])
        assert.equal(await callRpc('gettxout', payer.input.txid, 0, false), null)
        const { tx } = readObject(await callRpc('getblock', await callRpc('getblockhash', 2), 2))
        assert.ok(Array.isArray(tx))
        assert.equal(tx[1].vin[0].txid, payer.input.txid)
        assert.notEqual(tx[1].txid, coin.parse(hex).id)
        const [number] = await failure(callRpc('sendrawtransaction', hex))
        assert.equal(number, -25)
      })
    }
  }

  test('removes transactions that are no longer final from the mempool after their parents are unconfirmed', async (t) => {
    const { callRpc, wallet, mine, coin } = await openTestSandbox(t, 'LTC')
    const payer = await wallet()
    const parent = payer.pay({ fee: 10_000n })
    const inputs = [{ txid: coin.parse(parent).id, vout: 0, amount: payer.input.amount - 10_000n }]
    const child = payer.pay({ inputs, sequence: 1 })
    const txid = await callRpc('sendrawtransaction', parent)
    await mine()
    await callRpc('sendrawtransaction', child)

    await callRpc('sandbox_reorganise', 1)

    assert.deepEqual(await callRpc('getrawmempool'), [txid])
  })

  test('double-spends a payment whose inputs come from the same blocks', async (t) => {
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'BTC')
    const payer = await wallet()
    const txid = await callRpc('sendrawtransaction', payer.pay())
    await mine()

    await callRpc('sandbox_reorganise', 2, [txid])

    assert.deepEqual(await callRpc('getrawmempool'), [])
    assert.ok(await callRpc('getrawtransaction', payer.input.txid))
    await assertLinked(callRpc)
  })

  test('double-spends a payment that is only in the mempool', async (t) => {
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'BTC')
    const txid = await callRpc('sendrawtransaction', (await wallet()).pay())
    await callRpc('sandbox_reorganise', 1, [txid]).catch(() => {})
    await mine()

    assert.deepEqual(await callRpc('getrawmempool'), [])
    await failure(callRpc('getrawtransaction', txid))
  })

  test('leaves enough in the treasury for funding, even after funds were reorganised away', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'LTC')
    for (const name of ['a', 'b', 'c', 'd']) {
      await wallet(name)
      await callRpc('sandbox_reorganise', 1)
    }
    const pool = await callRpc('getrawmempool')
    assert.equal(Array.isArray(pool) && pool.length, 4)
  })

  test('funds wallets while a funding transaction that was evicted is in the mempool again', async (t) => {
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'LTC')
    await mine(100)
    const { txid } = (await wallet('a')).input
    const hex = await callRpc('getrawtransaction', txid)
    await callRpc('sandbox_reorganise', 1)
    await callRpc('sandbox_evict', txid)
    await callRpc('sendrawtransaction', hex)
    await wallet('b')
    assert.deepEqual(await callRpc('getrawmempool'), [txid])
  })

  test('rejects invalid arguments with an explanation', async (t) => {
    const { callRpc, mine } = await openTestSandbox(t, 'BTC')
    await mine(2)
    for (const parameters of [[0], [3], [1, ['ab'.repeat(32)]], [1, ['x']]]) {
      const [code] = await failure(callRpc('sandbox_reorganise', ...parameters))
      assert.equal(code, -8)
    }
    assert.equal(await callRpc('getblockcount'), 2)
  })
})

type CallRpc = TestSandbox['callRpc']

/** A transaction in the mempool, and one that spends it. */
async function createParentAndChild(callRpc: CallRpc, payer: Awaited<ReturnType<TestSandbox['wallet']>>) {
  const half = payer.input.amount / 2n
  const parent = String(await callRpc('sendrawtransaction', payer.pay({ fee: half }), 0))
  const inputs = [{ txid: parent, vout: 0, amount: half }]
  const child = String(await callRpc('sendrawtransaction', payer.pay({ inputs })))
  return { parent, child }
}

async function fetchTransaction(callRpc: CallRpc, coin: TestSandbox['coin'], txid: unknown) {
  return coin.parse(String(await callRpc('getrawtransaction', txid)))
}

const outpoints = ({ inputs }: { inputs: readonly { txid: string; vout: number }[] }) =>
  inputs.map(({ txid, vout }) => `${txid}:${vout}`)

/** Every block of the best chain refers to the previous one. */
async function assertLinked(callRpc: CallRpc): Promise<void> {
  const tipHeight = Number(await callRpc('getblockcount'))
  for (let height = 1; height <= tipHeight; height++) {
    const header = readObject(await callRpc('getblockheader', await callRpc('getblockhash', height)))
    assert.equal(header.previousblockhash, await callRpc('getblockhash', height - 1))
    assert.equal(header.confirmations, tipHeight - height + 1)
  }
}
