import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { serialise } from '../../src/coins/codec/transaction.ts'
import { createByteWriter } from '../../src/coins/codec/writer.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, getOutputs, type Payer, startPaying } from '../helpers/paying.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createBill, payer, assertRejectedUnchanged } = service

/** A payment request for each coin, and a wallet that can pay it. */
const open = new Map<string, { bill: Bill; wallet: Payer; good: Signed }>()

before(async () => {
  for (const coin of coins.keys()) {
    const bill = await createBill(coin)
    const wallet = await payer(coin)
    open.set(coin, { bill, wallet, good: wallet.pay(bill) })
  }
})

const of = (coin: string) => open.get(coin) ?? assert.fail(coin)

test('zero, 17 or duplicate transactions: tx_count, with the phrase that wallets match', async () => {
  for (const [coin, { bill, wallet, good }] of open) {
    const seventeen = Array.from({ length: 17 }, (_, index) => wallet.pay(bill, { lockTime: index }).hex)
    for (const transactions of [[], seventeen, [good.hex, good.hex], [good.hex, good.hex.toUpperCase()]]) {
      const sentence = await assertRejectedUnchanged(bill, transactions, 'tx_count')
      assert.match(sentence, /Request must include exactly one \(1\) transaction/, coin)
    }
  }
})

test('the same transaction with another witness is a duplicate: tx_count', async () => {
  for (const coin of ['BTC', 'LTC']) {
    const { bill, wallet } = of(coin)
    await assertRejectedUnchanged(
      bill,
      [wallet.pay(bill), wallet.pay(bill, { randomNonces: true })],
      'tx_count',
    )
  }
})

for (const [code, coin] of coins) {
  test(`${code}: a transaction over ${coin.maxTransactionBytes} bytes is tx_too_large; one of exactly that size is parsed`, async () => {
    const { bill } = of(code)
    const getBytes = (scriptLength: number) => {
      const out = createByteWriter()
        .writeUint32(1)
        .writeCompactSize(1)
        .writeBytes(new Uint8Array(32).fill(7))
        .writeUint32(0)
      out.writeVarBytes(new Uint8Array()).writeUint32(0xffff_ffff)
      return out
        .writeCompactSize(1)
        .writeUint64(1n)
        .writeVarBytes(new Uint8Array(scriptLength))
        .writeUint32(0)
        .finish()
    }
    const scriptLength = coin.maxTransactionBytes - (getBytes(70_000).length - 70_000)
    const toHex = (length: number) => Buffer.from(getBytes(length)).toString('hex')
    assert.equal(toHex(scriptLength).length / 2, coin.maxTransactionBytes)
    await assertRejectedUnchanged(bill, [toHex(scriptLength)], 'tx_output_missing')
    await assertRejectedUnchanged(bill, [toHex(scriptLength + 1)], 'tx_too_large')
    await assertRejectedUnchanged(bill, ['00'.repeat(coin.maxTransactionBytes + 1)], 'tx_too_large')
  })

  test(`${code}: bytes that are not a transaction of the coin: tx_unparseable`, async () => {
    const { bill, wallet, good } = of(code)
    const { transaction } = good
    const [input] = transaction.inputs
    const [output] = transaction.outputs
    const toHex = (changes: Partial<typeof transaction>) =>
      Buffer.from(serialise({ ...transaction, ...changes })).toString('hex')
    const coinbase = { ...(input ?? assert.fail()), txid: '00'.repeat(32), vout: 0xffff_ffff }
    const most = { ...(output ?? assert.fail()), amount: coin.maxMoney as never }
    const over = { ...most, amount: (2n ** 64n - 1n) as never }
    const bad = {
      'nothing but one byte': '00',
      truncated: good.hex.slice(0, -2),
      'the first half': good.hex.slice(0, Math.floor(good.hex.length / 4) * 2),
      'an extra byte at the end': `${good.hex}00`,
      'no inputs': toHex({ inputs: [] }),
      'no outputs': toHex({ outputs: [] }),
      'a duplicate input': toHex({ inputs: [input ?? assert.fail(), ...transaction.inputs] }),
      coinbase: toHex({ inputs: [coinbase] }),
      'an output of 2^64-1': toHex({ outputs: [over] }),
      'a sum that overflows': toHex({ outputs: [most, most] }),
      'a length that is not minimally encoded': good.hex.replace(/^(.{8})01/, '$1fd0100'),
      'the format of another coin': wallet.pay(bill, { flaw: 'foreign-form' }).hex,
    }
    for (const [what, hex] of Object.entries(bad)) {
      if (hex === good.hex) continue
      const sentence = await assertRejectedUnchanged(bill, [hex], 'tx_unparseable')
      assert.match(sentence, /We were unable to parse the transaction you sent/, what)
    }
  })

  test(`${code}: thousands of outputs are parsed`, async () => {
    const { bill, wallet } = of(code)
    const outputs = Array.from({ length: 2_500 }, () => ({ script: wallet.script(), amount: 1n }))
    await assertRejectedUnchanged(bill, [wallet.pay(bill, { outputs, fee: 1n })], 'tx_output_missing')
  })
}

test('only BTC and LTC have witnesses, and only DASH has a payload', async () => {
  const { good } = of('BTC')
  assert.match(good.hex, /^01000000000101/)
  for (const coin of ['BCH', 'BSV', 'DASH', 'DOGE']) {
    await assertRejectedUnchanged(of(coin).bill, [good], 'tx_unparseable')
  }
})

test('a transaction of another coin is rejected, even if its bytes can be parsed', async () => {
  for (const [coin, { bill }] of open) {
    const other = coin === 'BCH' ? 'BTC' : 'BCH'
    const wallet = await payer(other, ['200'], { form: 'p2pkh' })
    const outputs = getOutputs(bill).map(({ address, amount }) => ({
      script:
        coins.get(bill.template.currency as CoinCode)?.addressToScript(address, 'regtest') ?? assert.fail(),
      amount,
    }))
    const foreign = wallet.pay(bill, { outputs })
    await assertRejectedUnchanged(bill, [foreign], 'tx_inputs_unknown')
    assert.ok(!(await service.listMempool(other)).includes(foreign.txid))
  }
})
