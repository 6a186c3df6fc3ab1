import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScriptedNetwork, type ScriptedResponse } from '../../../test/helpers/scripted-node.ts'
import { RpcError } from '../rpc.ts'
import { nodeProfiles } from './node-profiles.ts'

const tip = 'ab'.repeat(32)

/** The report of a node on main that is healthy apart from its safe mode. */
function check(code: 'BSV' | 'BTC', safeMode: ScriptedResponse) {
  const [main] = nodeProfiles[code].chains.main
  const hashes = new Map([
    [0, main?.genesis],
    ...(main?.forks ?? []).map((each) => [each.height, each.hash] as const),
  ])
  return createScriptedNetwork(code, {
    getblockchaininfo: `{"chain":"main","blocks":900000,"headers":900000,"bestblockhash":"${tip}"}`,
    getnetworkinfo: '{"subversion":"/Core:1.0/","connections":8}',
    getblockhash: (height) => `"${hashes.get(Number(height))}"`,
    getblockheader: `{"time":${Math.floor(Date.now() / 1_000)}}`,
    getsafemodeinfo: safeMode,
  })
}

test('a BSV node in safe mode is not ready; one too old to report it is', async () => {
  const { network } = check('BSV', '{"safemodeenabled":true,"activetip":{}}')
  assert.deepEqual(await network.check(), { ready: false, reason: 'it is in safe mode' })

  for (const response of ['{"safemodeenabled":false}', new RpcError(-32601, 'Method not found')])
    assert.deepEqual(await check('BSV', response).network.check(), { ready: true })
})

test('the safe mode of other nodes is not requested', async () => {
  const { network, calls } = check('BTC', '{"safemodeenabled":true}')
  assert.deepEqual(await network.check(), { ready: true })
  assert.ok(!calls.some(([method]) => method === 'getsafemodeinfo'))
})
