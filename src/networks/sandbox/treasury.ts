import { hash160, sha256 } from '../../coins/codec/hash.ts'
import { createP2pkhScript, writePushes } from '../../coins/codec/script.ts'
import { getPublicKey, signDigest } from '../../coins/codec/secp256k1.ts'
import { createSignatureMessages, getDefaultHashType } from '../../coins/codec/sighash.ts'
import { finalSequence, serialise, type TransactionBody } from '../../coins/codec/transaction.ts'
import type { Coin, Outpoint, TransactionOutput } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import type { TreasuryOutput } from './ledger.ts'

/** The sandbox's own coins. `sandbox_fund` pays from them, and blocks without a given address pay to them. */
export interface Treasury {
  /** The script of its outputs. */
  readonly script: Uint8Array
  /** The outputs that the genesis block creates. */
  readonly firstOutputs: readonly TransactionOutput[]
  /** Gives every coin a different genesis block. */
  readonly seed: number
  /** A signed transaction whose first output is `output`; null if the available outputs can't pay it. */
  fund(available: readonly TreasuryOutput[], output: TransactionOutput): Funding | null
}

interface Funding {
  readonly hex: string
  readonly body: TransactionBody
  readonly selected: readonly Outpoint[]
  readonly fee: bigint
  /** The amount of output 1. */
  readonly change: bigint
}

/** The key isn't secret: its coins are worthless. */
const secretKey = sha256(Buffer.from('the treasury of the Quittance sandbox'))
const publicKey = getPublicKey(secretKey)
const script = createP2pkhScript(hash160(publicKey))

const genesisOutputCount = 50
const inputBytes = 148n
const overheadBytes = 90n

export function createTreasury(coin: Coin): Treasury {
  const seed = Buffer.from(coin.code).reduce((hash, byte) => hash * 31 + byte, 7) >>> 0
  return {
    script,
    firstOutputs: Array.from({ length: genesisOutputCount }, () => ({
      script,
      amount: computeOutputAmount(coin),
    })),
    seed,
    fund,
  }

  function fund(available: readonly TreasuryOutput[], output: TransactionOutput): Funding | null {
    const selectedOutputs: TreasuryOutput[] = []
    let remaining = -output.amount
    for (const candidate of available) {
      if (remaining - computeFee(selectedOutputs.length) > coin.getDustLimit(script)) break
      selectedOutputs.push(candidate)
      remaining += candidate.amount
    }
    const fee = computeFee(selectedOutputs.length)
    const change = remaining - fee
    return change > coin.getDustLimit(script)
      ? sign(selectedOutputs, [output, { script, amount: toBaseUnits(change) }], fee)
      : null
  }

  function computeFee(inputs: number): bigint {
    return (coin.feeRate.floor * (inputBytes * BigInt(inputs) + overheadBytes)) / 1_000n + 1n
  }

  function sign(
    selected: readonly TreasuryOutput[],
    outputs: readonly TransactionOutput[],
    fee: bigint,
  ): Funding {
    const inputs = selected.map(({ txid, vout }) => ({
      txid,
      vout,
      script: new Uint8Array(),
      sequence: finalSequence,
      witness: [],
    }))
    const unsigned = { version: 2, inputs, outputs, lockTime: 0 }
    const spentOutputs = selected.map(({ amount }) => ({ script, amount: toBaseUnits(amount) }))
    const messageFor = createSignatureMessages(coin, unsigned, spentOutputs)
    const body = {
      ...unsigned,
      inputs: inputs.map((input, index) => ({ ...input, script: unlock(messageFor, index) })),
    }
    const change = outputs[1]?.amount ?? 0n
    return { hex: toHex(serialise(body)), body, selected, fee, change }
  }

  function unlock(computeMessage: ReturnType<typeof createSignatureMessages>, index: number): Uint8Array {
    const type = getDefaultHashType(coin)
    const message = computeMessage(index, type)
    if (!message) throw new Error(`the treasury cannot sign input ${index}`)
    const signature = signDigest(sha256(message), secretKey, 'der')
    return writePushes(Uint8Array.of(...signature, type), publicKey)
  }
}

/** A fiftieth of the maximum supply. Dogecoin's supply is unlimited, but a database's integers aren't. */
function computeOutputAmount({ maxMoney }: Coin) {
  return toBaseUnits(maxMoney / BigInt(genesisOutputCount))
}
