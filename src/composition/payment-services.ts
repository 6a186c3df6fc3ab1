import { createRejectionRecorder } from '../checkout/payment-rejections.ts'
import type { CoinCode } from '../coins/index.ts'
import { hour } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import { createStepRunner } from '../kernel/steps.ts'
import { maxStoredBlocks } from '../networks/follow.ts'
import { createInvoiceClaimer } from '../payments/claim.ts'
import { createPaymentDelivery } from '../payments/deliver.ts'
import { createPaymentLeases } from '../payments/leases.ts'
import { createPaymentRecovery } from '../payments/recover.ts'
import { createPaymentRenewer } from '../payments/renew.ts'
import { createReplacedPaymentRecorder } from '../payments/replaced.ts'
import { createSpentInputSearch } from '../payments/spent-inputs.ts'
import {
  createSubmissionMatcher,
  type SubmissionMatcherDependencies,
} from '../payments/submission-matcher.ts'
import { createPaymentSubmitter } from '../payments/submit.ts'
import { createUnminedMonitor } from '../payments/unmined-monitor.ts'
import { createUnsignedVerifier } from '../payments/verify-unsigned.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'
import type { InvoiceServices } from './invoicing.ts'

const pruneIntervalMs = 1 * hour

/** Payment processing, and its recovery after a crash. `overrides` are parts that the simulation replaces. */
export function createPaymentServices(
  { config, transact, read, clock, log, checkFailpoint, timers }: AppContext,
  { chains, settlement, changes, mempoolWatch }: ChainServices,
  {
    getSnapshot,
    listAddresses,
    settings,
    overrides,
  }: Pick<InvoiceServices, 'getSnapshot' | 'listAddresses' | 'settings'> & {
    readonly overrides?: Partial<Pick<SubmissionMatcherDependencies, 'match'>>
  },
) {
  const leases = createPaymentLeases(transact, clock)
  const rejectsReplaceable = (coin: CoinCode) => config.refuseReplaceable.has(coin)
  const runSteps = createStepRunner()
  const delivery = createPaymentDelivery({
    chains,
    settlement,
    leases,
    areInputsSpent: createSpentInputSearch({ findInputs: read.payments.findInputs, runSteps }),
    checkFailpoint,
  })
  const findInvoice = (uid: string) => read.invoices.find(uid)
  const matchSubmission = createSubmissionMatcher({
    reader: {
      findPastQuotes: read.invoices.findPastQuotes,
      listAddresses,
      findTakenOutputs: (coin, txid, uid) => read.payments.findTakenOutputs(coin, txid, uid),
    },
    getSnapshot,
    chain: config.chain,
    settings,
    runSteps,
    ...(overrides?.match && { match: overrides.match }),
  })
  const submit = createPaymentSubmitter({
    reader: {
      findInvoice,
      findPayments: read.payments.findPayments,
      findRequiredConfirmations: read.accounts.findConfirmations,
    },
    matchSubmission,
    claim: createInvoiceClaimer(transact),
    deliver: delivery.deliver,
    resume: delivery.resume,
    renew: createPaymentRenewer({ chains, settlement }),
    chains,
    rejectsReplaceable,
    clock,
    timers,
    runSteps,
    checkFailpoint,
  })
  const verify = createUnsignedVerifier({
    findInvoice,
    matchSubmission,
    chains,
    rejectsReplaceable,
    timers,
    runSteps,
  })
  const recover = createPaymentRecovery({
    reader: read.payments,
    resume: delivery.resume,
    settlement,
    clock,
    maxClaimMs: config.maxClaimMs,
  })
  const { recheckUnmined } = createUnminedMonitor({
    reader: {
      findUnmined: read.payments.findUnmined,
      find: read.payments.find,
      findWatchedPayment: read.payments.findWatchedPayment,
      findTakenOutputs: read.payments.findTakenOutputs,
      listFollowedBlocks: (coin) => read.followedBlocks.findRecent(coin, maxStoredBlocks),
    },
    chains,
    changes,
    recordReplaced: createReplacedPaymentRecorder({
      reader: { find: read.payments.find, findInputs: read.payments.findInputs },
      readMempool: mempoolWatch.read,
      changes,
    }),
    clock,
    log,
    runSteps,
  })
  return { submit, verify, recover, renewLeases: leases.renew, recheckUnmined, runSteps }
}

/** Records why payments were rejected, for the checkout page. `withRejectionLog` wraps `submit`. */
export function startRejectionLog({ transact, clock, logFailure }: AppContext) {
  const onError = logFailure('recording a rejected payment')
  const { withRejectionLog, prune, flush } = createRejectionRecorder({ transact, clock, onError })
  const pruneTask = startPeriodicTask(pruneIntervalMs, prune, logFailure('pruning rejected payments'))
  return {
    withRejectionLog,
    async stop(): Promise<void> {
      await pruneTask.stop()
      await flush()
    },
  }
}

export type PaymentServices = ReturnType<typeof createPaymentServices>
