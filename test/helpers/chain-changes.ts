import { createTransact } from '../../src/composition/stores.ts'
import { type ChainChanges, createChainChanges } from '../../src/payments/change.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createPaymentRestorer } from '../../src/payments/restore.ts'
import type { PayingService } from './paying.ts'

/** The chain changes of a service, to apply one of them to a payment that was read earlier. One confirmation is enough. */
export function createServiceChainChanges({ clock, config, database }: PayingService): ChainChanges {
  const view = { baseUrl: config.baseUrl, getTipHeight: () => null }
  const paymentCounter = createPaymentCounter({ view, clock })
  const restorer = createPaymentRestorer({ view, clock, paymentCounter })
  const isConfirmed = () => true
  return createChainChanges(createTransact(database), { view, clock, isConfirmed, restorer, paymentCounter })
}
