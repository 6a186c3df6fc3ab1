import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  encodeTransactionBCH,
  generateSigningSerializationBCH,
  hash256,
  hexToBin,
  secp256k1,
} from '@bitauth/libauth'
import { hex } from '@scure/base'
import { p2pkh, p2sh, p2wpkh, Transaction } from '@scure/btc-signer'
import type { Coin } from '../../src/coins/coin.ts'

/** A wallet whose bytes all come from other libraries: scure for BTC, LTC, DASH and DOGE, libauth for BCH and BSV. */
export interface ForeignWallet {
  /** The script that pays it. */
  readonly script: Uint8Array
  /** Its address on regtest. */
  readonly address: string
  sign(payment: ForeignPayment): string
}

export interface ForeignPayment {
  /** Outputs that this wallet owns. */
  readonly inputs: readonly { readonly txid: string; readonly vout: number; readonly amount: bigint }[]
  readonly outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[]
  readonly version?: number
  readonly lockTime?: number
  /** Of all inputs. */
  readonly sequence?: number
}

export type ForeignForm = 'p2pkh' | 'p2wpkh' | 'p2sh-p2wpkh' | 'schnorr'

const finalSequence = 0xffff_ffff

/** The wallet of that name: the same name has the same key. `schnorr` is for BCH. */
export function createForeignWallet(coin: Coin, name: string, form: ForeignForm = 'p2pkh'): ForeignWallet {
  const secret = Uint8Array.from(createHash('sha256').update(`foreign ${coin.code} ${name}`).digest())
  const wallet = coin.signatures === 'forkid' ? createLibauthWallet(secret, form) : scureWallet(secret, form)
  const address = coin.scriptToAddress(wallet.script, 'regtest') ?? assert.fail('the script has an address')
  return { ...wallet, address }
}

function scureWallet(secret: Uint8Array, form: ForeignForm): Omit<ForeignWallet, 'address'> {
  const key = derivePublicKey(secret)
  const nested = form === 'p2sh-p2wpkh' ? p2sh(p2wpkh(key)) : null
  const paid = nested ?? (form === 'p2wpkh' ? p2wpkh(key) : p2pkh(key))
  return { script: Uint8Array.from(paid.script), sign }

  function sign({
    inputs,
    outputs,
    version = 2,
    lockTime = 0,
    sequence = finalSequence,
  }: ForeignPayment): string {
    const transaction = new Transaction({
      version,
      lockTime,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      allowLegacyWitnessUtxo: true,
      disableScriptCheck: true,
    })
    for (const { txid, vout, amount } of inputs) {
      transaction.addInput({
        txid,
        index: vout,
        sequence,
        witnessUtxo: { script: paid.script, amount },
        ...(nested?.redeemScript && { redeemScript: nested.redeemScript }),
      })
    }
    for (const { script, amount } of outputs) transaction.addOutput({ script, amount })
    transaction.sign(secret)
    transaction.finalize()
    return hex.encode(transaction.extract())
  }
}

/** SIGHASH_ALL with FORKID. */
const signingType = 0x41

function createLibauthWallet(secret: Uint8Array, form: ForeignForm): Omit<ForeignWallet, 'address'> {
  const key = derivePublicKey(secret)
  const script = Uint8Array.from(p2pkh(key).script)
  return { script, sign }

  function sign({
    inputs,
    outputs,
    version = 2,
    lockTime = 0,
    sequence = finalSequence,
  }: ForeignPayment): string {
    const unsigned = {
      version,
      locktime: lockTime,
      inputs: inputs.map(({ txid, vout }) => ({
        outpointTransactionHash: hexToBin(txid),
        outpointIndex: vout,
        sequenceNumber: sequence,
        unlockingBytecode: new Uint8Array(),
      })),
      outputs: outputs.map((output) => ({ lockingBytecode: output.script, valueSatoshis: output.amount })),
    }
    const sourceOutputs = inputs.map(({ amount }) => ({ lockingBytecode: script, valueSatoshis: amount }))
    const signed = unsigned.inputs.map((input, inputIndex) => {
      const serialization = generateSigningSerializationBCH(
        { inputIndex, sourceOutputs, transaction: unsigned },
        { coveredBytecode: script, signingSerializationType: Uint8Array.of(signingType) },
      )
      return { ...input, unlockingBytecode: createUnlockingScript(hash256(serialization)) }
    })
    return Buffer.from(encodeTransactionBCH({ ...unsigned, inputs: signed })).toString('hex')
  }

  function createUnlockingScript(digest: Uint8Array): Uint8Array {
    const signature =
      form === 'schnorr'
        ? secp256k1.signMessageHashSchnorr(secret, digest)
        : secp256k1.signMessageHashDER(secret, digest)
    assert.ok(typeof signature !== 'string')
    return Uint8Array.of(signature.length + 1, ...signature, signingType, key.length, ...key)
  }
}

function derivePublicKey(secret: Uint8Array): Uint8Array {
  const key = secp256k1.derivePublicKeyCompressed(secret)
  assert.ok(typeof key !== 'string')
  return key
}
