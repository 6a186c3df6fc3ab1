import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createForeignWallet } from '../../../test/helpers/foreign-wallet.ts'
import { failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { doubleSha256 } from '../../coins/codec/hash.ts'
import { toReversedHex } from '../../coins/codec/transaction.ts'
import { coins } from '../../coins/index.ts'
import { createManualClock } from '../../kernel/clock.ts'
import { readObject } from '../node/read-response.ts'
import { readHeader } from './block.ts'

suite('the chain', () => {
  test('starts with the same genesis block in every process, and a different one per coin', async (t) => {
    const hashes = new Set<unknown>()
    for (const code of coins.keys()) {
      const [first, second] = [await openTestSandbox(t, code), await openTestSandbox(t, code)]
      const hash = await first.callRpc('getblockhash', 0)
      assert.equal(hash, await second.callRpc('getblockhash', 0))
      hashes.add(hash)
    }
    assert.equal(hashes.size, coins.size)
  })

  test('links each block to the previous one, with header hashes that meet the target', async (t) => {
    const { callRpc, mine } = await openTestSandbox(t, 'BTC')
    await mine(3)
    for (let height = 1; height <= 3; height++) {
      const hash = await callRpc('getblockhash', height)
      const raw = String(await callRpc('getblock', hash, 0))
      const header = Buffer.from(raw.slice(0, 160), 'hex')
      assert.equal(toReversedHex(doubleSha256(header)), hash)
      assert.ok(String(hash) < '7fffff'.padEnd(64, '0'))
      assert.equal(readHeader(raw.slice(0, 160)).previousHash, await callRpc('getblockhash', height - 1))
    }
  })

  test('returns the transactions of a block as txids, in full, and serialised', async (t) => {
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'LTC')
    const payer = await wallet('payer', { form: 'p2wpkh' })
    const hex = payer.pay()
    const txid = await callRpc('sendrawtransaction', hex)
    const [hash] = await mine()

    const [ids, full] = [
      readObject(await callRpc('getblock', hash, 1)),
      readObject(await callRpc('getblock', hash, 2)),
    ]
    assert.ok(Array.isArray(ids.tx) && Array.isArray(full.tx))
    assert.equal(ids.tx[1], txid)
    assert.deepEqual(full.tx[1].vin[0].txid, payer.input.txid)
    assert.ok(String(await callRpc('getblock', hash, 0)).endsWith(hex))
    assert.equal(ids.size, String(await callRpc('getblock', hash, 0)).length / 2)
    assert.equal(Number(ids.strippedsize) * 3 + Number(ids.size), ids.weight)
  })

  test('pays subsidy and fees to the miner', async (t) => {
    const { callRpc, wallet, mine } = await openTestSandbox(t, 'DASH')
    await callRpc('sendrawtransaction', (await wallet()).pay({ fee: 1_234n }))
    const [hash] = await mine()

    const { tx } = readObject(await callRpc('getblock', hash, 2))
    assert.ok(Array.isArray(tx))
    assert.deepEqual(tx[0].vout[0].value, JSON.rawJSON('50.00001234'))
  })

  for (const [code, maturity] of [
    ['BTC', 100],
    ['DOGE', 60],
  ] as const)
    test(`makes a coinbase of ${code} spendable ${maturity} blocks later`, async (t) => {
      const { callRpc, mine, coin } = await openTestSandbox(t, code)
      const [hash] = await mine()
      const { tx } = readObject(await callRpc('getblock', hash, code === 'DOGE' ? true : 1))
      const miner = createForeignWallet(coin, 'miner')
      const inputs = [{ txid: String(Array.isArray(tx) && tx[0]), vout: 0, amount: 5_000_000_000n }]
      const hex = miner.sign({ inputs, outputs: [{ script: miner.script, amount: 4_999_000_000n }] })

      await mine(maturity - 2)
      const [, words] = await failure(callRpc('sendrawtransaction', hex))
      assert.match(words, /premature-spend-of-coinbase/)
      await mine(1)
      assert.ok(await callRpc('sendrawtransaction', hex))
    })

  test("keeps its median time behind its clock, and advances even when the clock doesn't", async (t) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1))
    const { callRpc, mine } = await openTestSandbox(t, 'BTC', clock)
    await mine(12)
    clock.advance(60_000)
    await mine()

    const info = readObject(await callRpc('getblockchaininfo'))
    const tip = readObject(await callRpc('getblockheader', info.bestblockhash))
    assert.equal(info.chain, 'regtest')
    assert.equal(info.initialblockdownload, false)
    assert.equal(tip.time, Date.UTC(2026, 0, 1) / 1000 + 60)
    assert.ok(Number(info.mediantime) < Number(tip.time))
  })

  test('has no block beyond its tip', async (t) => {
    const { callRpc } = await openTestSandbox(t, 'BTC')
    assert.deepEqual(await failure(callRpc('getblockhash', 1)), [-8, 'Block height out of range'])
    assert.deepEqual(await failure(callRpc('getblock', 'ab'.repeat(32))), [-5, 'Block not found'])
  })
})

suite('sandbox_fund', () => {
  for (const code of coins.keys()) {
    test(`pays exactly that amount of ${code}, spendable immediately`, async (t) => {
      const { callRpc, coin, wallet } = await openTestSandbox(t, code)
      const payer = await wallet('payer', { coins: '0.12345678' })

      const output = readObject(await callRpc('gettxout', payer.input.txid, 0))
      assert.deepEqual(output.value, JSON.rawJSON('0.12345678'))
      assert.equal(output.confirmations, 1)
      assert.equal(output.coinbase, false)
      assert.equal(await callRpc('sendrawtransaction', payer.pay()), coin.parse(payer.pay()).id)
    })
  }

  test('is mined in its own block, and the mempool stays as it is', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'BTC')
    const waiting = await callRpc('sendrawtransaction', (await wallet()).pay())

    const { input } = await wallet('another')

    const { tx } = readObject(await callRpc('getblock', await callRpc('getbestblockhash'), 1))
    assert.ok(Array.isArray(tx))
    assert.deepEqual(tx.slice(1), [input.txid])
    assert.deepEqual(await callRpc('getrawmempool'), [waiting])
  })

  test('leaves enough in the treasury for further funding', async (t) => {
    const { callRpc, wallet } = await openTestSandbox(t, 'DOGE')
    for (const name of ['a', 'b', 'c']) await wallet(name, { coins: '90000000' })
    assert.equal(await callRpc('getblockcount'), 3)
  })

  test('handles amounts that a float cannot hold', async (t) => {
    const { callRpc, coin } = await openTestSandbox(t, 'DOGE')
    const { address } = createForeignWallet(coin, 'rich')
    for (const amount of ['123456789.12345678', JSON.rawJSON('123456789.12345678')]) {
      const txid = await callRpc('sandbox_fund', address, amount)
      const output = readObject(await callRpc('gettxout', txid, 0))
      assert.deepEqual(output.value, JSON.rawJSON('123456789.12345678'))
    }
  })

  test('rejects invalid arguments with an explanation', async (t) => {
    const { callRpc, coin } = await openTestSandbox(t, 'BTC')
    const { address } = createForeignWallet(coin, 'payer')
    for (const [...parameters] of [
      ['nonsense', 1],
      [address, 0],
      [address, -1],
      [address, 'much'],
      [address, '0.123456789'],
    ]) {
      const [code, message] = await failure(callRpc('sandbox_fund', ...parameters))
      assert.equal(code, -8)
      assert.match(message, /^(address|coins) /)
    }
  })
})
