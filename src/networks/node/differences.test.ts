import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoinCode, coins, findCoin } from '../../coins/index.ts'
import { parseCoins } from '../../kernel/money.ts'
import { NetworkUnavailable } from '../network.ts'
import { type Rpc, RpcError, Unanswered, Unreachable } from '../rpc.ts'
import { differences } from './differences.ts'
import { parseExact } from './exact.ts'
import { nodeNetwork } from './network.ts'

type Answer = string | Error

/** A coin's network over a node that gives these answers (JSON, or an error), and the calls that it was asked. */
function over(
  code: string,
  answers: Readonly<Record<string, Answer | ((...params: readonly unknown[]) => Answer)>>,
) {
  const asked: unknown[][] = []
  const answerTo = (method: string, params: readonly unknown[]): unknown => {
    asked.push([method, ...params])
    const given = answers[method] ?? new RpcError(-32601, 'Method not found')
    const answer = typeof given === 'function' ? given(...params) : given
    if (answer instanceof Error) throw answer
    return parseExact(answer)
  }
  const element = (method: string, params: readonly unknown[]): unknown => {
    try {
      return answerTo(method, params)
    } catch (error) {
      if (error instanceof RpcError) return error
      throw error
    }
  }
  const rpc: Rpc = {
    call: async (method, params) => answerTo(method, params),
    batch: async (calls) => calls.map(({ method, params }) => element(method, params)),
    close: async () => {},
  }
  const coin = findCoin(code) ?? assert.fail(code)
  return { network: nodeNetwork({ coin, chain: 'main', rpc }), asked }
}

const txid = 'ab'.repeat(32)
const parent = 'cd'.repeat(32)
const sends = (code: string, answer: Answer) =>
  over(code, { sendrawtransaction: answer }).network.broadcast('00')

/** A transaction without signatures, from a coin with that sequence number. */
const withSequence = (sequence: string): string =>
  `01000000 01 ${'ee'.repeat(32)} 00000000 00 ${sequence} 01 00e1f50500000000 01 51 00000000`.replaceAll(
    ' ',
    '',
  )

test('every coin has its row', () => {
  assert.deepEqual(Object.keys(differences).sort(), [...coins.keys()].sort())
})

test("a broadcast lifts the node's own ceiling on fees, as each node takes it", async () => {
  const ceilings: Record<CoinCode, unknown> = { BTC: 0, LTC: 0, DASH: 0, BCH: true, BSV: true, DOGE: true }
  for (const [code, anyFee] of Object.entries(ceilings)) {
    const { network, asked } = over(code, { sendrawtransaction: `"${txid}"` })

    assert.deepEqual(await network.broadcast('00'), { outcome: 'accepted' })
    assert.deepEqual(asked, [['sendrawtransaction', '00', anyFee]])
  }
})

test('"I have it already" is acceptance in each spelling', async () => {
  const spellings: [string, number, string][] = [
    ['BSV', -27, 'Transaction already in the mempool'],
    ['BSV', -26, '257: txn-already-known'],
    ['BCH', -27, 'transaction already in block chain'],
    ['BTC', -27, 'Transaction outputs already in utxo set'],
    ['LTC', -27, 'Transaction already in block chain'],
  ]
  for (const [code, error, text] of spellings)
    assert.deepEqual(await sends(code, new RpcError(error, text)), { outcome: 'accepted' })
})

test("a node's no to the transaction is a rejection, a full pool among them under its own name", async () => {
  const no = (reason: string, text: string) => ({ outcome: 'rejected', rejection: { reason, text } })

  assert.deepEqual(await sends('DOGE', new RpcError(-26, '64: dust')), no('other', '64: dust'))
  assert.deepEqual(
    await sends('BSV', new RpcError(-25, 'Missing inputs')),
    no('inputs_missing', 'Missing inputs'),
  )
  assert.deepEqual(
    await sends('BCH', new RpcError(-26, 'mempool full (code 66)')),
    no('pool_full', 'mempool full (code 66)'),
  )
})

