import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { computeTxid, serialise } from '../coins/codec/transaction.ts'
import type { Coin } from '../coins/coin.ts'
import { findCoin } from '../coins/index.ts'
import { toHex } from '../kernel/hex.ts'
import { formatCoins } from '../kernel/money.ts'
import { buildTransaction, sumAmounts } from './build.ts'
import { gatherFunds } from './funds.ts'
import type { WalletContext } from './http.ts'
import { PayError } from './pay-error.ts'
import { type PaymentSourceOptions, readPaymentSource } from './payment-source.ts'
import { parsePaymentUri } from './payment-uri.ts'
import { fetchPaymentRequest } from './request.ts'
import { sign } from './sign.ts'
import { submitPayment } from './submit.ts'
import { computeVirtualSize } from './unlock.ts'

interface PayOptions extends PaymentSourceOptions {
  /** Code of the coin to pay in, in either case. */
  readonly coin: string
}

/** A payment that the server accepted. */
export interface PayResult {
  readonly txid: string
  readonly success: true
  readonly currency: string
  /** The sum of the requested outputs, and the fee: decimals, in coins. */
  readonly amount: string
  readonly fee: string
  /** Virtual bytes. */
  readonly size: number
  readonly memo: string
  readonly payment_id: string
  readonly attempts: number
  /** As sent. */
  readonly transactions: readonly string[]
}

const defaultContext: WalletContext = {
  fetch: globalThis.fetch,
  now: () => Date.now(),
  wait: (ms) => setTimeout(ms),
}

/**
 * Pays as a wallet does: downloads the payment request of a URI, checks it, signs a transaction that pays exactly the requested outputs, and
 * submits it. Never broadcasts the transaction: that is up to the server, and after an error nobody may.
 * @throws {PayError}
 */
export async function pay(
  uri: string,
  options: PayOptions,
  context: WalletContext = defaultContext,
): Promise<PayResult> {
  const coin = requireCoin(options.coin)
  const url = parsePaymentUri(uri)
  const paymentSource = await readPaymentSource(options)

  const request = await fetchPaymentRequest(context, url, coin)
  const { outputs, feeRate } = request
  const funds = await gatherFunds(context, { ...request, coin, url }, paymentSource)
  const draft = buildTransaction({ coin, outputs, feeRate, inputs: funds.inputs, change: funds.change })
  const transaction = sign(coin, draft, funds.key)
  const size = computeVirtualSize(transaction)
  assert(draft.fee * 1_000n >= feeRate * BigInt(size), 'the fee must match the actual size')

  const txid = computeTxid(transaction)
  const hex = toHex(serialise(transaction))
  const { memo, attempts } = await submitPayment(context, request.paymentUrl, {
    currency: coin.code,
    txid,
    transaction: hex,
  })
  return {
    txid,
    success: true,
    currency: coin.code,
    amount: formatCoins(sumAmounts(outputs)),
    fee: formatCoins(draft.fee),
    size,
    memo: memo || request.memo,
    payment_id: request.paymentId,
    attempts,
    transactions: [hex],
  }
}

function requireCoin(code: string): Coin {
  const coin = findCoin(code)
  if (!coin) throw new PayError('option_invalid', 'This wallet does not support that coin.')
  return coin
}
