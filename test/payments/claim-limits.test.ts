import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { computeTxid, serialise, type TransactionBody } from '../../src/coins/codec/transaction.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, type PayingService, startPaying } from '../helpers/paying.ts'

// BSV and DOGE nodes have no mempool test, and we verify P2PKH only: other scripts are judged when they are broadcast.

const coins = ['BSV', 'DOGE'] as const
const service = await startPaying(fileScope, { settings: { RATE_LIMITS: 'off' } })

/** As behind a proxy, from another client's address. */
const createHeaders = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const otherClient = createHeaders('203.0.113.9')

/** Builds payments from an output to somebody else's bare public key. */
async function createForger({ payer, rpc, mine }: PayingService, coin: string) {
  const wallet = await payer(coin)
  const key = secp256k1.getPublicKey(Uint8Array.from(Buffer.from('ab'.repeat(32), 'hex')), true)
  const script = Uint8Array.of(33, ...key, 0xac)
  const amount = toBaseUnits(coin === 'DOGE' ? 90_000_000_000n : 100_000_000n)
  const funding = wallet.sign({
    inputs: wallet.utxos,
    outputs: [{ script, amount }],
    fee: coin === 'DOGE' ? 10_000_000n : 10_000n,
  })
  await rpc(coin, 'sendrawtransaction', funding.hex)
  await mine(coin)
  let count = 0
  return (bill: Bill): { hex: string; txid: string } => {
    const outputs = bill.template.outputs.map((output) => ({
      script: wallet.coin.addressToScript(output.address, 'regtest') ?? assert.fail(),
      amount: toBaseUnits(BigInt(output.amount)),
    }))
    const signature = Uint8Array.of(71, ...new Uint8Array(71).fill(7))
    const input = { txid: funding.txid, vout: 0, script: signature, sequence: 0xffff_ffff, witness: [] }
    // The rest is the fee: plenty.
    const body: TransactionBody = { version: 1, lockTime: count++, inputs: [input], outputs }
    return { hex: Buffer.from(serialise(body)).toString('hex'), txid: computeTxid(body) }
  }
}

const readRows = async (uid: string) => {
  const { query } = service.database.read
  const transactions = await query
    .selectFrom('payment_transactions')
    .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
    .where('payments.invoice_uid', '=', uid)
    .select(['payment_transactions.txid', 'bytes_id', 'status'])
    .execute()
  const inputs = await query
    .selectFrom('payment_inputs')
    .innerJoin('payments', 'payments.id', 'payment_inputs.payment_id')
    .where('payments.invoice_uid', '=', uid)
    .select('vout')
    .execute()
  return { transactions, inputs }
}

for (const coin of coins) {
  test(`${coin}: only the id of a transaction that the node rejected is kept`, async () => {
    const forge = await createForger(service, coin)
    const bill = await service.createBill(coin)
    const forged = forge(bill)
    assert.equal((await service.submit(bill, [forged.hex])).status, 400)
    const { transactions, inputs } = await readRows(bill.uid)
    assert.deepEqual(transactions, [{ txid: forged.txid, bytes_id: null, status: 'rejected' }])
    assert.deepEqual(inputs, [])
  })

  test(`${coin}: after five rejected claims an invoice temporarily refuses transactions that cannot be verified, and only those`, async () => {
    const forge = await createForger(service, coin)
    const bill = await service.createBill(coin)
    const submit = (number: number) =>
      service.submit(bill, [forge(bill).hex], createHeaders(`198.51.100.${number}`))
    const statuses = []
    for (let number = 0; number < 7; number++) statuses.push((await submit(number)).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429])
    const rejected = await submit(8)
    assert.equal(rejected.json.code, 'too_many_requests')
    assert.ok(Number(rejected.headers['retry-after']) > 0)
    assert.equal((await readRows(bill.uid)).transactions.length, 5)

    const honest = (await service.payer(coin)).pay(bill)
    service.assertAccepted(await service.submit(bill, honest, otherClient), [honest])
  })

  test(`${coin}: claims that ended because of the node’s own failures do not count against an invoice`, async () => {
    const forge = await createForger(service, coin)
    const bill = await service.createBill(coin)
    const submit = (number: number) =>
      service.submit(bill, [forge(bill).hex], createHeaders(`192.0.2.${number}`))
    for (let number = 0; number < 5; number++) assert.equal((await submit(number)).status, 400)
    const nodeFailures = [
      { reason: 'not_sent', reason_detail: null },
      { reason: 'rejected', reason_detail: 'pool_full' },
      { reason: 'rejected', reason_detail: 'node_busy' },
    ]
    for (const stored of nodeFailures) {
      await service.database.transact(({ query }) =>
        query.updateTable('payments').set(stored).where('invoice_uid', '=', bill.uid).execute(),
      )
      assert.deepEqual(await service.stores.payments.listRejectedClaims(bill.uid, 0, 5), [])
    }
    assert.equal((await submit(6)).status, 400)
  })

  test(`${coin}: sixteen concurrent forgers claim an invoice five times, and an honest payer gets in between`, async () => {
    const forge = await createForger(service, coin)
    const bill = await service.createBill(coin)
    const honest = (await service.payer(coin)).pay(bill)
    const forged = Array.from({ length: 16 }, (_, index) =>
      service.submit(bill, [forge(bill).hex], createHeaders(`198.51.100.${100 + index}`)),
    )
    service.assertAccepted(await service.submit(bill, honest, otherClient), [honest])
    await Promise.all(forged)
    const { transactions } = await readRows(bill.uid)
    assert.ok(transactions.filter(({ status }) => status === 'rejected').length <= 5)
    assert.equal(transactions.filter(({ status }) => status === 'accepted').length, 1)
  })
}

test('an address with twenty rejected claims cannot submit unverifiable transactions to any invoice', async (t) => {
  const own = await startPaying(t, { settings: { RATE_LIMITS: 'off' } })
  const forge = await createForger(own, 'BSV')
  for (let invoice = 0; invoice < 4; invoice++) {
    const bill = await own.createBill('BSV')
    for (let number = 0; number < 5; number++)
      assert.equal((await own.submit(bill, [forge(bill).hex])).status, 400)
  }
  const bill = await own.createBill('BSV')
  assert.equal((await own.submit(bill, [forge(bill).hex])).status, 429)
  const honest = (await own.payer('BSV')).pay(bill)
  own.assertAccepted(await own.submit(bill, honest, otherClient), [honest])
})
