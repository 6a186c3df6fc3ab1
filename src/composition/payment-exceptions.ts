import { createRefundCheck } from '../payment-exceptions/refund.ts'
import { createExceptionResolver } from '../payment-exceptions/resolve.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'
import type { PaymentServices } from './payment-services.ts'

/** Lists and resolves payment exceptions: received money that the merchant has to decide about. */
export function createExceptionServices(
  { config, transact, read, clock }: AppContext,
  { chains, paymentCounter, isConfirmed }: Pick<ChainServices, 'chains' | 'paymentCounter' | 'isConfirmed'>,
  { runSteps }: Pick<PaymentServices, 'runSteps'>,
) {
  const checkRefund = createRefundCheck({
    chains,
    chain: config.chain,
    reader: {
      isPayment: read.exceptions.isPayment,
      isFixedDestination: read.accounts.isFixedDestination,
      wasDerived: read.accounts.wasDerived,
    },
    runSteps,
  })
  const resolve = createExceptionResolver({
    reader: { find: read.exceptions.find, findPayment: read.payments.find },
    transact,
    paymentCounter,
    checkRefund,
    isConfirmed,
    clock,
  })
  return { resolve, listExceptions: read.exceptions.list }
}

export type ExceptionServices = ReturnType<typeof createExceptionServices>
