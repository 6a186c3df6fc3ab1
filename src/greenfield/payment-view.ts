import { type CoinCode, getCoin } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { buildRequestUrl } from '../invoices/option.ts'
import { computeAmountDue } from '../invoices/quote.ts'
import { computeRemainingValue } from '../invoices/received.ts'
import { type Instant, second } from '../kernel/clock.ts'
import {
  type BaseUnits,
  computeCoinAmount,
  type Decimal,
  formatCoins,
  formatDecimal,
  toBaseUnits,
} from '../kernel/money.ts'
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
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly baseUrl: string
}

/** Lists the payment methods of an invoice, each with its payments. */
export function createPaymentMethodLister({
  findPayments,
  listAddresses,
  getSnapshot,
  baseUrl,
}: PaymentMethodDependencies) {
  return async function listPaymentMethods(invoice: Invoice) {
    const [payments, issued] = await Promise.all([findPayments(invoice.uid), listAddresses(invoice.uid)])
    const offered = invoice.status === 'unpaid' ? invoice.quote.coins.map(({ code }) => code) : []
    const views = []
    for (const coin of new Set([...offered, ...payments.map((payment) => payment.coin)])) {
      const received = payments.filter((payment) => payment.coin === coin)
      const address = issued.find((each) => each.coin === coin)?.address ?? ''
      const rate = await findRate(invoice, coin, received)
      if (rate)
        views.push({
          ...computeAmounts(invoice, coin, { rate, received }),
          ...describeMethod(invoice, coin),
          payments: received.map((payment) => toPaymentView(payment, address)),
        })
    }
    return views
  }

  /** The rate of the first payment, or of the current quote. */
  async function findRate(
    { quote }: Invoice,
    coin: CoinCode,
    [payment]: readonly GreenfieldPayment[],
  ): Promise<Decimal | null> {
    const { rates } = await getSnapshot(payment?.snapshotId ?? quote.snapshotId)
    const rate = rates.get(coin)
    return rate?.agreed ? rate.value : null
  }

  /** Without an address: addresses are only shown where payments to them are detected. */
  function describeMethod({ uid }: Invoice, coin: CoinCode) {
    return {
      paymentMethodId: toPaymentMethodId(coin),
      currency: coin,
      activated: true,
      destination: '',
      paymentLink: `${getCoin(coin).scheme}:?r=${buildRequestUrl(baseUrl, uid)}`,
      paymentMethodFee: '0',
      additionalData: {},
    }
  }
}

export type PaymentMethodLister = ReturnType<typeof createPaymentMethodLister>

function computeAmounts(
  invoice: Invoice,
  coin: CoinCode,
  { rate, received }: { readonly rate: Decimal; readonly received: readonly GreenfieldPayment[] },
) {
  const paid = toBaseUnits(
    received.reduce((sum, { isCounted, amount }) => (isCounted ? sum + amount : sum), 0n),
  )
  const quotedCoin = invoice.quote.coins.find(({ code }) => code === coin) ?? { code: coin, amountOffset: 0n }
  const due =
    invoice.status === 'paid'
      ? toBaseUnits(0n)
      : computeAmountDue(computeRemainingValue(invoice), rate, quotedCoin)
  // A payment submitted by a wallet pays exactly the amount due.
  const isExact = invoice.status === 'paid' && !invoice.anyWallet
  const amount = isExact ? paid : invoice.anyWallet ? computeCoinAmount(invoice.amount, rate) : due
  return {
    rate: formatDecimal(rate),
    paymentMethodPaid: formatCoins(paid),
    totalPaid: formatCoins(paid),
    due: formatCoins(due),
    amount: formatCoins(amount),
  }
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
