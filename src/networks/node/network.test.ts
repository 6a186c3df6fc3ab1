import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Litecoind, startLitecoind, withoutLitecoind } from '../../../test/helpers/litecoind.ts'
import { createLitecoindWallet } from '../../../test/helpers/litecoind-wallet.ts'
import type { Outpoint } from '../../coins/coin.ts'
import { ltc } from '../../coins/ltc.ts'
import { parseCoins } from '../../kernel/money.ts'
import { computeFee } from '../../payments/fee.ts'
import type { Network, Rejection } from '../network.ts'
import { getNumberText } from './exact-numbers.ts'
import { createNodeNetwork } from './network.ts'
import { nodeProfiles } from './node-profiles.ts'

/** The value of an output that only the mempool spends. */
async function valueOnChain({ cli }: Litecoind, { txid, vout }: Outpoint): Promise<bigint> {
  const { value } = Object(await cli('gettxout', [txid, vout, false]))
  return parseCoins(getNumberText(value)) ?? assert.fail()
}

const unknownTxid = '11'.repeat(32)

async function rejectedBy(network: Network, hex: string): Promise<Rejection['reason'] | undefined> {
  const tested = await network.testAcceptance(hex)
  const sent = await network.broadcast(hex)
  assert.ok(tested !== 'untested' && !tested.accepted && sent.outcome === 'rejected')
  assert.equal(tested.rejection.reason, sent.rejection.reason)
  return sent.rejection.reason
}

