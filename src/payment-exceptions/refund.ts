import type { ChainName, Coin, Transaction } from '../coins/coin.ts'
import { type CoinCode, getCoin } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { Network } from '../networks/network.ts'
import {
  type PaymentChain,
  type PaymentChains,
  requirePaymentChain,
  rethrowAsApiError,
} from '../payments/chain.ts'
import type { PaymentException } from '../payments/exception.ts'
import type { Payment } from '../payments/payment.ts'

/** @throws {ApiError} `refund_invalid`, `network_unavailable` */
export type RefundCheck = (
  exception: Pick<PaymentException, 'coin' | 'amount'>,
  payment: RefundedPayment,
  txid: string,
) => Promise<void>

type RefundedPayment = Pick<Payment, 'sinceHeight' | 'claimedAt' | 'block'>

interface RefundReader {
  isPayment(coin: CoinCode, txid: string): Promise<boolean>
  /** Whether the script (hex) is a fixed destination. */
  isFixedDestination(coin: CoinCode, script: string): Promise<boolean>
  /** Whether the script (hex) was derived for an invoice. */
  wasDerived(coin: CoinCode, script: string): Promise<boolean>
}

interface RefundDependencies {
  readonly chains: Pick<PaymentChains, 'find'>
  readonly chain: ChainName
  readonly reader: RefundReader
  readonly runSteps: RunSteps
}

interface RefundTransaction {
  readonly hex: string
  /** Null if it can only be computed from the previous transactions. */
  readonly fee: bigint | null
}

/** Outputs to query for the height of an old transaction. A refund has one or a few. */
const maxOutputs = 16
/** A merchant's wallet rarely spends more outputs for one refund. Each is a call to the node. */
const maxInputs = 20

/** Why a transaction isn't the refund, for programs and for pages. */
export const refundErrorReasons = ['payment', 'unknown', 'too_old', 'unreadable', 'amount', 'used'] as const

export const createRefundError = (reason: (typeof refundErrorReasons)[number], message: string): ApiError =>
  new ApiError('refund_invalid', message).withMembers({ reason })

/**
 * Checks that a transaction refunds a payment. It must have entered the mempool after the payment was found or mined, or be in a block above
 * the payment's `sinceHeight`. One external address must receive at least the amount, minus the transaction's fee. If the fee is unknown, the
 * coin's highest fee rate is assumed.
 */
export function createRefundCheck({
  chains,
  chain: chainName,
  reader,
  runSteps,
}: RefundDependencies): RefundCheck {
  return async function checkRefund({ coin: code, amount }, payment, txid) {
    const coin = getCoin(code)
    if (await reader.isPayment(code, txid))
      throw createRefundError('payment', 'it is itself a payment to an invoice')
    const chain = requirePaymentChain(chains, { ...coin, code })
    const refundTransaction = await findTransaction(chain, coin, txid, payment).catch(rethrowAsApiError(coin))
    const transaction = await parse(coin, refundTransaction.hex)
    const fee =
      refundTransaction.fee ??
      (await computeFee(chain.network, coin, transaction).catch(rethrowAsApiError(coin))) ??
      (coin.feeRate.ceiling * BigInt(transaction.virtualSize)) / 1_000n
    const sums = sumByScript(transaction)
    for (const [script, paid] of sums) {
      const bytes = fromHex(script)
      const dust = coin.getDustLimit(bytes)
      const required = amount - fee > dust ? amount - fee : dust
      const isAddress = coin.scriptToAddress(bytes, chainName) !== null
      if (isAddress && paid >= required && !(await isInternal(code, script))) return
    }
    throw createRefundError('amount', 'it does not pay the amount, minus its fee, to an external address')
  }

  async function isInternal(coin: CoinCode, script: string): Promise<boolean> {
    return (await reader.isFixedDestination(coin, script)) || (await reader.wasDerived(coin, script))
  }

  async function findTransaction(
    { network, catchUp, findMined }: PaymentChain,
    coin: Coin,
    txid: string,
    payment: RefundedPayment,
  ): Promise<RefundTransaction> {
    const [entry] = await network.findInMempool([txid])
    const unmined = entry ? await network.getTransaction(txid) : null
    if (entry && unmined !== null) {
      if (entry.time < Math.floor((await findArrival(payment, network)) / second))
        throw createRefundError('too_old', 'the network had it before the payment arrived')
      return { hex: unmined, fee: entry.fee }
    }
    const { sinceHeight } = payment
    await catchUp()
    const block = await findMined(txid, sinceHeight)
    const hex = await network.getTransaction(txid, block?.hash)
    if (hex === null) throw createRefundError('unknown', 'the node does not have it, or it is too old')
    if (!block && !(await isMinedLater(network, await parse(coin, hex), sinceHeight)))
      throw createRefundError('too_old', 'it was mined before the payment arrived, or too long ago to tell')
    return { hex, fee: null }
  }

  /** If the payment is mined, the time of its block counts: the service may have found it much later. */
  async function findArrival({ claimedAt, block }: RefundedPayment, network: Network): Promise<Instant> {
    if (!block) return claimedAt
    const currentBlock = await network.getBlock(block.height)
    return currentBlock?.hash === block.hash ? Math.min(claimedAt, currentBlock.time * second) : claimedAt
  }

  /** For a block that is no longer among the recent ones: an unspent output reveals the height. */
  async function isMinedLater(network: Network, { id, outputs }: Transaction, sinceHeight: number) {
    const outpoints = outputs.slice(0, maxOutputs).map((_, vout) => ({ txid: id, vout }))
    const previousOutputs = await network.findPreviousOutputs(outpoints)
    return previousOutputs.some(
      (output) => output.isFound && output.height !== null && output.height > sinceHeight,
    )
  }

  /** Null when the node doesn't have all previous transactions. */
  async function computeFee(
    network: Network,
    coin: Coin,
    { inputs, outputs }: Transaction,
  ): Promise<bigint | null> {
    if (inputs.length > maxInputs) return null
    let fee = -outputs.reduce((sum, { amount }) => sum + amount, 0n)
    for (const { txid, vout } of inputs) {
      const hex = await network.getTransaction(txid)
      const output = hex === null ? undefined : (await tryParse(coin, hex))?.outputs[vout]
      if (!output) return null
      fee += output.amount
    }
    return fee
  }

  async function parse(coin: Coin, hex: string): Promise<Transaction> {
    const transaction = await tryParse(coin, hex)
    if (!transaction) throw createRefundError('unreadable', 'it cannot be parsed')
    return transaction
  }

  async function tryParse(coin: Coin, hex: string): Promise<Transaction | null> {
    try {
      return await runSteps(coin.parseInSteps(fromHex(hex)))
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    }
  }
}

function sumByScript({ outputs }: Transaction): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { script, amount } of outputs) {
    const hex = toHex(script)
    sums.set(hex, (sums.get(hex) ?? 0n) + amount)
  }
  return sums
}
