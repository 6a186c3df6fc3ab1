import type { Transaction } from '../coins/coin.ts'
import { Refused } from '../kernel/refused.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { ancestorsOf } from './ancestors.ts'
import type { PaymentChain } from './chain.ts'
import type { ParsedSubmission, ParsedTransaction } from './parse.ts'
import type { BlockPlace } from './payment.ts'
import { type Standing, standingsOf } from './standing.ts'
import { refuseRejected, testFresh } from './test-fresh.ts'
import { feeOf, isFinal, noWeight, requireFee, signalsReplacement, together, type Weighed } from './verify.ts'

export interface Examined {
  /** Fee and size of what is not mined yet. */
  readonly submission: Weighed
  /** It or an unconfirmed ancestor signals replacement. */
  readonly replaceable: boolean
  /** The block that holds the transaction that pays, or null. */
  readonly block: BlockPlace | null
}

export interface ExamineRules {
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** Height of the chain when the address was handed out. */
  readonly sinceHeight: number
  readonly refuseReplaceable: boolean
}

/**
 * Checks 7 to 11 of a submission, in their order: mined since, final and not replaceable where that is asked, inputs there and enough, fee, the node's test.
 * Nothing is changed by it.
 * @throws {Refused} with what is wrong · {NetworkUnavailable}
 */
export async function examine(
  { coin, transactions }: ParsedSubmission,
  chain: PaymentChain,
  signatures: SignatureChecker,
  rules: ExamineRules,
): Promise<Examined> {
  const all = transactions.map(({ parsed }) => parsed)
  const standings = await standingsOf(all, chain, rules.sinceHeight)
  const open = transactions.flatMap(({ hex, parsed }, place) => {
    const standing = standings[place]
    return !standing || standing.known === 'mined' ? [] : [{ hex, parsed, standing }]
  })
  const last = standings.at(-1)
  const block = last?.known === 'mined' ? last.block : null
  if (open.length === 0) return { submission: noWeight, replaceable: false, block }

  for (const { parsed } of open) await requireFinal(parsed, chain)
  const own = new Set(all.map(({ id }) => id))
  const ancestors = await ancestorsOf(parentsInPool(open), chain.network, own)
  const replaceable =
    open.some(({ parsed }) => signalsReplacement(coin, parsed)) || ancestors.some((each) => each.replaceable)
  if (replaceable && rules.refuseReplaceable) throw new Refused('tx_replaceable')
  for (const { standing } of open) if (standing.known === 'absent') throw standing.refused

  const submission = open.map(weigh).reduce(together, noWeight)
  const above = ancestors.map(({ fee, size }) => ({ fee, size, forgiven: 0 })).reduce(together, noWeight)
  requireFee(rules.feeRate, submission, { above, pooled: last?.known === 'pooled' })
  await testFresh(coin, open, chain, signatures, (rejection) =>
    refuseRejected(rejection, coin, rules.feeRate, submission),
  )
  return { submission, replaceable, block }
}

export interface Open extends ParsedTransaction {
  readonly standing: Exclude<Standing, { known: 'mined' }>
}

/** Wallets write the newest height that they know into the lock time: before we say no, we look at the newest block. */
async function requireFinal(transaction: Transaction, chain: PaymentChain): Promise<void> {
  if (await isFinalNow(transaction, chain)) return
  await chain.catchUp()
  if (!(await isFinalNow(transaction, chain))) throw new Refused('tx_not_final')
}

const isFinalNow = (transaction: Transaction, chain: PaymentChain): Promise<boolean> =>
  isFinal(transaction, chain.tipHeight(), () => chain.medianTime())

const parentsInPool = (open: readonly Open[]): string[] => open.flatMap(poolParentsOf)

function poolParentsOf({ parsed, standing }: Open): readonly string[] {
  if (standing.known === 'pooled') return standing.pooled.depends
  if (standing.known === 'absent') return []
  const { held } = standing
  return parsed.inputs.flatMap(({ txid }, place) => (held[place]?.unconfirmed === 'pool' ? [txid] : []))
}

/** Signatures vary by a byte each: one is forgiven per input. */
function weigh({ parsed, standing }: Open): Weighed {
  const forgiven = parsed.inputs.length
  if (standing.known === 'pooled') return { fee: standing.pooled.fee, size: standing.pooled.size, forgiven }
  if (standing.known === 'absent') throw standing.refused
  const fee = feeOf(
    parsed,
    standing.held.map(({ amount }) => amount),
  )
  return { fee, size: parsed.virtualSize, forgiven }
}
