import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { createVirtualMachineBCH, decodeTransactionBCH } from '@bitauth/libauth'
import { getDefaultHashType } from '../coins/codec/sighash.ts'
import { computeTxid, serialise, type TransactionBody } from '../coins/codec/transaction.ts'
import type { Coin, TransactionOutput } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { buildTransaction } from './build.ts'
import { createKey, createOutputScript, type ScriptType } from './keys.ts'
import { sign } from './sign.ts'
import type { Utxo } from './utxo.ts'

/** The used parts of the untyped libraries. */
interface Bitcore {
  readonly Transaction: new (hex: string) => { readonly id: string }
  readonly Script: {
    (hex: string): object
    readonly Interpreter: (new () => {
      verify(
        script: object,
        locking: object,
        transaction: object,
        index: number,
        flags: number,
        witness: Buffer[],
        amount: number,
      ): boolean
      readonly errstr: string
    }) &
      Readonly<Record<`SCRIPT_${string}`, number>>
  }
}

const require = createRequire(import.meta.url)
const libraries: Readonly<Record<string, Bitcore>> = {
  BTC: require('bitcore-lib'),
  LTC: require('bitcore-lib-ltc'),
  DOGE: require('bitcore-lib-doge'),
  // Dash signs ordinary transactions as Bitcoin did before segwit.
  DASH: require('bitcore-lib'),
}

/** Whether each input is valid in another implementation's script interpreter under relay rules. */
function verdicts(
  coin: Coin,
  transaction: TransactionBody,
  spent: readonly TransactionOutput[],
): readonly boolean[] {
  const library = libraries[coin.code]
  return library ? byBitcore(library, transaction, spent) : [byLibauth(transaction, spent)]
}

function byBitcore(
  { Transaction, Script }: Bitcore,
  body: TransactionBody,
  spent: readonly TransactionOutput[],
): boolean[] {
  const { Interpreter } = Script
  const transaction = new Transaction(toHex(serialise(body)))
  assert.equal(transaction.id, computeTxid(body))
  const rules = [
    'P2SH',
    'STRICTENC',
    'DERSIG',
    'LOW_S',
    'MINIMALDATA',
    'WITNESS',
    'NULLFAIL',
    'WITNESS_PUBKEYTYPE',
  ] as const
  const flags = rules.reduce((sum, rule) => sum | (Interpreter[`SCRIPT_VERIFY_${rule}`] ?? 0), 0)
  return body.inputs.map(({ script, witness }, index) => {
    const { script: locking, amount } = spent[index] ?? assert.fail()
    const items = witness.map((item) => Buffer.from(item))
    return new Interpreter().verify(
      Script(toHex(script)),
      Script(toHex(locking)),
      transaction,
      index,
      flags,
      items,
      Number(amount),
    )
  })
}

/** Bitcoin SV signs as Bitcoin Cash does: the digest with FORKID in the hash type. */
function byLibauth(body: TransactionBody, spent: readonly TransactionOutput[]): boolean {
  const transaction = decodeTransactionBCH(serialise(body))
  assert.notEqual(typeof transaction, 'string')
  if (typeof transaction === 'string') return false
  const sourceOutputs = spent.map(({ script, amount }) => ({
    lockingBytecode: script,
    valueSatoshis: amount,
  }))
  return createVirtualMachineBCH().verify({ transaction, sourceOutputs }) === true
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const key = createKey(new Uint8Array(32).fill(0x17))
const stranger = createKey(new Uint8Array(32).fill(0x18))

const scriptTypes = (coin: Coin): readonly ScriptType[] =>
  coin.signatures === 'segwit' ? ['p2pkh', 'p2wpkh'] : ['p2pkh']

/** A payment from `count` inputs, alternating between all script types of the coin. */
function createDraft(coin: Coin, count: number) {
  const inputs = Array.from({ length: count }, (_, index): Utxo => {
    const scriptType = scriptTypes(coin)[index % scriptTypes(coin).length] ?? 'p2pkh'
    const amount = toBaseUnits(10_000_000n + BigInt(index))
    return {
      txid: toHex(new Uint8Array(32).fill(index + 1)),
      vout: index,
      script: createOutputScript(key, scriptType),
      amount,
    }
  })
  const outputs = [{ script: createOutputScript(stranger, 'p2pkh'), amount: toBaseUnits(5_000_000n) }]
  return buildTransaction({
    coin,
    inputs,
    outputs,
    feeRate: coin.feeRate.floor,
    change: createOutputScript(key, 'p2pkh'),
  })
}

for (const coin of coins.values()) {
  test(`${coin.code}: other implementations accept the signatures`, () => {
    for (const count of [1, 2, 5]) {
      const draft = createDraft(coin, count)
      const signed = sign(coin, draft, key)
      assert.ok(verdicts(coin, signed, draft.spentOutputs).every(Boolean))
    }
  })

  test(`${coin.code}: other implementations reject a changed transaction`, () => {
    const draft = createDraft(coin, 2)
    const signed = sign(coin, draft, key)
    const outputs = signed.outputs.map((output) => ({ ...output, amount: toBaseUnits(output.amount - 1n) }))
    assert.ok(verdicts(coin, { ...signed, outputs }, draft.spentOutputs).every((valid) => !valid))
  })

  test(`${coin.code}: signatures end in the coin's hash type and are deterministic`, () => {
    const draft = createDraft(coin, 3)
    const signed = sign(coin, draft, key)
    assert.deepEqual(sign(coin, draft, key), signed)
    for (const { script, witness } of signed.inputs) {
      const signature = witness[0] ?? script.slice(1, 1 + (script[0] ?? 0))
      assert.equal(signature.at(-1), getDefaultHashType(coin))
    }
  })

  test(`${coin.code}: inputs of another key are not signed`, () => {
    const draft = createDraft(coin, 2)
    assert.throws(() => sign(coin, draft, stranger), { code: 'coins_unavailable', message: /cannot spend/ })
  })
}
