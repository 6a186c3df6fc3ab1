import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hash160, sha256 } from '../../coins/codec/hash.ts'
import { p2pkh, pushes } from '../../coins/codec/script.ts'
import { signatureMessages, usualHashType } from '../../coins/codec/sighash.ts'
import { serialise, type TransactionBody } from '../../coins/codec/transaction.ts'
import type { Coin, Outpoint, Output } from '../../coins/coin.ts'
import { baseUnits } from '../../kernel/money.ts'
import type { TreasuryOutput } from './ledger.ts'

/** The sandbox's own coins: what `sandbox_fund` gives away, and where blocks mined for nobody pay to. */
export interface Treasury {
  /** The script of its outputs. */
  readonly script: Uint8Array
  /** What block 0 creates. */
  readonly firstOutputs: readonly Output[]
  /** Makes block 0 another one for every coin. */
  readonly seed: number
  /** A signed transaction whose first output is `output`; null when these cannot pay it. */
  fund(available: readonly TreasuryOutput[], output: Output): Funding | null
}

export interface Funding {
  readonly hex: string
  readonly body: TransactionBody
  readonly used: readonly Outpoint[]
  readonly fee: bigint
  /** What comes back, at output 1. */
  readonly change: bigint
}

/** The key is no secret: its coins are worth nothing. */
const secretKey = sha256(Buffer.from('the treasury of the Quittance sandbox'))
const publicKey = secp256k1.getPublicKey(secretKey)
const script = p2pkh(hash160(publicKey))

const firstOutputs = 50
const inputBytes = 148n
const otherBytes = 90n

export function treasuryOf(coin: Coin): Treasury {
  const seed = Buffer.from(coin.code).reduce((all, byte) => all * 31 + byte, 7) >>> 0
  return {
    script,
    firstOutputs: Array.from({ length: firstOutputs }, () => ({ script, amount: share(coin) })),
    seed,
    fund,
  }

  function fund(available: readonly TreasuryOutput[], output: Output): Funding | null {
    const used: TreasuryOutput[] = []
    let left = -output.amount
    for (const one of available) {
      if (left - feeFor(used.length) > coin.dust(script)) break
      used.push(one)
      left += one.amount
    }
    const fee = feeFor(used.length)
    const change = left - fee
    return change > coin.dust(script)
      ? sign(used, [output, { script, amount: baseUnits(change) }], fee)
      : null
  }

  function feeFor(inputs: number): bigint {
    return (coin.feeRate.floor * (inputBytes * BigInt(inputs) + otherBytes)) / 1_000n + 1n
  }

  function sign(used: readonly TreasuryOutput[], outputs: readonly Output[], fee: bigint): Funding {
    const inputs = used.map(({ txid, vout }) => ({
      txid,
      vout,
      script: new Uint8Array(),
      sequence: 0xffff_ffff,
      witness: [],
    }))
    const unsigned = { version: 2, inputs, outputs, lockTime: 0 }
    const spent = used.map(({ amount }) => ({ script, amount: baseUnits(amount) }))
    const messageFor = signatureMessages(coin, unsigned, spent)
    const body = {
      ...unsigned,
      inputs: inputs.map((input, index) => ({ ...input, script: unlock(messageFor, index) })),
    }
    const change = outputs[1]?.amount ?? 0n
    return { hex: Buffer.from(serialise(body)).toString('hex'), body, used, fee, change }
  }

  function unlock(messageFor: ReturnType<typeof signatureMessages>, index: number): Uint8Array {
    const type = usualHashType(coin)
    const message = messageFor(index, type)
    if (!message) throw new Error('the treasury signs what it can')
    const signature = secp256k1.sign(message, secretKey, { format: 'der' })
    return pushes(Uint8Array.of(...signature, type), publicKey)
  }
}

/** A fiftieth of what there can ever be; Dogecoin has no end, and a database's integers do. */
function share({ mostMoney }: Coin) {
  return baseUnits(mostMoney / BigInt(firstOutputs))
}
