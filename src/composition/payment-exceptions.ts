import { createRefundCheck } from '../payment-exceptions/refund.ts'
import { createExceptionResolver } from '../payment-exceptions/resolve.ts'
import { createPaymentAcceptance } from '../payments/accept.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'
import type { PaymentServices } from './payment-services.ts'

/** Lists and resolves payment exceptions: received money that the merchant has to decide about. */
export function createExceptionServices(
  { config, transact, read, clock }: AppContext,
  { chains, view, isConfirmed }: Pick<ChainServices, 'chains' | 'view' | 'isConfirmed'>,
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
    acceptReceived: createPaymentAcceptance({ view, clock }),
    checkRefund,
    isConfirmed,
    clock,
  })
  return { resolve, listExceptions: read.exceptions.list }
}

export type ExceptionServices = ReturnType<typeof createExceptionServices>
