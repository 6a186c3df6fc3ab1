import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { coins } from '../../coins/index.ts'
import { nodeRejectionMessages } from './node-rejection-messages.ts'

for (const code of coins.keys()) {
  suite(`A mined ${code} transaction that is sent again`, () => {
    test('is already mined, even if the mempool spends all of its outputs', async (t) => {
      const { callRpc, wallet, mine, coin } = await openTestSandbox(t, code)
      const payer = await wallet()
      const fee = (coin.feeRate.floor * 600n) / 1000n
      const parent = payer.pay({ fee })
      const inputs = [{ txid: coin.parse(parent).id, vout: 0, amount: payer.input.amount - fee }]
      const child = payer.pay({ inputs, fee })
      await callRpc('sendrawtransaction', parent)
      await mine()
      await callRpc('sendrawtransaction', child)

      const { code: number, message } = nodeRejectionMessages[code].alreadyMined
      assert.deepEqual(await failure(callRpc('sendrawtransaction', parent)), [number, message])

      await mine()
      const [missingParentCode] = await failure(callRpc('sendrawtransaction', parent))
      assert.equal(missingParentCode, -25, 'it is fully spent, so its inputs are missing')
    })
  })
}
