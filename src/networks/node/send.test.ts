import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createScriptedNetwork,
  type ScriptedResponse,
  type ScriptedResponses,
} from '../../../test/helpers/scripted-node.ts'
import type { CoinCode } from '../../coins/index.ts'
import { NetworkUnavailableError } from '../network.ts'
import { NodeResponseError, NodeUnreachableError, RpcError } from '../rpc.ts'

const txid = 'ab'.repeat(32)

const broadcastWith = (code: string, response: ScriptedResponse) =>
  createScriptedNetwork(code, { sendrawtransaction: response }).network.broadcast('00')

test("a broadcast lifts the node's own fee ceiling, with the parameters of each node", async () => {
  const ceilings: Record<CoinCode, unknown> = { BTC: 0, LTC: 0, DASH: 0, BCH: true, BSV: true, DOGE: true }
  for (const [code, anyFee] of Object.entries(ceilings)) {
    const { network, calls } = createScriptedNetwork(code, {
      sendrawtransaction: `"${txid}"`,
      getmempoolentry: '{}',
    })

    assert.deepEqual(await network.broadcast('00'), { outcome: 'accepted' })
    assert.deepEqual(calls[0], ['sendrawtransaction', '00', anyFee])
    assert.equal(calls.filter(([method]) => method === 'sendrawtransaction').length, 1)
  }
})

test('"already known" counts as acceptance in every wording', async () => {
  const spellings: [string, number, string][] = [
    ['BSV', -27, 'Transaction already in the mempool'],
    ['BSV', -26, '257: txn-already-known'],
    ['BCH', -27, 'transaction already in block chain'],
    ['BTC', -27, 'Transaction outputs already in utxo set'],
    ['LTC', -27, 'Transaction already in block chain'],
  ]
  for (const [code, error, text] of spellings)
    assert.deepEqual(await broadcastWith(code, new RpcError(error, text)), { outcome: 'accepted' })
})

test("a node's verdict on the transaction is a rejection, and a full mempool has its own code", async () => {
  const rejectedAs = (reason: string, text: string) => ({ outcome: 'rejected', rejection: { reason, text } })

  assert.deepEqual(
    await broadcastWith('DOGE', new RpcError(-26, '64: dust')),
    rejectedAs('other', '64: dust'),
  )
  assert.deepEqual(
    await broadcastWith('BSV', new RpcError(-25, 'Missing inputs')),
    rejectedAs('inputs_missing', 'Missing inputs'),
  )
  assert.deepEqual(
    await broadcastWith('BCH', new RpcError(-26, 'mempool full (code 66)')),
    rejectedAs('pool_full', 'mempool full (code 66)'),
  )
})

test('BTC’s node must have the transaction in mempool or chain after accepting it: with -privatebroadcast it may not', async () => {
  const notFound = new RpcError(-5, 'Transaction not in mempool')
  const listSent = (responses: ScriptedResponses) =>
    createScriptedNetwork('BTC', { sendrawtransaction: `"${txid}"`, ...responses }).network.broadcast('00')
  const output = '{"bestblock":"","confirmations":1}'

  assert.deepEqual(await listSent({ getmempoolentry: '{}', gettxout: 'null' }), { outcome: 'accepted' })
  assert.deepEqual(await listSent({ getmempoolentry: notFound, gettxout: output }), { outcome: 'accepted' })
  assert.partialDeepStrictEqual(await listSent({ getmempoolentry: notFound, gettxout: 'null' }), {
    outcome: 'unknown',
  })
  for (const silent of [
    new NodeUnreachableError('gone'),
    new NodeResponseError('cut'),
    new RpcError(-28, 'Loading…'),
  ]) {
    const outcome = await listSent({ getmempoolentry: silent, gettxout: silent })
    assert.partialDeepStrictEqual(
      outcome,
      { outcome: 'unknown' },
      'it was sent, whatever happened afterwards',
    )
  }
})

test('nothing counts as sent to a node that is warming up, in safe mode, lacks the method or cannot be reached', async () => {
  const errors = [
    new RpcError(-28, 'Verifying blocks…'),
    new RpcError(-2, 'Safe mode: Warning: The network does not appear to fully agree!'),
    new RpcError(-100, 'Bitcoin Cash Node is expired'),
    new RpcError(-32601, 'Method not found'),
    new NodeUnreachableError('no'),
  ]
  for (const error of errors)
    assert.partialDeepStrictEqual(await broadcastWith('LTC', error), { outcome: 'unsent' })
})

test('any other response leaves the outcome unknown', async () => {
  const responses = [
    new NodeResponseError('cut'),
    new RpcError(-32603, 'internal'),
    new RpcError(-31, 'P2P'),
    new RpcError(-1, 'x'),
    'null',
  ]
  for (const response of responses)
    assert.partialDeepStrictEqual(await broadcastWith('LTC', response), { outcome: 'unknown' })
})

test('BSV and DOGE nodes get no test call, because they have no such method', async () => {
  for (const code of ['BSV', 'DOGE']) {
    const { network, calls } = createScriptedNetwork(code, {})
    assert.equal(await network.testAcceptance('00'), 'untested')
    assert.deepEqual(calls, [])
  }
})

test('a test result is interpreted like a broadcast', async () => {
  const testWith = (code: string, testmempoolaccept: ScriptedResponse) =>
    createScriptedNetwork(code, { testmempoolaccept }).network.testAcceptance('00')
  const rejectedAs = (reason: string, text: string) => ({ accepted: false, rejection: { reason, text } })

  assert.deepEqual(await testWith('BCH', `[{"txid":"${txid}","allowed":true}]`), { accepted: true })
  assert.deepEqual(await testWith('LTC', '[{"allowed":true,"vsize":141,"fees":{"base":0.00000141}}]'), {
    accepted: true,
  })
  assert.deepEqual(await testWith('BTC', '[{"allowed":false,"reject-reason":"txn-already-in-mempool"}]'), {
    accepted: true,
    alreadyKnown: true,
  })
  assert.deepEqual(
    await testWith('BCH', '[{"allowed":false,"reject-reason":"18: txn-mempool-conflict"}]'),
    rejectedAs('inputs_spent', '18: txn-mempool-conflict'),
  )
  assert.deepEqual(
    await testWith('LTC', '[{"allowed":false,"reject-reason":"missing-inputs"}]'),
    rejectedAs('inputs_missing', 'missing-inputs'),
  )
  assert.deepEqual(
    await testWith('LTC', new RpcError(-22, 'TX decode failed')),
    rejectedAs('undecodable', 'TX decode failed'),
  )
  assert.equal(await testWith('BTC', new RpcError(-32601, 'Method not found')), 'untested')
  for (const silent of [
    new RpcError(-28, 'Loading…'),
    new NodeResponseError('cut'),
    new NodeUnreachableError('no'),
    '[]',
    '[{"txid":"00"}]',
  ])
    await assert.rejects(testWith('LTC', silent), NetworkUnavailableError)
})