test('a real Litecoin node', { skip: withoutLitecoind }, async (t) => {
  const node = await startLitecoind(t)
  const network = createNodeNetwork({ coin: ltc, chain: 'regtest', rpc: node.rpc() })
  const { coin, sign, spend, id, address } = createLitecoindWallet(node)

  await t.test('a fresh regtest node has no fee estimate, and relays from 1 litoshi per byte', async () => {
    assert.equal(await network.estimateFeeRate(), null)
    // The node knows the estimate mode: an unknown one would be an error.
    const { method, params } = nodeProfiles.LTC.feeEstimate
    await node.cli(method, params)
    assert.equal(await network.getRelayFeeRate(), 1_000n)
  })

  await t.test('an unspent output is found with its script, amount and height', async () => {
    const to = await address()
    const { txid, vout } = await node.fund(to, '0.12345678')
    const { height } = await network.getTip()

    assert.deepEqual(
      await network.findPreviousOutputs([
        { txid, vout },
        { txid: unknownTxid, vout: 0 },
      ]),
      [
        {
          isFound: true,
          output: { script: ltc.addressToScript(to, 'regtest'), amount: parseCoins('0.12345678') },
          height,
          isCoinbase: false,
        },
        { isFound: false, spentInMempool: false },
      ],
    )
    assert.deepEqual(await network.findPreviousOutputs([]), [])
  })

  await t.test('a coinbase output is marked as such, with its height', async () => {
    const block = (await network.getBlock(5)) ?? assert.fail('the chain has no fifth block')
    const coinbase = (await network.findBlockSpends(block.hash))[0]?.txid ?? ''
    const [output] = await network.findPreviousOutputs([{ txid: coinbase, vout: 0 }])

    assert.partialDeepStrictEqual(output, { isFound: true, height: 5, isCoinbase: true })
  })

  await t.test('an output spent in the mempool differs from an unknown one', async () => {
    const onChain = await coin()
    const parent = await spend([onChain], '0.5', '0.4')
    const child = await spend([{ txid: parent, vout: 0 }], '0.499')

    const responses = await network.findPreviousOutputs([
      onChain,
      { txid: parent, vout: 0 },
      { txid: parent, vout: 7 },
      { txid: parent, vout: 1 },
      { txid: child, vout: 0 },
    ])
    assert.deepEqual(
      responses.map((response) => (response.isFound ? response.height : response.spentInMempool)),
      [true, true, false, null, null],
    )

    await node.mine(1)
    assert.deepEqual(await network.findPreviousOutputs([onChain]), [
      { isFound: false, spentInMempool: false },
    ])
  })

  await t.test(
    'a valid transaction passes testmempoolaccept, and is accepted every time it is sent',
    async () => {
      const hex = await sign([await coin()], ['0.999'])

      assert.deepEqual(await network.testAcceptance(hex), { accepted: true })
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
      assert.deepEqual(await network.testAcceptance(hex), { accepted: true, alreadyKnown: true })
      assert.equal(await network.getTransaction(id(hex)), hex)

      await node.mine(1)
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
      assert.equal(await network.getTransaction(id(hex)), null)
      const { height, hash } = await network.getTip()
      assert.equal(await network.getTransaction(id(hex), hash), hex)
      const before = await network.getBlock(height - 1)
      assert.equal(await network.getTransaction(id(hex), before?.hash), null)
    },
  )

  await t.test("a payer may pay any fee: the node's fee ceiling is lifted", async () => {
    const hex = await sign([await coin('10')], ['0.1'])

    assert.deepEqual(await network.testAcceptance(hex), { accepted: true })
    assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
  })

  await t.test('a mined transaction with spent outputs misses its inputs', async () => {
    const hex = await sign([await coin()], ['0.999'])
    await network.broadcast(hex)
    await spend([{ txid: id(hex), vout: 0 }], '0.998')
    await node.mine(1)

    assert.equal(await rejectedBy(network, hex), 'inputs_missing')
  })

  await t.test('each rejection of the node has its own code', async () => {
    const one = await coin()
    const good = await sign([one], ['0.999'])
    const { height } = await network.getTip()

    assert.equal(await rejectedBy(network, await sign([one], ['0.99999999'])), 'fee_too_low')
    assert.equal(await rejectedBy(network, await sign([one], ['1.5'])), 'outputs_exceed_inputs')
    assert.equal(
      await rejectedBy(network, await sign([{ ...one, sequence: 0 }], ['0.999'], height + 9)),
      'not_final',
    )
    assert.equal(await rejectedBy(network, await sign([one], ['0.00001'])), 'other')
    assert.equal(await rejectedBy(network, '00'), 'undecodable')

    // A digit within the signature's R, whatever the lengths of R and S.
    const signature = /(304[0-6]02[12][0-9a-f][\s\S]{10})(.)/
    const flipped = good.replace(signature, (_, start, digit) => `${start}${digit === '0' ? '1' : '0'}`)
    assert.notEqual(flipped, good)
    assert.equal(await rejectedBy(network, flipped), 'signature_invalid')

    await network.broadcast(good)
    assert.equal(await rejectedBy(network, await sign([one], ['0.998'])), 'inputs_spent')
  })

  await t.test('a chain of 26 unconfirmed transactions is too long', async () => {
    let last = await coin()
    for (let length = 0; length < 25; length++)
      last = { txid: await spend([last], `0.${String(990 - length).padStart(3, '0')}`), vout: 0 }

    assert.equal(await rejectedBy(network, await sign([last], ['0.9'])), 'chain_too_long')
    await node.mine(1)
  })

  await t.test('the mempool reports fee, size, parents and replaceability', async () => {
    const coins = [await coin(), { ...(await coin()), sequence: 0xffff_fffd }]
    const plain = await spend(coins.slice(0, 1), '0.999')
    const parent = await spend(coins.slice(1), '0.998')
    const child = await spend([{ txid: parent, vout: 0 }], '0.997')

    const [first, second, third, none] = await network.findInMempool([plain, parent, child, unknownTxid])

    const size = ltc.parse((await network.getTransaction(plain)) ?? '').virtualSize
    assert.partialDeepStrictEqual(first, { fee: 100_000n, size, isReplaceable: false, depends: [] })
    assert.partialDeepStrictEqual(second, { fee: 200_000n, isReplaceable: true, depends: [] })
    assert.partialDeepStrictEqual(third, { fee: 100_000n, isReplaceable: true, depends: [parent] })
    assert.equal(none, null)
    await node.mine(1)
  })

  await t.test('blocks are read by height, with the outputs that their transactions spend', async () => {
    const spent = await coin()
    const txid = await spend([spent], '0.999')
    await node.mine(1)
    const { height, hash } = await network.getTip()

    const block = (await network.getBlock(height)) ?? assert.fail('the chain lacks that block')

    assert.partialDeepStrictEqual(block, {
      height,
      hash,
      previousHash: (await network.getBlock(height - 1))?.hash,
    })
    assert.ok(block.txids.intersect([txid]).has(txid))
    const spends = await network.findBlockSpends(hash)
    const spending = spends.map((each) => each.txid)
    assert.equal(block.txids.size, spending.length)
    assert.deepEqual(block.txids.intersect(spending), new Set(spending))
    assert.deepEqual(spends.find((each) => each.txid === txid)?.inputs, [spent])
    assert.equal(await network.getBlock(height + 1), null)
    assert.equal((await network.getBlock(0))?.previousHash, '0'.repeat(64))
  })

  await t.test("a node's chain and coin are checked", async () => {
    const rpc = node.rpc()
    const check = (chain: 'main' | 'regtest') => createNodeNetwork({ coin: ltc, chain, rpc }).check()

    assert.deepEqual(await check('regtest'), { ready: true })
    assert.deepEqual(await check('main'), {
      ready: false,
      reason: 'it is on the chain "regtest", not on main',
    })
  })

  await t.test('blocks with an extension block (MWEB) are read like others', async () => {
    // MWEB activates at block 432, which needs a peg-in.
    await node.mine(431 - (await network.getTip()).height)
    const hidden = String(await node.cli('getnewaddress', ['', 'mweb']))
    const pegIn = String(await node.cli('sendtoaddress', [hidden, '5']))
    // The node and the transaction report the same fee, paid by the MWEB part.
    const parsed = ltc.parse((await network.getTransaction(pegIn)) ?? '')
    const [pooled] = await network.findInMempool([pegIn])
    const values = await Promise.all(parsed.inputs.map((input) => valueOnChain(node, input)))
    assert.ok(pooled && pooled.fee > 0n)
    assert.equal(computeFee(parsed, values), pooled.fee)
    assert.ok((parsed.mwebFee ?? 0n) > 0n)
    await node.mine(1)
    const spent = await coin()
    const txid = await spend([spent], '0.999')
    await node.mine(1)
    const { hash } = await network.getTip()

    const spends = await network.findBlockSpends(hash)

    assert.deepEqual(spends.find((each) => each.txid === txid)?.inputs, [spent])
  })
})
