import { type CoinCode, getCoin } from '../coins/index.ts'
import { type InvoiceAddress, isWatchable } from '../invoices/address.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { buildRequestUrl } from '../invoices/option.ts'
import { computeAmountDue } from '../invoices/quote.ts'
import {
  type AnyWallet,
  computeCountedValue,
  computeRemainingValue,
  hasExcess,
} from '../invoices/received.ts'
import { type Instant, second } from '../kernel/clock.ts'
import {
  type BaseUnits,
  computeCoinAmount,
  type Decimal,
  formatCoins,
  formatDecimal,
  toBaseUnits,
} from '../kernel/money.ts'
import type { PaymentAddress } from '../payment-requests/payment-address.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { toPaymentMethodId } from './payment-methods.ts'

/** An output that an invoice has received. */
export interface GreenfieldPayment {
  readonly coin: CoinCode
  readonly snapshotId: string
  readonly receivedAt: Instant
  readonly isSettled: boolean
  /** Another transaction spent the same inputs. */
  readonly isInvalid: boolean
  /** Whether it counts towards the amount. */
  readonly isCounted: boolean
  readonly txid: string
  readonly vout: number
  readonly amount: BaseUnits
}

export type GreenfieldPaymentReader = (uid: string) => Promise<GreenfieldPayment[]>

interface PaymentMethodDependencies {
  readonly findPayments: GreenfieldPaymentReader
  readonly listAddresses: (uid: string) => Promise<InvoiceAddress[]>
  /** An unpaid invoice's address with its URI, at the current quote. Null while payments to it aren't detected. */
  readonly findIssuedAddress: (
    invoice: Invoice,
    snapshot: RateSnapshot,
    coin: CoinCode,
  ) => Promise<Pick<PaymentAddress, 'address' | 'uri'> | null>
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly baseUrl: string
}

/** Lists the payment methods of an invoice, each with its payments. */
export function createPaymentMethodLister({
  findPayments,
  listAddresses,
  findIssuedAddress,
  getSnapshot,
  baseUrl,
}: PaymentMethodDependencies) {
  return async function listPaymentMethods(invoice: Invoice) {
    const [payments, issued] = await Promise.all([findPayments(invoice.uid), listAddresses(invoice.uid)])
    const offered = invoice.status === 'unpaid' ? invoice.quote.coins.map(({ code }) => code) : []
    const views = []
    for (const coin of new Set([...offered, ...payments.map((payment) => payment.coin)])) {
      const received = payments.filter((payment) => payment.coin === coin)
      const address = issued.find((each) => each.coin === coin)
      const rate = await findRate(invoice, coin, received)
      if (rate)
        views.push({
          ...computeAmounts(invoice, coin, { rate, received }),
          ...(await describeMethod(invoice, coin, address)),
          payments: received.map((payment) => toPaymentView(payment, address?.address ?? '')),
        })
    }
    return views
  }

  /** The rate of the current quote if it offers the coin, otherwise that of the first payment. */
  async function findRate(
    { status, quote }: Invoice,
    coin: CoinCode,
    [payment]: readonly GreenfieldPayment[],
  ): Promise<Decimal | null> {
    const isOffered = status === 'unpaid' && quote.coins.some(({ code }) => code === coin)
    const { rates } = await getSnapshot(isOffered || !payment ? quote.snapshotId : payment.snapshotId)
    const rate = rates.get(coin)
    return rate?.isAgreed ? rate.value : null
  }

  async function describeMethod(invoice: Invoice, coin: CoinCode, issued: InvoiceAddress | undefined) {
    const found = issued && (await findTarget(invoice, issued))
    return {
      paymentMethodId: toPaymentMethodId(coin),
      currency: coin,
      activated: true,
      destination: found?.address ?? '',
      paymentLink: found?.uri ?? `${getCoin(coin).scheme}:?r=${buildRequestUrl(baseUrl, invoice.uid)}`,
      paymentMethodFee: '0',
      additionalData: {},
    }
  }

  /** The issued address, if payments to it are detected; and a URI with it, if the invoice can still be paid. */
  async function findTarget(invoice: Invoice, { coin, address, isDerived }: InvoiceAddress) {
    if (!invoice.anyWallet || !isWatchable({ coin, isDerived })) return null
    if (invoice.status !== 'unpaid') return { address, uri: null }
    return findIssuedAddress(invoice, await getSnapshot(invoice.quote.snapshotId), coin)
  }
}

export type PaymentMethodLister = ReturnType<typeof createPaymentMethodLister>

/**
 * As in BTCPay Server, `totalPaid` converts the payments in all coins to this one, and `paymentMethodPaid` is what arrived in this coin.
 * `amount` and `due` include the offset that makes the amount unique on a fixed address.
 */
function computeAmounts(
  invoice: Invoice,
  coin: CoinCode,
  { rate, received }: { readonly rate: Decimal; readonly received: readonly GreenfieldPayment[] },
) {
  const counted = received.filter(({ isCounted }) => isCounted)
  const paid = sumAmounts(counted)
  const quotedCoin = invoice.quote.coins.find(({ code }) => code === coin) ?? { code: coin, amountOffset: 0n }
  const computeDue = (value: Decimal) => computeAmountDue(value, rate, quotedCoin)
  const { totalPaid, due, amount } = invoice.anyWallet
    ? computeAnyWalletAmounts(invoice, invoice.anyWallet, rate, computeDue)
    : computeExactAmounts(
        paid,
        sumAmounts(counted.length > 0 ? counted : received) || computeDue(invoice.amount),
      )
  return {
    rate: formatDecimal(rate),
    paymentMethodPaid: formatCoins(paid),
    totalPaid: formatCoins(totalPaid),
    due: formatCoins(due),
    amount: formatCoins(amount),
  }
}

const sumAmounts = (payments: readonly GreenfieldPayment[]): BaseUnits =>
  toBaseUnits(payments.reduce((sum, { amount }) => sum + amount, 0n))

/** A payment submitted by a wallet pays exactly the amount that was due, at the quote of that time. */
const computeExactAmounts = (paid: BaseUnits, amount: BaseUnits) => ({
  totalPaid: paid,
  due: toBaseUnits(amount - paid),
  amount,
})

function computeAnyWalletAmounts(
  invoice: Invoice,
  { received }: AnyWallet,
  rate: Decimal,
  computeDue: (value: Decimal) => BaseUnits,
) {
  const totalPaid = computeCoinAmount(computeCountedValue(received), rate)
  if (invoice.status !== 'paid')
    return { totalPaid, due: computeDue(computeRemainingValue(invoice)), amount: computeDue(invoice.amount) }
  const amount = computeCoinAmount(invoice.amount, rate)
  // Rounding, the dust limit and the offset on a fixed address are no overpayment.
  const isExact = totalPaid > amount && !hasExcess(received)
  return { totalPaid, due: toBaseUnits(0n), amount: isExact ? totalPaid : amount }
}

const toPaymentView = (
  { txid, vout, receivedAt, amount, isSettled, isInvalid }: GreenfieldPayment,
  address: string,
) => ({
  id: `${txid}-${vout}`,
  receivedDate: Math.floor(receivedAt / second),
  value: formatCoins(amount),
  fee: '0',
  status: isInvalid ? ('Invalid' as const) : isSettled ? ('Settled' as const) : ('Processing' as const),
  destination: address,
})
