import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'

const oneCoin = 100_000_000n

test('BTC replaces a transaction with one that pays more, even without signalling', async (t) => {
  const { callRpc, wallet, coin } = await openTestSandbox(t, 'BTC')
  const payer = await wallet()
  const first = payer.pay({ fee: 1_000n })
  const child = payer.pay({
    inputs: [{ txid: coin.parse(first).id, vout: 0, amount: oneCoin - 1_000n }],
    fee: 1_000n,
  })
  await callRpc('sendrawtransaction', first)
  await callRpc('sendrawtransaction', child)

  const tooCheap = await failure(callRpc('sendrawtransaction', payer.pay({ fee: 1_500n })))
  const second = await callRpc('sendrawtransaction', payer.pay({ fee: 5_000n }))

  assert.match(
    tooCheap[1],
    /^insufficient fee, rejecting replacement .*, less fees than conflicting txs; 0.000015 < 0.00002$/,
  )
  assert.deepEqual(await callRpc('getrawmempool'), [second])
})

test('LTC replaces nothing by default, even if the transaction signals replacement', async (t) => {
  const { callRpc, wallet } = await openTestSandbox(t, 'LTC')
  const payer = await wallet()
  const first = await callRpc('sendrawtransaction', payer.pay({ fee: 10_000n, sequence: 0 }))

  const second = callRpc('sendrawtransaction', payer.pay({ fee: 100_000n }))

  assert.deepEqual(await failure(second), [-26, 'txn-mempool-conflict'])
  assert.deepEqual(await callRpc('getrawmempool'), [first])
})

suite('DOGE lets a transaction replace another', () => {
  const conflict = [-26, '258: txn-mempool-conflict']
  const insufficientFee = [-26, '66: insufficient fee']

  test('that signals it, for a higher fee', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'DOGE')
    const payer = await wallet()
    await callRpc('sendrawtransaction', payer.pay({ fee: 1_000_000n, sequence: 0 }))

    const same = callRpc('sendrawtransaction', payer.pay({ fee: 1_000_000n, sequence: 1, version: 1 }))
    assert.deepEqual(await failure(same), insufficientFee)
    const second = await callRpc('sendrawtransaction', payer.pay({ fee: 2_000_000n }))
    assert.deepEqual(await callRpc('getrawmempool'), [second])
    // The second one doesn't signal.
    assert.deepEqual(
      await failure(callRpc('sendrawtransaction', payer.pay({ fee: 9_000_000n, sequence: 0 }))),
      conflict,
    )
  })

  test('only without additional unconfirmed inputs', async (t) => {
    const { callRpc, wallet, coin } = await openTestSandbox(t, 'DOGE')
    const [first, other] = [await wallet('payer'), await wallet('payer', { coins: '2' })]
    await callRpc('sendrawtransaction', first.pay({ fee: 1_000_000n, sequence: 0 }))
    const parent = other.pay({ fee: 1_000_000n })
    await callRpc('sendrawtransaction', parent)
    const amount = other.input.amount - 1_000_000n
    const inputs = [first.input, { txid: coin.parse(parent).id, vout: 0, amount }]

    const adds = callRpc('sendrawtransaction', first.pay({ inputs, fee: 9_000_000n }))

    assert.deepEqual(await failure(adds), [-26, '64: replacement-adds-unconfirmed'])
  })
})

test('a transaction cannot replace its own parent', async (t) => {
  const { callRpc, wallet, coin } = await openTestSandbox(t, 'BTC')
  const payer = await wallet()
  const parent = payer.pay({ fee: 1_000n })
  await callRpc('sendrawtransaction', parent)
  const child = { txid: coin.parse(parent).id, vout: 0, amount: payer.input.amount - 1_000n }

  const both = callRpc('sendrawtransaction', payer.pay({ inputs: [payer.input, child], fee: 100_000n }))

  assert.match((await failure(both))[1], /^bad-txns-spends-conflicting-tx, [0-9a-f]{64} spends conflicting/)
})
