import { generateSigningSerializationBCH, hash256, type Output } from '@bitauth/libauth'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import * as scure from '@scure/btc-signer'
import type { Coin } from '../../src/coins/coin.ts'
import type { ScriptType, Signer } from './script-forms.ts'

type Bytes = Uint8Array

export interface FormInput {
  readonly txid: string
  readonly vout: number
  readonly amount: bigint
  readonly form: ScriptType
  readonly sequence: number
  /** For BCH. */
  readonly token?: Output['token']
}

export interface FormPayment {
  readonly inputs: readonly FormInput[]
  readonly outputs: readonly { readonly script: Bytes; readonly amount: bigint }[]
  readonly version: number
  readonly lockTime: number
  /** ALL, NONE or SINGLE, optionally with ANYONECANPAY. */
  readonly hashType?: number
}

/** Signs a payment. Returns the scripts and witnesses of its inputs, in order. */
export function signForms(coin: Coin, payment: FormPayment): readonly ReturnType<ScriptType['unlock']>[] {
  const getSigner = coin.signatures === 'forkid' ? createCashSigners(payment) : createCoreSigners(payment)
  return payment.inputs.map(({ form }, index) => form.unlock(getSigner(index)))
}

const signDer = (digest: Bytes, secret: Bytes, type: number): Bytes =>
  Uint8Array.of(...secp256k1.sign(digest, secret, { prehash: false, format: 'der' }), type)

/** A method that the library's types hide, but its JavaScript has. */
interface LegacyDigests {
  preimageLegacy(index: number, script: Bytes, hashType: number): Bytes
}

function createCoreSigners(payment: FormPayment): (index: number) => Signer {
  const { inputs, outputs, version, lockTime, hashType = 1 } = payment
  const transaction = new scure.Transaction({
    version,
    lockTime,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  })
  for (const { txid, vout, amount, form, sequence } of inputs)
    transaction.addInput({
      txid,
      index: vout,
      sequence,
      witnessUtxo: { script: form.output, amount },
    })
  for (const { script, amount } of outputs) transaction.addOutput({ script, amount })
  const scripts = inputs.map(({ form }) => form.output)
  const amounts = inputs.map(({ amount }) => amount)
  const legacy = transaction as unknown as LegacyDigests
  const taprootType = hashType === 1 ? 0 : hashType
  return (index) => ({
    legacy: (code, secret) => signDer(legacy.preimageLegacy(index, code, hashType), secret, hashType),
    witness: (code, secret) =>
      signDer(transaction.preimageWitnessV0(index, code, hashType, amounts[index] ?? 0n), secret, hashType),
    taproot: (secret, leaf) => {
      // Without an output of that index there is nothing to sign, so no signature is valid.
      const isVoid = (hashType & 3) === 3 && index >= outputs.length
      const signed = isVoid ? 0 : taprootType
      const digest = transaction.preimageWitnessV1(index, scripts, signed, amounts, -1, leaf)
      const signature = schnorr.sign(digest, secret)
      return taprootType === 0 ? signature : Uint8Array.of(...signature, taprootType)
    },
  })
}

function createCashSigners({ inputs, outputs, version, lockTime, hashType = 1 }: FormPayment) {
  const type = hashType | 0x40
  const transaction = {
    version,
    locktime: lockTime,
    inputs: inputs.map(({ txid, vout, sequence }) => ({
      outpointTransactionHash: Uint8Array.from(Buffer.from(txid, 'hex')),
      outpointIndex: vout,
      sequenceNumber: sequence,
      unlockingBytecode: new Uint8Array(),
    })),
    outputs: outputs.map(({ script, amount }) => ({ lockingBytecode: script, valueSatoshis: amount })),
  }
  const sourceOutputs = inputs.map(({ form, amount, token }) => ({
    lockingBytecode: form.output,
    valueSatoshis: amount,
    ...(token && { token }),
  }))
  const failOnCall = () => {
    throw new Error('BCH and BSV have no witnesses')
  }
  return (inputIndex: number): Signer => ({
    legacy: (code, secret) => {
      const serialization = generateSigningSerializationBCH(
        { inputIndex, sourceOutputs, transaction },
        { coveredBytecode: code, signingSerializationType: Uint8Array.of(type) },
      )
      return signDer(hash256(serialization), secret, type)
    },
    witness: failOnCall,
    taproot: failOnCall,
  })
}
