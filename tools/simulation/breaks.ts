import type { ChainServices } from '../../src/composition/chains.ts'
import type { AppContext } from '../../src/composition/context.ts'
import type { Stores } from '../../src/composition/stores.ts'
import { baseUnits } from '../../src/kernel/money.ts'
import { matchRequest, type QuotedRequest } from '../../src/payments/match.ts'
import type { Settlement } from '../../src/payments/settle.ts'
import type { SubmissionMatcherParts } from '../../src/payments/submission-matcher.ts'

/** A defect put into the service on purpose, to prove that the simulation detects it. */
export interface Break {
  readonly base?: (base: AppContext) => AppContext
  readonly chains?: (chains: ChainServices) => ChainServices
  readonly match?: NonNullable<SubmissionMatcherParts['match']>
}

export const breakNames = ['claim', 'resume', 'matching', 'release'] as const

export type BreakName = (typeof breakNames)[number]

export const breaks: Readonly<Record<BreakName, Break>> = {
  /** A claim without its condition: a later one takes over the invoice. */
  claim: { base: (base) => withInvoices(base, claimUnconditionally) },
  /** A missing response counts as a rejection: the claim is released, and the invoice can be paid again. */
  resume: {
    chains: (chains) => {
      const releaseInstead = async (...args: Parameters<Settlement['release']>) =>
        void (await chains.settling.release(...args))
      return { ...chains, settling: { ...chains.settling, scheduleRetry: releaseInstead } }
    },
  },
  /** An amount off by one is accepted. */
  matching: { match: matchApproximately },
  /** The payment fails, and its claim stays. */
  release: {
    base: (base) =>
      withInvoices(base, ({ advanceSequence }) => ({
        releaseClaim: (uid, _id, events) => advanceSequence(uid, events),
      })),
  },
}

type Invoices = Stores['invoices']

/** The same stores, with some invoice methods replaced inside transactions. */
function withInvoices(base: AppContext, others: (invoices: Invoices) => Partial<Invoices>): AppContext {
  return {
    ...base,
    transact: (work) =>
      base.transact((stores) => {
        const invoices = { ...stores.invoices, ...others(stores.invoices) }
        return work(Object.create(stores, { invoices: { value: invoices } }) as Stores)
      }),
  }
}

const claimUnconditionally = ({ find, releaseClaim, claim }: Invoices): Partial<Invoices> => ({
  claim: async (uid, paymentId) => {
    const holder = (await find(uid))?.claimedBy
    if (holder) await releaseClaim(uid, holder, 0)
    return claim(uid, paymentId)
  },
})

function* matchApproximately(
  ...[quoted, transaction, taken]: Parameters<typeof matchRequest>
): ReturnType<typeof matchRequest> {
  const wrong = quoted.flatMap((each) => [-1n, 1n].map((by) => withOtherAmounts(each, by)))
  for (const requests of [quoted, wrong]) {
    try {
      return yield* matchRequest(requests, transaction, taken)
    } catch (error) {
      if (requests === wrong) throw error
    }
  }
  throw new Error('Unreachable.')
}

/** The same request with other amounts. */
function withOtherAmounts({ request, ...rest }: QuotedRequest, by: bigint): QuotedRequest {
  const outputs = request.outputs.map((output) => ({ ...output, amount: baseUnits(output.amount + by) }))
  return { ...rest, request: { ...request, outputs } }
}
