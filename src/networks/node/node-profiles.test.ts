import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScriptedNetwork, type ScriptedResponses } from '../../../test/helpers/scripted-node.ts'
import { coins } from '../../coins/index.ts'
import { parseCoins } from '../../kernel/money.ts'
import { NetworkUnavailableError } from '../network.ts'
import { RpcError } from '../rpc.ts'
import { PackedTxids } from '../txids.ts'
import { nodeProfiles } from './node-profiles.ts'

const txid = 'ab'.repeat(32)
const parent = 'cd'.repeat(32)
test('every coin has a node profile', () => {
  assert.deepEqual(Object.keys(nodeProfiles).sort(), [...coins.keys()].sort())
})

test('amounts that a float cannot hold are exact', async () => {
  const { network } = createScriptedNetwork('DOGE', {
    gettxout: `{"bestblock":"${parent}","confirmations":3,"value":123456789012.12345678,"scriptPubKey":{"hex":"51"},"coinbase":false}`,
    getblockheader: '{"height": 5000000}',
  })

  assert.deepEqual(await network.findPreviousOutputs([{ txid, vout: 0 }]), [
    {
      isFound: true,
      output: { script: Uint8Array.of(0x51), amount: parseCoins('123456789012.12345678') },
      height: 4_999_998,
      isCoinbase: false,
    },
  ])
})

test("mempool entries are parsed in each node's format", async () => {
  const pooled = async (code: string, entry: string) =>
    (await createScriptedNetwork(code, { getmempoolentry: entry }).network.findInMempool([txid]))[0]
  const expected = { fee: 226n, size: 225, isReplaceable: false, depends: [parent], time: 1_700_000_000 }

  assert.deepEqual(
    await pooled(
      'BCH',
      `{"time":1700000000,"fees":{"base":0.00000226,"modified":0.5},"size":225,"depends":["${parent}"],"spentby":[]}`,
    ),
    expected,
  )
  assert.deepEqual(
    await pooled(
      'BSV',
      `{"time":1700000000,"size":225,"fee":0.00000226,"modifiedfee":0.5,"depends":["${parent}"]}`,
    ),
    expected,
  )
  assert.deepEqual(
    await pooled('DASH', `{"time":1700000000,"vsize":225,"fees":{"base":2.26e-6},"depends":["${parent}"]}`),
    expected,
  )
  assert.deepEqual(
    await pooled(
      'BTC',
      `{"time":1700000000,"vsize":225,"fees":{"base":0.00000226},"depends":["${parent}"],"bip125-replaceable":false}`,
    ),
    { ...expected, isReplaceable: true },
    'its nodes replace any transaction by default',
  )
  assert.deepEqual(
    await pooled(
      'LTC',
      `{"time":1700000000,"vsize":225,"fees":{"base":0.00000226},"depends":["${parent}"],"bip125-replaceable":true}`,
    ),
    { ...expected, isReplaceable: true },
  )
  assert.equal(
    (
      await createScriptedNetwork('DOGE', {
        getmempoolentry: new RpcError(-5, 'Transaction not in mempool'),
      }).network.findInMempool([txid])
    )[0],
    null,
  )
})

test('an entry says whether its transaction can be replaced, or null where the node does not report it', async () => {
  const entry = `"time":1700000000,"size":225,"fee":0.5,"depends":["${parent}"]`
  const replaceable = async (code: string, reported: string) => {
    const { network } = createScriptedNetwork(code, { getmempoolentry: `{${entry}${reported}}` })
    return (await network.findInMempool([txid]))[0]?.isReplaceable
  }

  assert.equal(await replaceable('DOGE', ''), null)
  assert.equal(await replaceable('LTC', ',"bip125-replaceable":true'), true)
  assert.equal(await replaceable('LTC', ',"bip125-replaceable":false'), false)
  assert.equal(await replaceable('BTC', ',"bip125-replaceable":false'), true)
  assert.equal(await replaceable('BCH', ''), false)
})

test('fee estimates are requested as each node expects, and null where there is none', async () => {
  const rate = async (code: string, responses: ScriptedResponses) => {
    const { network, calls } = createScriptedNetwork(code, responses)
    return [await network.estimateFeeRate(), ...(calls[0] ?? [])]
  }

  // Newer nodes default to economical.
  for (const code of ['BTC', 'LTC', 'DASH'])
    assert.deepEqual(await rate(code, { estimatesmartfee: '{"feerate":0.00012345,"blocks":2}' }), [
      12_345n,
      'estimatesmartfee',
      2,
      'conservative',
    ])
  assert.deepEqual(await rate('LTC', { estimatesmartfee: '{"errors":["Insufficient data"],"blocks":2}' }), [
    null,
    'estimatesmartfee',
    2,
    'conservative',
  ])
  assert.deepEqual(await rate('DOGE', { estimatesmartfee: '{"feerate":-1,"blocks":25}' }), [
    null,
    'estimatesmartfee',
    2,
  ])
  assert.deepEqual(await rate('BCH', { estimatefee: '0.00001000' }), [1_000n, 'estimatefee'])
  assert.deepEqual(await rate('BSV', { getsettings: '{"minminingtxfee":0.00000050}' }), [50n, 'getsettings'])
  assert.deepEqual(await rate('BSV', {}), [null, 'getsettings'])
})

test("the relay fee is the node's, or the mempool minimum when the mempool is full", async () => {
  const relay = (relayfee: string, mempoolminfee: string) =>
    createScriptedNetwork('DOGE', {
      getnetworkinfo: `{"relayfee":${relayfee}}`,
      getmempoolinfo: `{"mempoolminfee":${mempoolminfee}}`,
    }).network.getRelayFeeRate()

  assert.equal(await relay('0.00100000', '0.00000000'), 100_000n)
  assert.equal(await relay('0.00001000', '0.00002500'), 2_500n)
})

test("DOGE's getblock takes a boolean", async () => {
  const { network, calls } = createScriptedNetwork('DOGE', {
    getblockhash: `"${parent}"`,
    getblock: `{"hash":"${parent}","height":7,"previousblockhash":"${txid}","tx":["${txid}"],"time":1700000000}`,
  })

  assert.deepEqual(await network.getBlock(7), {
    height: 7,
    hash: parent,
    previousHash: txid,
    txids: PackedTxids.of([txid]),
    time: 1_700_000_000,
  })
  assert.deepEqual(calls, [
    ['getblockhash', 7],
    ['getblock', parent, true],
  ])
})

test('a pruned node reports its lowest available block', async () => {
  for (const [pruneheight, first] of [
    ['', 0],
    [',"pruneheight":712345', 712_345],
  ] as const) {
    const { network } = createScriptedNetwork('BTC', { getblockchaininfo: `{"pruned":true${pruneheight}}` })
    assert.equal(await network.getFirstBlockHeight(), first)
  }
})

test('an implausible response is rejected', async () => {
  const { network } = createScriptedNetwork('BTC', {
    getblockchaininfo: '{"blocks":"7","bestblockhash":7}',
    gettxout: '{"value":"much"}',
    getmempoolentry: '{}',
    getrawtransaction: '7',
  })

  await assert.rejects(network.getTip(), NetworkUnavailableError)
  await assert.rejects(network.findPreviousOutputs([{ txid, vout: 0 }]), NetworkUnavailableError)
  await assert.rejects(network.findInMempool([txid]), NetworkUnavailableError)
  await assert.rejects(network.getTransaction(txid), NetworkUnavailableError)
  assert.partialDeepStrictEqual(await network.check(), { ready: false })
})