test('a node that is warming up, has no such method or cannot be reached has been sent nothing', async () => {
  const errors = [
    new RpcError(-28, 'Verifying blocks…'),
    new RpcError(-32601, 'Method not found'),
    new Unreachable('no'),
  ]
  for (const error of errors) assert.partialDeepStrictEqual(await sends('LTC', error), { outcome: 'unsent' })
})

test('whatever else comes back leaves the outcome unknown', async () => {
  const answers = [
    new Unanswered('cut'),
    new RpcError(-32603, 'internal'),
    new RpcError(-31, 'P2P'),
    new RpcError(-1, 'x'),
    'null',
  ]
  for (const answer of answers)
    assert.partialDeepStrictEqual(await sends('LTC', answer), { outcome: 'unknown' })
})

test('BSV and DOGE nodes are not asked for a test', async () => {
  for (const code of ['BSV', 'DOGE']) {
    const { network, asked } = over(code, {})
    assert.equal(await network.test('00'), 'untested')
    assert.deepEqual(asked, [])
  }
})

test('a test is judged as a broadcast is', async () => {
  const tests = (code: string, testmempoolaccept: Answer) =>
    over(code, { testmempoolaccept }).network.test('00')
  const no = (reason: string, text: string) => ({ accepted: false, rejection: { reason, text } })

  assert.deepEqual(await tests('BCH', `[{"txid":"${txid}","allowed":true}]`), { accepted: true })
  assert.deepEqual(await tests('LTC', '[{"allowed":true,"vsize":141,"fees":{"base":0.00000141}}]'), {
    accepted: true,
    fee: 141n,
  })
  assert.deepEqual(await tests('BTC', '[{"allowed":false,"reject-reason":"txn-already-in-mempool"}]'), {
    accepted: true,
  })
  assert.deepEqual(
    await tests('BCH', '[{"allowed":false,"reject-reason":"18: txn-mempool-conflict"}]'),
    no('inputs_spent', '18: txn-mempool-conflict'),
  )
  assert.deepEqual(
    await tests('LTC', '[{"allowed":false,"reject-reason":"missing-inputs"}]'),
    no('inputs_missing', 'missing-inputs'),
  )
  assert.deepEqual(
    await tests('LTC', new RpcError(-22, 'TX decode failed')),
    no('undecodable', 'TX decode failed'),
  )
  assert.equal(await tests('BTC', new RpcError(-32601, 'Method not found')), 'untested')
  for (const silent of [
    new RpcError(-28, 'Loading…'),
    new Unanswered('cut'),
    new Unreachable('no'),
    '[]',
    '[{"txid":"00"}]',
  ])
    await assert.rejects(tests('LTC', silent), NetworkUnavailable)
})

test('amounts beyond what a float holds are exact', async () => {
  const { network } = over('DOGE', {
    gettxout: `{"bestblock":"${parent}","confirmations":3,"value":123456789012.12345678,"scriptPubKey":{"hex":"51"},"coinbase":false}`,
    getblockheader: '{"height": 5000000}',
  })

  assert.deepEqual(await network.spent([{ txid, vout: 0 }]), [
    {
      found: true,
      output: { script: Uint8Array.of(0x51), amount: parseCoins('123456789012.12345678') },
      height: 4_999_998,
      coinbase: false,
    },
  ])
})

