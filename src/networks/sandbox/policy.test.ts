import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { serialise } from '../../coins/codec/transaction.ts'
import { createManualClock } from '../../kernel/clock.ts'

const oneCoin = 100_000_000n

suite('testmempoolaccept', () => {
  const reasons = {
    BTC: ['missing-inputs', 'txn-already-in-mempool', 'txn-already-known'],
    BCH: ['missing-inputs', '18: txn-already-in-mempool', '18: txn-already-known'],
    DASH: ['missing-inputs', 'txn-already-in-mempool', 'txn-already-known'],
    LTC: ['missing-inputs', 'txn-already-in-mempool', 'txn-already-known'],
  } as const

  for (const [code, [unknown, pooled, mined]] of Object.entries(reasons)) {
    test(`names the reasons of ${code}`, async (t) => {
      const { callRpc, wallet, mine } = await openTestSandbox(t, code)
      const payer = await wallet()
      const unknownInputs = payer.pay({ inputs: [{ ...payer.input, txid: '12'.repeat(32) }] })
      assert.equal(await reason(callRpc, unknownInputs), unknown)
      const hex = payer.pay()
      assert.equal(await reason(callRpc, hex), undefined)
      await callRpc('sendrawtransaction', hex)
      assert.equal(await reason(callRpc, hex), pooled)
      await mine()
      assert.equal(await reason(callRpc, hex), mined)
    })
  }

  test('takes one transaction on LTC and BCH, a package on BTC and DASH', async (t) => {
    for (const code of ['LTC', 'BCH', 'BTC', 'DASH']) {
      const { callRpc, wallet, coin } = await openTestSandbox(t, code)
      const payer = await wallet()
      const parent = payer.pay({ fee: oneCoin / 2n })
      const inputs = [{ txid: coin.parse(parent).id, vout: 0, amount: oneCoin / 2n }]
      const call = callRpc('testmempoolaccept', [parent, payer.pay({ inputs })], code === 'BCH' ? true : 0)
      if (code === 'LTC' || code === 'BCH') {
        assert.deepEqual(await failure(call), [-8, 'Array must contain exactly one raw transaction for now'])
      } else {
        const results = await call
        assert.ok(Array.isArray(results))
        assert.deepEqual(
          results.map(({ allowed }) => allowed),
          [true, true],
        )
      }
    }
  })

  async function reason(callRpc: (method: string, ...params: unknown[]) => Promise<unknown>, hex: string) {
    const results = await callRpc('testmempoolaccept', [hex])
    assert.ok(Array.isArray(results))
    return results[0]['reject-reason']
  }
})

test('a chain of unconfirmed transactions is limited to 25', async (t) => {
  const { callRpc, wallet, coin } = await openTestSandbox(t, 'LTC')
  const payer = await wallet()
  let input = payer.input
  const fee = 1_000n
  for (let length = 1; length <= 25; length++) {
    const hex = payer.pay({ inputs: [input], fee })
    await callRpc('sendrawtransaction', hex)
    input = { txid: coin.parse(hex).id, vout: 0, amount: input.amount - fee }
  }

  const tooLong = callRpc('sendrawtransaction', payer.pay({ inputs: [input], fee }))

  const message = 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]'
  assert.deepEqual(await failure(tooLong), [-26, message])
})

suite('DOGE relays', () => {
  const notRelayed = [-26, '66: rate limited free transaction']
  /** An output below the soft dust limit of 0.01 DOGE, and one below the hard limit of 0.001 DOGE. */
  const small = 500_000n

  test('an output below 0.01 DOGE for 0.01 DOGE more in fees', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'DOGE')
    const payer = await wallet()
    const split = (count: number, fee: bigint) => {
      const dust = Array.from({ length: count }, () => ({ script: payer.script, amount: small }))
      const rest = { script: payer.script, amount: oneCoin - small * BigInt(count) - fee }
      return payer.pay({ outputs: [...dust, rest] })
    }
    // 226 bytes at 0.01 DOGE per 1 000 bytes, as wallets pay; then just below and above the surcharge of each small output.
    for (const [count, fee] of [
      [1, 226_000n],
      [1, 1_020_000n],
      [2, 2_020_000n],
    ] as const)
      assert.deepEqual(await failure(callRpc('sendrawtransaction', split(count, fee))), notRelayed)
    assert.ok(await callRpc('sendrawtransaction', split(2, 2_030_000n)))
  })

  test('no transaction without a fee, whatever its child pays', async (t) => {
    const { callRpc, wallet, coin } = await openTestSandbox(t, 'DOGE')
    // A node accepts this parent by RPC: its coins are old and large enough for free relay.
    const payer = await wallet('payer', { coins: '1000' })
    const amount = payer.input.amount
    const parent = payer.pay({ fee: 0n })
    const inputs = [{ txid: coin.parse(parent).id, vout: 0, amount }]
    const child = payer.pay({ inputs, fee: oneCoin })

    assert.deepEqual(await failure(callRpc('sendrawtransaction', parent)), notRelayed)
    assert.deepEqual(await failure(callRpc('sendrawtransaction', child)), [-25, 'Missing inputs'])
    assert.deepEqual(await callRpc('getrawmempool'), [])
  })

  test('each transaction of a chain by its own fee', async (t) => {
    const { callRpc, wallet, coin } = await openTestSandbox(t, 'DOGE')
    const payer = await wallet()
    const parent = payer.pay({ fee: oneCoin / 2n })
    const inputs = [{ txid: coin.parse(parent).id, vout: 0, amount: oneCoin / 2n }]
    await callRpc('sendrawtransaction', parent)

    // A tenth of the relay rate.
    assert.deepEqual(
      await failure(callRpc('sendrawtransaction', payer.pay({ inputs, fee: 2_000n }))),
      notRelayed,
    )
    assert.ok(await callRpc('sendrawtransaction', payer.pay({ inputs, fee: 20_000n })))
  })
})

