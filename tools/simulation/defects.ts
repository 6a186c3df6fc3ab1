import type { CoinCode } from '../../src/coins/index.ts'
import type { ChainServices } from '../../src/composition/chains.ts'
import type { AppContext } from '../../src/composition/context.ts'
import type { Stores } from '../../src/composition/stores.ts'
import { day } from '../../src/kernel/clock.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { matchRequest, type QuotedRequest } from '../../src/payments/match.ts'
import type { Settlement } from '../../src/payments/settle.ts'
import type { SubmissionMatcherDependencies } from '../../src/payments/submission-matcher.ts'

/** A defect put into the service on purpose, to prove that the simulation detects it. */
export interface Defect {
  readonly wrapContext?: (base: AppContext) => AppContext
  readonly wrapChains?: (chains: ChainServices) => ChainServices
  /** Whether the service uses the network of a coin. */
  readonly usesCoin?: (coin: CoinCode) => boolean
  readonly match?: NonNullable<SubmissionMatcherDependencies['match']>
}

export const defectNames = [
  'claim',
  'resume',
  'matching',
  'release',
  'coin',
  'lease',
  'schedule',
  'order',
  'twice',
  'block',
  'rate',
  'late',
  'decision',
] as const

export type DefectName = (typeof defectNames)[number]

export const defects: Readonly<Record<DefectName, Defect>> = {
  /** A claim without its condition: a later one takes over the invoice. */
  claim: { wrapContext: (base) => overrideStore(base, 'invoices', claimUnconditionally) },
  /** A missing response counts as a rejection: the claim is released, and the invoice can be paid again. */
  resume: {
    wrapChains: (chains) => {
      const releaseInstead = async (...args: Parameters<Settlement['release']>) =>
        void (await chains.settlement.release(...args))
      return { ...chains, settlement: { ...chains.settlement, scheduleRetry: releaseInstead } }
    },
  },
  /** An amount off by one is accepted. */
  matching: { match: matchApproximately },
  /** The payment fails, and its claim stays. */
  release: {
    wrapContext: (base) =>
      overrideStore(base, 'invoices', ({ advanceSequence }) => ({
        releaseClaim: (uid, _id, events) => advanceSequence(uid, events),
      })),
  },
  /** One of the coins is skipped. */
  coin: { usesCoin: (coin) => coin !== 'DASH' },
  /** The lease of a delivery never ends: what a process was sending when it crashed is lost. */
  lease: {
    wrapContext: (base) =>
      overrideStore(base, 'webhookDeliveries', ({ claim }) => ({
        claim: (assigned, now) => claim(assigned, now, now + 1_000 * day),
      })),
  },
  /** A failed delivery is retried after half of its wait. */
  schedule: {
    wrapContext: (base) =>
      overrideStore(base, 'webhookDeliveries', ({ scheduleRetry }) => ({
        scheduleRetry: (attempt, at, now) => scheduleRetry(attempt, Math.round((now + at) / 2), now),
      })),
  },
  /** A transfer counts twice. */
  twice: {
    wrapContext: (base) => overrideStore(base, 'payments', ({ insert }) => ({ insert: insertTwice(insert) })),
  },
  /** Every other block isn't searched for payments to issued addresses. */
  block: { wrapContext: skipBlocks },
  /** A transfer is worth 1% more than at the rate of its quote. */
  rate: {
    wrapContext: (base) =>
      overrideStore(base, 'payments', ({ insert }) => ({ insert: insertAtHigherValue(insert) })),
  },
  /** A transfer that arrives after the invoice expired pays it. */
  late: {
    wrapContext: (base) =>
      overrideStore(base, 'invoices', ({ lock, advanceSequence }) => ({
        lock: async (uid) => hideExpiry(await lock(uid)),
        advanceSequence: async (uid, events) => hideExpiry(await advanceSequence(uid, events)),
      })),
  },
  /** A merchant's decision about an exception isn't stored. */
  decision: { wrapContext: (base) => overrideStore(base, 'exceptions', () => ({ close: async () => {} })) },
  /** A batch for the broker is sent last event first. */
  order: {
    wrapContext: (base) =>
      overrideStore(base, 'outbox', ({ claimQueued }) => ({
        claimQueued: async (...args) => {
          const { claimed, parked } = await claimQueued(...args)
          return { claimed: claimed.toReversed(), parked }
        },
      })),
  },
}

type Invoices = Stores['invoices']
type LockedInvoice = Awaited<ReturnType<Invoices['lock']>>

const hideExpiry = (invoice: LockedInvoice): LockedInvoice =>
  invoice?.anyWallet && invoice.status === 'expired' ? { ...invoice, status: 'unpaid' } : invoice
type Payments = Stores['payments']

function skipBlocks(base: AppContext): AppContext {
  const { payments } = base.read
  let calls = 0
  const isWatching: Payments['isWatching'] = async (coin) => calls++ % 2 === 0 && payments.isWatching(coin)
  return { ...base, read: { ...base.read, payments: { ...payments, isWatching } } }
}

const insertTwice =
  (insert: Payments['insert']): Payments['insert'] =>
  async (payment, inputs, outputs) => {
    if (payment.via === 'network') {
      const again = outputs.map((output) => ({ ...output, vout: output.vout + 1_000 }))
      await insert({ ...payment, id: `${payment.id}x` }, inputs, again)
    }
    return insert(payment, inputs, outputs)
  }

const insertAtHigherValue =
  (insert: Payments['insert']): Payments['insert'] =>
  ({ value, ...payment }, ...rest) =>
    insert({ ...payment, value: value && { digits: 101n * value.digits, scale: value.scale + 2 } }, ...rest)

/** Replaces some methods of a store inside transactions. */
function overrideStore<Name extends keyof Stores>(
  base: AppContext,
  name: Name,
  overrides: (store: Stores[Name]) => Partial<Stores[Name]>,
): AppContext {
  return {
    ...base,
    transact: (work) =>
      base.transact((stores) => {
        const value = { ...stores[name], ...overrides(stores[name]) }
        return work(Object.create(stores, { [name]: { value } }) as Stores)
      }),
  }
}

const claimUnconditionally = ({ find, releaseClaim, claim }: Invoices): Partial<Invoices> => ({
  claim: async (uid, paymentId, revision) => {
    const holder = (await find(uid))?.claimedBy
    if (holder) await releaseClaim(uid, holder, 0)
    return claim(uid, paymentId, revision)
  },
})

function* matchApproximately(
  ...[quoted, transaction, taken]: Parameters<typeof matchRequest>
): ReturnType<typeof matchRequest> {
  const wrongRequests = quoted.flatMap((each) => [-1n, 1n].map((offset) => changeAmounts(each, offset)))
  for (const requests of [quoted, wrongRequests]) {
    try {
      return yield* matchRequest(requests, transaction, taken)
    } catch (error) {
      if (requests === wrongRequests) throw error
    }
  }
  throw new Error('unreachable')
}

/** Changes the amounts of a request. */
function changeAmounts({ request, ...rest }: QuotedRequest, offset: bigint): QuotedRequest {
  const outputs = request.outputs.map((output) => ({
    ...output,
    amount: toBaseUnits(output.amount + offset),
  }))
  return { ...rest, request: { ...request, outputs } }
}
