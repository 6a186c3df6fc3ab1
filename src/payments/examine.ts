import type { Transaction } from '../coins/coin.ts'
import { Refused } from '../kernel/refused.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { ancestorsOf } from './ancestors.ts'
import type { PaymentChain } from './chain.ts'
import type { ParsedSubmission, ParsedTransaction } from './parse.ts'
import type { BlockPlace } from './payment.ts'
import { type Held, type Standing, standingsOf } from './standing.ts'
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
  /** Called between questions to the node: throws when the time is up. */
  readonly hurry?: () => void
  /** Virtual bytes that a transaction without signatures will have with them. */
  readonly size?: number
}

/**
 * Checks 7 to 11 of a submission, in their order. Nothing is changed by it. `judged`: the node has looked at these very bytes.
 * @throws {Refused} with what is wrong · {NetworkUnavailable}
 */
export async function examine(
  parsed: ParsedSubmission,
  chain: PaymentChain,
  signatures: SignatureChecker,
  rules: ExamineRules,
): Promise<Examined & { readonly judged: boolean }> {
  const { open, ...examined } = await inspect(parsed, chain, rules)
  const { coin, transactions } = parsed
  const tested = await testFresh(coin, open, chain, signatures, {
    refused: (rejection) =>
      refuseRejected(rejection, coin, { feeRate: rules.feeRate, submission: examined.submission }),
    hurry: rules.hurry,
  })
  return { ...examined, judged: tested === transactions.length }
}

/**
 * Checks 7 to 10, which need no signatures: mined since, final and not replaceable where that is asked, inputs there and enough, fee.
 * `open`: what the network has not judged yet. @throws {Refused} with what is wrong · {NetworkUnavailable}
 */
export async function inspect(
  { coin, transactions }: ParsedSubmission,
  chain: PaymentChain,
  rules: ExamineRules,
): Promise<Examined & { readonly open: readonly Open[] }> {
  const all = transactions.map(({ parsed }) => parsed)
  const standings = await standingsOf(all, chain, rules.sinceHeight, rules.hurry)
  const open = transactions.flatMap(({ hex, parsed }, place) => {
    const standing = standings[place]
    return !standing || standing.known === 'mined' ? [] : [{ hex, parsed, standing }]
  })
  const last = standings.at(-1)
  const block = last?.known === 'mined' ? last.block : null
  if (open.length === 0) return { open, submission: noWeight, replaceable: false, block }

  for (const { parsed } of open) await requireFinal(parsed, chain)
  const own = new Set(all.map(({ id }) => id))
  const ancestors = await ancestorsOf(parentsInPool(open), chain.network, own)
  const replaceable =
    open.some(({ parsed }) => signalsReplacement(coin, parsed)) || ancestors.some((each) => each.replaceable)
  if (replaceable && rules.refuseReplaceable) throw new Refused('tx_replaceable')
  for (const { standing } of open) if (standing.known === 'absent') throw standing.refused

  const submission = open.map((each) => weigh(each, rules.size)).reduce(together, noWeight)
  const above = ancestors.map(({ fee, size }) => ({ fee, size, forgiven: 0 })).reduce(together, noWeight)
  requireFee(rules.feeRate, submission, { above, pooled: last?.known === 'pooled' })
  return { open, submission, replaceable, block }
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
function weigh({ parsed, standing }: Open, claimedSize?: number): Weighed {
  const forgiven = parsed.inputs.length
  if (standing.known === 'pooled') return { fee: standing.pooled.fee, size: standing.pooled.size, forgiven }
  if (standing.known === 'absent') throw standing.refused
  const fee = feeOf(
    parsed,
    standing.held.map(({ amount }) => amount),
  )
  const size = claimedSize === undefined ? parsed.virtualSize : discounted(claimedSize, parsed, standing.held)
  return { fee, size, forgiven }
}

/** The count of a P2WPKH input's witness, a DER signature and a compressed key, each with its length (BIP141). */
const p2wpkhWitness = 1 + 1 + 72 + 1 + 33

/**
 * What a wallet says that a transaction will weigh. Some count the bytes of witnesses in full, and would be refused for a fee that is
 * enough: a claim between the virtual size that it can have and all of its bytes is taken for that mistake.
 */
function discounted(claimed: number, { virtualSize, inputs }: Transaction, held: readonly Held[]): number {
  if (!held.every(({ script }) => script.length === 22 && script[0] === 0 && script[1] === 20)) return claimed
  const witnesses = 2 + inputs.length * p2wpkhWitness
  const signed = virtualSize + Math.ceil(witnesses / 4)
  return claimed <= virtualSize + witnesses ? Math.min(claimed, signed) : claimed
}
