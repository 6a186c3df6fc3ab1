import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { outputsOf, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'
import { keptBytes, rewritten, spoiled } from '../helpers/witness.ts'

const service = await startPaying(wholeFile)
const { bill, payer, submit, pool, mine, assertAccepted, assertPaid } = service
const kept = (uid: string) => keptBytes(service.database, uid)
const send = (coin: string, { hex }: Signed) => service.rpc(coin, 'sendrawtransaction', hex)

for (const code of ['BTC', 'LTC'])
  for (const [how, spoil] of spoiled) {
    test(`${code}: a mempool transaction submitted ${how} is stored, returned and sent again as the node has it`, async () => {
      const due = await bill(code)
      const signed = (await payer(code)).pay(due)
      await send(code, signed)
      const first = await submit(due, [spoil(signed)])
      assertAccepted(first, [signed])
      assert.deepEqual(await kept(due.uid), [signed.hex])
      assert.equal((await submit(due, signed)).text, first.text)
      await service.rpc(code, 'sandbox_evict', signed.txid)
      await until(async () => (await pool(code)).includes(signed.txid))
      await assertPaid(due, [signed])
    })

    test(`${code}: so is a mined one submitted ${how}, and each of several`, async () => {
      const due = await bill(code)
      const wallet = await payer(code)
      const parent = wallet.pay(due, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
      const inputs = wallet.own(parent).slice(-1)
      const child = wallet.pay(due, { inputs, outputs: outputsOf(due) })
      await send(code, parent)
      await mine(code)
      await send(code, child)
      await mine(code)
      assertAccepted(await submit(due, [spoil(parent), spoil(child)]), [parent, child])
      assert.deepEqual(await kept(due.uid), [parent.hex, child.hex])
    })

    test(`${code}: a transaction that the network does not have is refused ${how}`, async () => {
      const due = await bill(code)
      const signed = (await payer(code)).pay(due)
      await service.assertRefusedAsBefore(due, [spoil(signed)], 'tx_signature_invalid')
    })

    test(`${code}: bytes that the node would not accept again, ${how}, are replaced by good ones that are submitted later`, async () => {
      const due = await bill(code)
      const signed = (await payer(code)).pay(due)
      assertAccepted(await submit(due, signed), [signed])
      await service.database.transact(async ({ query }) => {
        const hex = spoil(signed)
        await query.updateTable('payment_transactions').set({ hex }).where('txid', '=', signed.txid).execute()
      })
      await service.rpc(code, 'sandbox_evict', signed.txid)
      // Bytes that the node doesn't accept, or that don't pay, change nothing.
      assert.equal((await submit(due, [rewritten(signed, () => [Buffer.of(1)])])).status, 200)
      assert.deepEqual(await kept(due.uid), [spoil(signed)])
      assertAccepted(await submit(due, signed), [signed])
      assert.deepEqual(await kept(due.uid), [signed.hex])
      assert.ok((await pool(code)).includes(signed.txid))
      await assertPaid(due, [signed])
    })
  }