test("pool entries are read in each node's form", async () => {
  const pooled = async (code: string, entry: string) =>
    (await over(code, { getmempoolentry: entry }).network.pooled([txid]))[0]
  const expected = { fee: 226n, size: 225, replaceable: false, depends: [parent] }

  assert.deepEqual(
    await pooled(
      'BCH',
      `{"fees":{"base":0.00000226,"modified":0.5},"size":225,"depends":["${parent}"],"spentby":[]}`,
    ),
    expected,
  )
  assert.deepEqual(
    await pooled('BSV', `{"size":225,"fee":0.00000226,"modifiedfee":0.5,"depends":["${parent}"]}`),
    expected,
  )
  assert.deepEqual(
    await pooled('DASH', `{"vsize":225,"fees":{"base":2.26e-6},"depends":["${parent}"]}`),
    expected,
  )
  assert.deepEqual(
    await pooled(
      'BTC',
      `{"vsize":225,"fees":{"base":0.00000226},"depends":["${parent}"],"bip125-replaceable":"yes"}`,
    ),
    { ...expected, replaceable: true },
  )
  assert.equal(
    (
      await over('DOGE', { getmempoolentry: new RpcError(-5, 'Transaction not in mempool') }).network.pooled([
        txid,
      ])
    )[0],
    null,
  )
})

test('where the node does not say who may be replaced, the sequence numbers of a transaction and its ancestors do', async () => {
  const replaceable = async (own: string, ancestors: string) => {
    const { network } = over('DOGE', {
      getmempoolentry: `{"size":225,"fee":0.5,"depends":["${parent}"]}`,
      getmempoolancestors: `["${parent}"]`,
      getrawtransaction: (id) => `"${withSequence(id === txid ? own : ancestors)}"`,
    })
    return (await network.pooled([txid]))[0]?.replaceable
  }

  assert.equal(await replaceable('feffffff', 'ffffffff'), false)
  assert.equal(await replaceable('fdffffff', 'ffffffff'), true)
  assert.equal(await replaceable('ffffffff', '00000000'), true)
})

test('fee estimates are asked for as each node has them, and null where it has none', async () => {
  const rate = async (code: string, answers: Parameters<typeof over>[1]) => {
    const { network, asked } = over(code, answers)
    return [await network.feeRate(), ...(asked[0] ?? [])]
  }

  assert.deepEqual(await rate('BTC', { estimatesmartfee: '{"feerate":0.00012345,"blocks":2}' }), [
    12_345n,
    'estimatesmartfee',
    2,
  ])
  assert.deepEqual(await rate('LTC', { estimatesmartfee: '{"errors":["Insufficient data"],"blocks":2}' }), [
    null,
    'estimatesmartfee',
    2,
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

test('the relay fee is that of the node, or of its pool when that is full', async () => {
  const relay = (relayfee: string, mempoolminfee: string) =>
    over('DOGE', {
      getnetworkinfo: `{"relayfee":${relayfee}}`,
      getmempoolinfo: `{"mempoolminfee":${mempoolminfee}}`,
    }).network.relayFeeRate()

  assert.equal(await relay('0.00100000', '0.00000000'), 100_000n)
  assert.equal(await relay('0.00001000', '0.00002500'), 2_500n)
})

test("DOGE's getblock takes a boolean", async () => {
  const { network, asked } = over('DOGE', {
    getblockhash: `"${parent}"`,
    getblock: `{"hash":"${parent}","height":7,"previousblockhash":"${txid}","tx":["${txid}"],"time":1700000000}`,
  })

  assert.deepEqual(await network.block(7), {
    height: 7,
    hash: parent,
    previous: txid,
    txids: [txid],
    time: 1_700_000_000,
  })
  assert.deepEqual(asked, [
    ['getblockhash', 7],
    ['getblock', parent, true],
  ])
})

test('an answer that cannot be right is none', async () => {
  const { network } = over('BTC', {
    getblockchaininfo: '{"blocks":"7","bestblockhash":7}',
    gettxout: '{"value":"much"}',
    getmempoolentry: '{}',
    getrawtransaction: '7',
  })

  await assert.rejects(network.tip(), NetworkUnavailable)
  await assert.rejects(network.spent([{ txid, vout: 0 }]), NetworkUnavailable)
  await assert.rejects(network.pooled([txid]), NetworkUnavailable)
  await assert.rejects(network.transaction(txid), NetworkUnavailable)
  assert.partialDeepStrictEqual(await network.check(), { ready: false })
})