test('BSV stores non-final transactions separately, and mines them when they are final', async (t) => {
  const { callRpc, wallet, mine } = await openTestSandbox(t, 'BSV')
  const payer = await wallet()
  const txid = await callRpc('sendrawtransaction', payer.pay({ lockTime: 2, sequence: 0, fee: 0n }))

  assert.deepEqual(await callRpc('getrawmempool'), [])
  assert.deepEqual(await callRpc('getrawnonfinalmempool'), [txid])
  await mine()
  assert.deepEqual(await callRpc('getrawmempool'), [txid])
  await mine()
  assert.deepEqual(await callRpc('getrawmempool'), [])
})

suite('a relative lock time (BIP68)', () => {
  const inSeconds = 0x0040_0000
  const rejections = {
    BTC: 'non-BIP68-final',
    BCH: 'non-BIP68-final (code 64)',
    DASH: 'non-BIP68-final',
    LTC: 'non-BIP68-final',
    DOGE: '64: non-BIP68-final',
  } as const

  for (const [code, message] of Object.entries(rejections))
    test(`must be satisfied in the next block on ${code}`, async (t) => {
      const { callRpc, wallet, mine } = await openTestSandbox(t, code)
      const payer = await wallet()
      const early = payer.pay({ sequence: 3 })
      assert.deepEqual(await failure(callRpc('sendrawtransaction', early)), [-26, message])
      for (const free of [{ version: 1, sequence: 3 }, { sequence: 1 }, { sequence: 0x8000_0003 }])
        assert.ok(await callRpc('sendrawtransaction', (await wallet()).pay(free)))
      await mine(2)
      assert.ok(await callRpc('sendrawtransaction', early))
    })

  test('counts seconds from the median time of the previous block', async (t) => {
    const clock = createManualClock(Date.UTC(2026, 2, 1))
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'LTC', clock)
    // Block 0 is from 2011.
    await mine(12)
    const payer = await wallet()
    const early = payer.pay({ sequence: inSeconds + 2 })
    assert.equal((await failure(callRpc('sendrawtransaction', early)))[1], 'non-BIP68-final')
    assert.ok(await callRpc('sendrawtransaction', (await wallet()).pay({ sequence: inSeconds })))
    clock.advance(1_100_000)
    await mine(11)
    assert.ok(await callRpc('sendrawtransaction', early))
  })

  test('counts from the next block for an output in the mempool', async (t) => {
    const { callRpc, wallet, coin } = await openTestSandbox(t, 'LTC')
    const payer = await wallet()
    const parent = payer.pay({ fee: 10_000n })
    const inputs = [{ txid: coin.parse(parent).id, vout: 0, amount: oneCoin - 10_000n }]
    await callRpc('sendrawtransaction', parent)
    const late = callRpc('sendrawtransaction', payer.pay({ inputs, sequence: 1 }))
    assert.equal((await failure(late))[1], 'non-BIP68-final')
    assert.ok(await callRpc('sendrawtransaction', payer.pay({ inputs, sequence: 0 })))
  })

  test('is ignored by BSV since Genesis', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'BSV')
    assert.ok(await callRpc('sendrawtransaction', (await wallet()).pay({ sequence: 3 })))
  })
})

test('an MWEB part is rejected as an LTC node does before activation', async (t) => {
  const { callRpc, wallet, coin } = await openTestSandbox(t, 'LTC')
  const { version, inputs, outputs, lockTime } = coin.parse((await wallet()).pay())
  const empty = Uint8Array.of(0)
  // Two offsets, no inputs, no outputs, and one kernel without features.
  const oneKernel = Uint8Array.of(1, ...new Uint8Array(64), 0, 0, 1, 0, ...new Uint8Array(33 + 64))

  for (const [mweb, message] of [
    [oneKernel, 'mweb-before-activation'],
    // Only a block's last transaction has an empty MWEB part.
    [empty, 'hogex'],
  ] as const) {
    const body = { version, inputs, outputs, lockTime, mweb }
    const hex = Buffer.from(serialise(body)).toString('hex')
    assert.deepEqual(await failure(callRpc('sendrawtransaction', hex)), [-26, message])
  }
})
