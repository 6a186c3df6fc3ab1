import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testWallet } from '../../test/helpers/wallet.ts'
import { coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { Utxo } from '../wallet/utxo.ts'
import { type AnchorWallet, buildAnchorTransaction, listAnchorScripts } from './transaction.ts'

const root = new Uint8Array(32).fill(7)
const wallets: readonly AnchorWallet[] = [...coins.values()].map((coin) => ({
  coin,
  key: testWallet(coin.code).key,
}))

function createUtxos(script: Uint8Array, amounts: readonly bigint[]): readonly Utxo[] {
  return amounts.map((amount, vout) => ({ txid: 'ab'.repeat(32), vout, script, amount: toBaseUnits(amount) }))
}

test('a key has two scripts on segwit coins and one on others; the first belongs to the funding address', () => {
  const forms = wallets.map((wallet) => [
    wallet.coin.code,
    listAnchorScripts(wallet).map(({ length }) => length),
  ])
  assert.deepEqual(Object.fromEntries(forms), {
    BTC: [22, 25],
    LTC: [22, 25],
    BCH: [25],
    BSV: [25],
    DASH: [25],
    DOGE: [25],
  })
})

test('the transaction spends as few UTXOs as possible, pays the requested fee rate and leaves no dust', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...wallets),
      fc.array(fc.bigInt(1n, 60_000n), { maxLength: 12 }),
      fc.bigInt(1n, 30n),
      (wallet, amounts, times) => {
        const { coin } = wallet
        const [script = assert.fail()] = listAnchorScripts(wallet)
        const feeRate = (coin.feeRate.floor * times) / 2n
        const unit = coin.feeRate.floor / 50n
        const known = createUtxos(
          script,
          amounts.map((amount) => amount * unit),
        )
        const transaction = buildAnchorTransaction(wallet, { root, utxos: known, feeRate })
        const total = known.reduce((sum, { amount }) => sum + amount, 0n)
        // One input takes at most 250 bytes, each further one at most 148.
        const maxFee = (feeRate * BigInt(100 + 150 * known.length) + 999n) / 1_000n
        if (!transaction) {
          assert.ok(total <= maxFee)
          return
        }
        const { inputs, outputs, virtualSize, id } = coin.parse(transaction.hex)
        assert.equal(id, transaction.txid)
        assert.deepEqual(
          inputs.map(({ vout }) => vout),
          transaction.inputs.map((_, index) => index),
        )
        assert.ok(transaction.fee * 1_000n >= feeRate * BigInt(virtualSize))
        assert.ok(outputs.slice(1).every((change) => change.amount >= coin.getDustLimit(change.script)))
        assert.equal(outputs.length - 1, transaction.change.length)
        const without = buildAnchorTransaction(wallet, {
          root,
          utxos: transaction.inputs.slice(0, -1),
          feeRate,
        })
        assert.equal(without, null)
      },
    ),
  )
})

test('the same UTXOs and fee rate give the same transaction; change returns to the script of the first UTXO', () => {
  const [ltc = assert.fail()] = wallets.filter(({ coin }) => coin.code === 'LTC')
  for (const script of listAnchorScripts(ltc)) {
    const options = { root, utxos: createUtxos(script, [1_000_000n, 5n]), feeRate: 1_000n }
    const transaction = buildAnchorTransaction(ltc, options)
    assert.deepEqual(buildAnchorTransaction(ltc, options), transaction)
    assert.deepEqual(transaction?.change[0]?.script, script)
    assert.equal(transaction?.change[0]?.vout, 1)
  }
})
