import type { CoinCode } from '../coins/index.ts'
import { createPaymentFinder } from '../found-payments/find.ts'
import { createFoundBlockReader } from '../found-payments/in-block.ts'
import { createMempoolWatch } from '../found-payments/in-mempool.ts'
import { createFoundPaymentRecorder } from '../found-payments/record.ts'
import { createWatchPeriods } from '../found-payments/watch-periods.ts'
import { createStepRunner } from '../kernel/steps.ts'
import type { Networks } from '../networks/index.ts'
import type { PaymentChains } from '../payments/chain.ts'
import type { IsConfirmed } from '../payments/confirmation-policy.ts'
import type { PaymentCounter } from '../payments/count.ts'
import type { MinedPaymentRecorder } from '../payments/mined-payment.ts'
import type { Settlement } from '../payments/settle.ts'
import type { AppContext } from './context.ts'
import type { Prices } from './prices.ts'

interface FoundPaymentDependencies {
  readonly networks: Networks
  readonly prices: Prices
  readonly paymentCounter: PaymentCounter
  readonly settlement: Settlement
  readonly recordMined: MinedPaymentRecorder
  readonly isConfirmed: IsConfirmed
}

/** Payments that wallets without a payment protocol send: found in blocks and mempools. */
export function createFoundPayments(
  { config, transact, read, clock }: AppContext,
  { networks, prices, paymentCounter, settlement, recordMined, isConfirmed }: FoundPaymentDependencies,
) {
  const watchPeriods = createWatchPeriods(clock)
  const { findWatchedAccounts, findWatchedInvoice, isWatching, isAwaited } = read.payments
  const finder = createPaymentFinder({
    reader: {
      findWatchedAccounts,
      findWatchedInvoice,
      findInvoice: (uid) => read.invoices.find(uid),
      findPastQuotes: (uid, before, limit) => read.invoices.findPastQuotes(uid, before, limit),
      findRequiredConfirmations: (accountId) => read.accounts.findConfirmations(accountId),
    },
    getSnapshot: prices.get,
    settings: { quoteMs: config.quoteMs, graceMs: config.graceMs },
    storeNewestRates: prices.storeOncePolled,
    watchPeriods,
    rejectsReplaceable: (coin) => config.refuseReplaceable.has(coin),
    clock,
    runSteps: createStepRunner(),
  })
  const record = createFoundPaymentRecorder({
    paymentCounter,
    settlement,
    recordMined,
    isConfirmed,
    clock,
  })
  const findNetwork = (coin: CoinCode) => networks.get(coin)
  return {
    prepareFoundPayments: createFoundBlockReader({ isWatching, findNetwork, finder, record, clock }),
    createMempoolWatch: (chains: Pick<PaymentChains, 'find'>) =>
      createMempoolWatch({
        isAwaited,
        findWatchedAccounts,
        chains,
        finder,
        record,
        watchPeriods,
        transact,
        clock,
      }),
  }
}
