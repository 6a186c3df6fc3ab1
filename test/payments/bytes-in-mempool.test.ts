import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { getOutputs, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'
import { corruptions, readStoredBytes, rewriteWitness } from '../helpers/witness.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, listMempool, mine, assertAccepted, assertPaid } = service
const storedBytes = (uid: string) => readStoredBytes(service.database, uid)
const send = (coin: string, { hex }: Signed) => service.rpc(coin, 'sendrawtransaction', hex)

for (const code of ['BTC', 'LTC'])
  for (const [how, corrupt] of corruptions) {
    test(`${code}: a mempool transaction submitted ${how} is stored, returned and sent again in the node’s version`, async () => {
      const bill = await createBill(code)
      const signed = (await payer(code)).pay(bill)
      await send(code, signed)
      const first = await submit(bill, [corrupt(signed)])
      assertAccepted(first, [signed])
      assert.deepEqual(await storedBytes(bill.uid), [signed.hex])
      assert.equal((await submit(bill, signed)).text, first.text)
      await service.rpc(code, 'sandbox_evict', signed.txid)
      await until(async () => (await listMempool(code)).includes(signed.txid))
      await assertPaid(bill, [signed])
    })

    test(`${code}: a mined transaction submitted ${how}, and each of several, is stored, returned and sent again in the node’s version`, async () => {
      const bill = await createBill(code)
      const wallet = await payer(code)
      const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
      const inputs = wallet.own(parent).slice(-1)
      const child = wallet.pay(bill, { inputs, outputs: getOutputs(bill) })
      await send(code, parent)
      await mine(code)
      await send(code, child)
      await mine(code)
      assertAccepted(await submit(bill, [corrupt(parent), corrupt(child)]), [parent, child])
      assert.deepEqual(await storedBytes(bill.uid), [parent.hex, child.hex])
    })

    test(`${code}: a transaction that the network does not have is rejected ${how}`, async () => {
      const bill = await createBill(code)
      const signed = (await payer(code)).pay(bill)
      await service.assertRejectedUnchanged(bill, [corrupt(signed)], 'tx_signature_invalid')
    })

    test(`${code}: bytes that the node would not accept again, ${how}, are replaced by valid ones that are submitted later`, async () => {
      const bill = await createBill(code)
      const signed = (await payer(code)).pay(bill)
      assertAccepted(await submit(bill, signed), [signed])
      await service.database.transact(async ({ query }) => {
        const hex = corrupt(signed)
        await query.updateTable('transaction_bytes').set({ hex }).where('txid', '=', signed.txid).execute()
      })
      await service.rpc(code, 'sandbox_evict', signed.txid)
      // Bytes that the node doesn't accept, or that don't pay, change nothing.
      assert.equal((await submit(bill, [rewriteWitness(signed, () => [Buffer.of(1)])])).status, 200)
      assert.deepEqual(await storedBytes(bill.uid), [corrupt(signed)])
      assertAccepted(await submit(bill, signed), [signed])
      assert.deepEqual(await storedBytes(bill.uid), [signed.hex])
      assert.ok((await listMempool(code)).includes(signed.txid))
      await assertPaid(bill, [signed])
    })
  }
