import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScriptedNetwork } from '../../../test/helpers/scripted-node.ts'
import { RpcError } from '../rpc.ts'

const txid = 'ab'.repeat(32)
const block = 'cd'.repeat(32)

/** Parses its parameters like nodes before Core 24. */
const strictNode = {
  gettxout: (_txid: unknown, vout: unknown) =>
    Number(vout) > 0x7fff_ffff
      ? new RpcError(-1, 'JSON integer out of range')
      : `{"bestblock":"${block}","confirmations":1,"value":0.5,"scriptPubKey":{"hex":"51"},"coinbase":false}`,
  getblockheader: '{"height": 7}',
}

test('an output index beyond the node’s range is not queried and counts as not found', async () => {
  const { network, calls } = createScriptedNetwork('LTC', strictNode)

  const [existing, beyond, last] = await network.findPreviousOutputs([
    { txid, vout: 0x7fff_ffff },
    { txid, vout: 0x8000_0000 },
    { txid, vout: 0xffff_ffff },
  ])

  assert.partialDeepStrictEqual(existing, { isFound: true, height: 7 })
  assert.deepEqual(beyond, { isFound: false, spentInMempool: false })
  assert.deepEqual(last, { isFound: false, spentInMempool: false })
  assert.deepEqual(
    calls.filter(([method]) => method === 'gettxout'),
    [['gettxout', txid, 0x7fff_ffff, true]],
  )
})
