import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createSignatureChecker } from '../../src/networks/signatures.ts'
import type { ScriptType } from '../../src/wallet/keys.ts'
import { type Flaw, type TransactionOptions, testWallet } from './wallet.ts'

const listForms = (signatures: string): readonly ScriptType[] =>
  signatures === 'segwit' ? ['p2pkh', 'p2wpkh'] : ['p2pkh']

for (const { code, signatures } of coins.values())
  for (const form of listForms(signatures)) {
    const wallet = testWallet(code)
    const { coin } = wallet
    const inputs = [1, 2].map((vout) => {
      return { txid: 'ab'.repeat(32), vout, script: wallet.script(form), amount: toBaseUnits(50_000_000n) }
    })
    const outputs = [{ amount: 10_000_000, address: testWallet(code, 'merchant').address() }]
    const options: TransactionOptions = { inputs, outputs, feeRate: coin.feeRate.floor }
    const findVerdict = (changes: Partial<TransactionOptions>) =>
      createSignatureChecker().check(coin, coin.parse(wallet.sign({ ...options, ...changes }).hex), inputs)

    test(`${code} ${form}: the test wallet’s signatures are valid, with and without extra entropy`, async () => {
      assert.equal(await findVerdict({}), 'valid')
      assert.equal(await findVerdict({ randomNonces: true }), 'valid')
      const second = wallet.sign({ ...options, randomNonces: true })
      assert.notEqual(second.hex, wallet.sign(options).hex)
      assert.equal(second.txid === wallet.sign(options).txid, form === 'p2wpkh')
    })

    test(`${code} ${form}: each flaw matches its name`, async () => {
      const wrong: Flaw[] = ['wrong-signature', 'unsigned', 'foreign-signature']
      for (const flaw of wrong) assert.equal(await findVerdict({ flaw }), 'invalid', flaw)
      assert.throws(() => coin.parse(wallet.sign({ ...options, flaw: 'foreign-form' }).hex), {
        code: 'tx_unparseable',
      })
    })

    test(`${code} ${form}: fee and change are as requested`, () => {
      const { fee: least, size } = wallet.sign(options)
      assert.ok(least * 1_000n >= coin.feeRate.floor * BigInt(size))
      assert.equal(wallet.sign({ inputs, outputs, fee: 777n }).fee, 777n)
      assert.equal(wallet.sign({ inputs, outputs }).fee, 90_000_000n)
      const [change, ...more] = wallet.own(wallet.sign({ inputs, outputs, fee: 1n }))
      assert.deepEqual([change?.vout, change?.amount, more.length], [1, 89_999_999n, 0])
    })
  }

test('lock time, sequence and version are as requested', () => {
  const wallet = testWallet('BTC')
  const inputs = [{ txid: 'ab'.repeat(32), vout: 0, script: wallet.script(), amount: toBaseUnits(50_000n) }]
  const outputs = [{ amount: 10_000n, script: wallet.script() }]
  const { hex } = wallet.sign({ inputs, outputs, fee: 500n, lockTime: 800_000, sequence: 5, version: 2 })
  const { lockTime, version, inputs: read } = wallet.coin.parse(hex)
  assert.deepEqual([lockTime, version, read[0]?.sequence], [800_000, 2, 5])
})
