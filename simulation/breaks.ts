import type { Base } from '../src/base.ts'
import type { JoinedChains } from '../src/chains.ts'
import { baseUnits } from '../src/kernel/money.ts'
import { type Asked, type Match, matchRequest } from '../src/payments/match.ts'
import type { MatchingParts } from '../src/payments/matching.ts'
import type { Settlement } from '../src/payments/settle.ts'
import type { Stores } from '../src/stores.ts'

/** A part of the service that is put out of order, to see that the simulation notices. */
export interface Break {
  readonly base?: (base: Base) => Base
  readonly chains?: (chains: JoinedChains) => JoinedChains
  readonly match?: NonNullable<MatchingParts['match']>
}

export const breakNames = ['claim', 'resume', 'matching', 'release'] as const

export type BreakName = (typeof breakNames)[number]

export const breaks: Readonly<Record<BreakName, Break>> = {
  /** A claim without its condition: who comes later takes the invoice from who has it. */
  claim: { base: (base) => withInvoices(base, claimAnyhow) },
  /** No answer is taken for a no: the claim is released, and the invoice may be paid again. */
  resume: {
    chains: (chains) => {
      const keep = async (...given: Parameters<Settlement['release']>) =>
        void (await chains.settling.release(...given))
      return { ...chains, settling: { ...chains.settling, keep } }
    },
  },
  /** An amount that is wrong by one is right. */
  matching: { match: matchNearly },
  /** The payment ends, and its claim stands. */
  release: {
    base: (base) =>
      withInvoices(base, ({ note }) => ({ releaseClaim: (uid, _id, events) => note(uid, events) })),
  },
}

type Invoices = Stores['invoices']

/** The same stores, with other methods of the invoices' inside of transactions. */
function withInvoices(base: Base, others: (invoices: Invoices) => Partial<Invoices>): Base {
  return {
    ...base,
    transact: (work) =>
      base.transact((stores) => {
        const invoices = { ...stores.invoices, ...others(stores.invoices) }
        return work(Object.create(stores, { invoices: { value: invoices } }) as Stores)
      }),
  }
}

const claimAnyhow = ({ find, releaseClaim, claim }: Invoices): Partial<Invoices> => ({
  claim: async (uid, paymentId) => {
    const holder = (await find(uid))?.claimedBy
    if (holder) await releaseClaim(uid, holder, 0)
    return claim(uid, paymentId)
  },
})

function matchNearly(...[asked, transaction, taken]: Parameters<typeof matchRequest>): Match {
  const wrong = asked.flatMap((each) => [-1n, 1n].map((by) => otherwise(each, by)))
  for (const those of [asked, wrong]) {
    try {
      return matchRequest(those, transaction, taken)
    } catch (error) {
      if (those === wrong) throw error
    }
  }
  throw new Error('Something was thrown before.')
}

/** The same request with other amounts. */
function otherwise({ request, ...asked }: Asked, by: bigint): Asked {
  const outputs = request.outputs.map((output) => ({ ...output, amount: baseUnits(output.amount + by) }))
  return { ...asked, request: { ...request, outputs } }
}
