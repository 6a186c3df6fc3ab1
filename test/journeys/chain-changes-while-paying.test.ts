import assert from 'node:assert/strict'
import { fileScope } from '../helpers/databases.ts'
import { startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

/** Allows a reorganisation between the checks of a submission and its claim. */
const service = await startPaying(fileScope, { settings: { FAILPOINT: 'payment.verified:sleep 3000' } })
const { rpc, mine, waitUntilFollowed, readStatus, submit, listMempool } = service

testOnEveryCoin(
  'a parent whose block is replaced during the submission is watched: a double spend of it reverses the invoice',
  async (coin) => {
    const payer = await service.payer(coin)
    const bill = await service.createBill(coin)
    const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
    const parent = payer.sign({ inputs: payer.utxos, outputs: [], feeRate, sequence: 0xffff_fffd })
    await rpc(coin, 'sendrawtransaction', parent.hex)
    await mine(coin)
    await waitUntilFollowed(coin)
    const payment = payer.pay(bill, { inputs: [...payer.own(parent)] })
    const reply = submit(bill, payment)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await rpc(coin, 'sandbox_reorganise', 1)
    await waitUntilFollowed(coin)
    service.assertAccepted(await reply, [payment])
    assert.ok((await listMempool(coin)).includes(parent.txid))
    await rpc(coin, 'sandbox_replace', parent.txid)
    await mine(coin)
    await until(async () => (await readStatus(bill.uid)) === 'reversed')
  },
)
