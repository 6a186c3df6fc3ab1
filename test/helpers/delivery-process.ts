import assert from 'node:assert/strict'
import { createTransact, type Stores } from '../../src/composition/stores.ts'
import { type Clock, createManualClock, day } from '../../src/kernel/clock.ts'
import type { Failpoints } from '../../src/kernel/failpoint.ts'
import type { Transact } from '../../src/kernel/transact.ts'
import {
  type BroadcastResult,
  type MempoolEntry,
  type Network,
  NetworkUnavailableError,
} from '../../src/networks/network.ts'
import type { PaymentChain, PaymentChains } from '../../src/payments/chain.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createPaymentDelivery } from '../../src/payments/deliver.ts'
import { emptyFeeBasis } from '../../src/payments/fee.ts'
import { createPaymentLeases } from '../../src/payments/leases.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { createPaymentRecovery } from '../../src/payments/recover.ts'
import { createSettlement } from '../../src/payments/settle.ts'
import type { TestScope } from './databases.ts'
import { listPayments } from './list-payments.ts'
import { startPaying } from './paying.ts'
import { until } from './until.ts'

export type DeliveryProcess = ReturnType<
  Awaited<ReturnType<typeof startClaimingService>>['startDeliveryProcess']
>

/** A rejection that isn't final once the transaction may have been sent before. */
export const temporaryRejection = {
  outcome: 'rejected',
  rejection: { reason: 'fee_too_low', text: '' },
} as const

/** A service that claims invoices and sends nothing. Its clock stands still, so it takes over no payment. */
export async function startClaimingService(scope: TestScope) {
  const service = await startPaying(scope, {
    clock: createManualClock(Date.now()),
    config: { failpoint: { name: 'payment.claimed', action: { kind: 'throw' } }, logLevel: 'silent' },
  })
  const { database, stores } = service
  return { ...service, claim, startDeliveryProcess, readPayment }

  /** A payment that has claimed its invoice and was not sent yet. */
  async function claim(): Promise<Payment> {
    const bill = await service.createBill('DOGE')
    await service.submit(bill, (await service.payer('DOGE')).pay(bill))
    await database.transact(({ query }) =>
      query.updateTable('payments').set({ reason: null }).where('invoice_uid', '=', bill.uid).execute(),
    )
    const [payment = assert.fail('no claim')] = await listPayments(service, bill.uid)
    return payment
  }

  /** The status and the reason of a payment as stored. */
  async function readPayment({ id }: Pick<Payment, 'id'>) {
    const columns = ['status', 'reason', 'reason_detail', 'lease_until'] as const
    const rows = database.read.query.selectFrom('payments').where('id', '=', id).select(columns)
    return rows.executeTakeFirstOrThrow()
  }

  /**
   * Another process on the same database, whose node answers when and what the test decides. `sent`: the broadcasts that it has got.
   * `node`: the transactions that it has, and whether it leaves everything but broadcasts unanswered.
   */
  function startDeliveryProcess(
    clock: Clock,
    {
      transact = createTransact(database),
      checkFailpoint = async () => {},
    }: { readonly transact?: Transact<Stores>; readonly checkFailpoint?: Failpoints } = {},
  ) {
    const sent: ((result: BroadcastResult) => void)[] = []
    const node = { isSilent: false, mempool: new Set<string>() }
    const network = {
      broadcast: () => new Promise<BroadcastResult>((resolve) => sent.push(resolve)),
      findInMempool: async (txids) => {
        if (node.isSilent) throw new NetworkUnavailableError('no response')
        return txids.map((txid) => (node.mempool.has(txid) ? entry : null))
      },
    } satisfies Partial<Network>
    const chain = {
      network: network as Partial<Network> as Network,
      catchUp: async () => {},
      findMined: async () => null,
    } satisfies Partial<PaymentChain>
    const view = { baseUrl: service.config.baseUrl, getTipHeight: () => null }
    const paymentCounter = createPaymentCounter({ view, clock })
    const isConfirmed = () => false
    const settlement = createSettlement(transact, { view, clock, isConfirmed, paymentCounter })
    const leases = createPaymentLeases(transact, clock)
    const delivery = createPaymentDelivery({
      chains: {
        find: () => chain as Partial<PaymentChain> as PaymentChain,
      } as Partial<PaymentChains> as PaymentChains,
      settlement,
      leases,
      areInputsSpent: async () => false,
      checkFailpoint,
    })
    const recover = createPaymentRecovery({
      reader: stores.payments,
      resume: delivery.resume,
      settlement,
      clock,
      maxClaimMs: day,
    })
    return { ...delivery, recover: () => recover('DOGE'), sent, node, renewLeases: leases.renew }
  }
}

const entry: MempoolEntry = { fee: 0n, size: 1, isReplaceable: null, depends: [], time: 0 }

/** Starts to send a payment for the first time. */
export function startFirstDelivery({ deliver }: DeliveryProcess, payment: Payment) {
  const { txid } = payment
  const unmined = new Map([[txid, { ...emptyFeeBasis, txid, parents: [] }]])
  const outcome = deliver(payment, { feeRate: 0n, unmined, isTested: false })
  outcome.catch(() => {})
  return { outcome }
}

/** Sends a payment for the first time. Resolves once its node has got it, to the delivery's outcome. */
export async function sendFirst(process: DeliveryProcess, payment: Payment) {
  const delivery = startFirstDelivery(process, payment)
  await until(async () => process.sent.length === 1)
  return delivery
}

/** Answers the newest broadcast that has no answer, once its node has got it. */
export async function answer({ sent }: DeliveryProcess, result: BroadcastResult): Promise<void> {
  await until(async () => sent.length > 0)
  const resolve = sent.pop() ?? assert.fail('nothing was sent')
  resolve(result)
}
