import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createSignatureMessages, getDefaultHashType } from '../../src/coins/codec/sighash.ts'
import { computeTxid, serialise, type TransactionBody } from '../../src/coins/codec/transaction.ts'
import type { ChainName, Coin, TransactionOutput } from '../../src/coins/coin.ts'
import { findCoin } from '../../src/coins/index.ts'
import { type BaseUnits, parseCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { buildTransaction, sumAmounts } from '../../src/wallet/build.ts'
import {
  createKey,
  createOutputScript,
  getDefaultScriptType,
  type ScriptType,
} from '../../src/wallet/keys.ts'
import { createSandboxClient } from '../../src/wallet/sandbox-client.ts'
import { sign, type TransactionToSign } from '../../src/wallet/sign.ts'
import { computeVirtualSize, unlock } from '../../src/wallet/unlock.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'

/**
 * Flaws of an otherwise valid transaction: its signatures are well-formed but sign something else; it has none; they follow the rules of
 * coins with another digest; its bytes have a format that this coin's nodes can't parse.
 */
export type Flaw = 'wrong-signature' | 'unsigned' | 'foreign-signature' | 'foreign-form'

/** A recipient: a script, or an address on `chain`. Amounts in base units, as in a payment request. */
export type Payee = { readonly amount: bigint | number } & (
  | { readonly script: Uint8Array }
  | { readonly address: string }
)

export interface TransactionOptions {
  readonly inputs: readonly Utxo[]
  readonly outputs: readonly Payee[]
  /** Base units per 1 000 bytes: the fee of a careful wallet, with change unless it would be dust. */
  readonly feeRate?: bigint
  /** Exactly this many base units, and the rest is change, even if it is dust. With neither: no change, the rest is fee. */
  readonly fee?: bigint
  /** The recipient of change: the wallet itself, unless another script is given. */
  readonly change?: Uint8Array
  readonly lockTime?: number
  /** Of all inputs. Below 0xfffffffe it signals replacement (BIP125). */
  readonly sequence?: number
  readonly version?: number
  readonly flaw?: Flaw
  /** Signs with other nonces than the default: the same payment with another id, where signatures are part of the id. */
  readonly randomNonces?: boolean
}

export interface Signed {
  readonly hex: string
  readonly txid: string
  /** Base units. */
  readonly fee: bigint
  /** Virtual bytes. */
  readonly size: number
  readonly transaction: TransactionBody
}

/** The fields of a payment request that a wallet needs. */
export interface Template {
  readonly requiredFeeRate: number
  readonly outputs: readonly { readonly amount: number; readonly address: string }[]
}

export type TestWallet = ReturnType<typeof testWallet>

/** A wallet of one coin whose key is derived from `name`: always the same. */
export function testWallet(code: string, name = 'payer', chain: ChainName = 'regtest') {
  const coin = findCoin(code) ?? assert.fail(`${code} is no coin`)
  const key = createKey(createHash('sha256').update(`${name} ${coin.code}`).digest())
  return { coin, key, script, address, sign: signUnchecked, own }

  function script(form: ScriptType = getDefaultScriptType(coin)): Uint8Array {
    return createOutputScript(key, form)
  }

  function address(form?: ScriptType): string {
    return coin.scriptToAddress(script(form), chain) ?? assert.fail()
  }

  /** Builds and signs without validation, so that anything can be sent. */
  function signUnchecked(options: TransactionOptions): Signed {
    const unsigned = draft(coin, options, script(), chain)
    const transaction = seal(coin, unsigned, key, options)
    return {
      hex: Buffer.from(serialise(transaction)).toString('hex'),
      txid: computeTxid(transaction),
      fee: options.inputs.reduce((sum, { amount }) => sum + amount, 0n) - sumAmounts(transaction.outputs),
      size: computeVirtualSize(transaction),
      transaction,
    }
  }

  /** The outputs of a transaction that this wallet can spend, ready to be inputs. */
  function own({ txid, transaction }: Pick<Signed, 'txid' | 'transaction'>): readonly Utxo[] {
    const scripts = [script('p2pkh'), script('p2wpkh')]
    return transaction.outputs.flatMap((output, vout) =>
      scripts.some((mine) => Buffer.compare(mine, output.script) === 0) ? [{ txid, vout, ...output }] : [],
    )
  }
}

/**
 * A wallet funded by the sandbox at `baseUrl`: one output for each decimal amount in coins. `signFor` pays a payment request from all of
 * them; `fund` requests one more.
 */
export async function createFundedWallet(
  baseUrl: string,
  code: string,
  coins: string | readonly string[],
  { name = 'payer', form }: { name?: string; form?: ScriptType } = {},
) {
  const wallet = testWallet(code, name)
  const sandbox = createSandboxClient({ fetch: globalThis.fetch }, new URL(baseUrl), wallet.coin)
  const utxos: Utxo[] = []
  for (const amount of [coins].flat()) await fund(amount)
  return { ...wallet, sandbox, utxos, fund, signFor }

  async function fund(amount: string): Promise<Utxo> {
    const found = await sandbox.fund(
      wallet.script(form),
      parseCoins(amount) ?? assert.fail(`${amount} is no amount`),
    )
    utxos.push(found)
    return found
  }

  /** The transaction that a careful wallet sends for this payment request, with optional `changes`. */
  function signFor(template: Template, changes: Partial<TransactionOptions> = {}): Signed {
    const feeRate = BigInt(Math.ceil(template.requiredFeeRate * 1_000))
    const { outputs } = template
    return wallet.sign({
      inputs: utxos,
      outputs,
      ...(changes.fee === undefined && { feeRate }),
      ...changes,
    })
  }
}

function draft(
  coin: Coin,
  options: TransactionOptions,
  own: Uint8Array,
  chain: ChainName,
): TransactionToSign {
  const { inputs, feeRate, fee, change = own, lockTime = 0, version = 1, sequence = 0xffff_ffff } = options
  const outputs = options.outputs.map((payee) => getOutput(coin, payee, chain))
  const left = inputs.reduce((sum, { amount }) => sum + amount, 0n) - sumAmounts(outputs) - (fee ?? 0n)
  const rest = fee !== undefined && left > 0n ? [{ script: change, amount: toBaseUnits(left) }] : []
  const paid =
    feeRate === undefined
      ? [...outputs, ...rest]
      : buildTransaction({ coin, inputs, outputs, feeRate, change }).transaction.outputs
  const bare = { script: new Uint8Array(), witness: [], sequence }
  const places = inputs.map(({ txid, vout }) => ({ txid, vout, ...bare }))
  return { transaction: { version, lockTime, inputs: places, outputs: paid }, spentOutputs: inputs }
}

function getOutput(coin: Coin, payee: Payee, chain: ChainName): TransactionOutput {
  const amount: BaseUnits = toBaseUnits(BigInt(payee.amount))
  if ('script' in payee) return { script: payee.script, amount }
  return {
    script: coin.addressToScript(payee.address, chain) ?? assert.fail(`${payee.address} is no address`),
    amount,
  }
}

type Key = ReturnType<typeof createKey>

function seal(
  coin: Coin,
  unsigned: TransactionToSign,
  key: Key,
  { flaw, randomNonces = false }: TransactionOptions,
): TransactionBody {
  const { transaction, spentOutputs } = unsigned
  if (flaw === undefined)
    return randomNonces ? signBy(coin, unsigned, key, randomBytes(32)) : sign(coin, unsigned, key)
  switch (flaw) {
    case 'unsigned':
      return transaction
    case 'wrong-signature': {
      const other = { ...transaction, lockTime: transaction.lockTime + 1 }
      return { ...transaction, inputs: signBy(coin, { transaction: other, spentOutputs }, key).inputs }
    }
    case 'foreign-signature':
      return signBy({ signatures: coin.signatures === 'forkid' ? 'legacy' : 'forkid' }, unsigned, key)
    case 'foreign-form':
      return inForeignForm(coin, sign(coin, unsigned, key))
  }
}

/** Signs by any coin's rules, whatever the script. */
function signBy(
  coin: Pick<Coin, 'signatures'>,
  unsigned: TransactionToSign,
  key: Key,
  entropy?: Uint8Array,
): TransactionBody {
  const { transaction, spentOutputs } = unsigned
  const type = getDefaultHashType(coin)
  const messageFor = createSignatureMessages(coin, transaction, spentOutputs)
  return unlock(transaction, spentOutputs, (index) => {
    const message = messageFor(index, type) ?? assert.fail('the script is of a known form')
    const extra = entropy === undefined ? {} : { extraEntropy: entropy }
    const signature = secp256k1.sign(message, key.secret, { format: 'der', ...extra })
    return [Uint8Array.of(...signature, type), key.publicKey]
  })
}

/** Coins without witnesses get one (BIP144), the others a special transaction of Dash (DIP 2). */
function inForeignForm({ signatures }: Coin, transaction: TransactionBody): TransactionBody {
  if (signatures === 'segwit') return { ...transaction, version: 0x0005_0003, payload: new Uint8Array(4) }
  return {
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input, witness: [Uint8Array.of(1)] })),
  }
}
