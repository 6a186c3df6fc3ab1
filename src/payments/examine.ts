import type { Outpoint, Transaction } from '../coins/coin.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { Pooled, SpentOutput } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { ancestorsOf } from './ancestors.ts'
import type { PaymentChain } from './chain.ts'
import type { ParsedSubmission, ParsedTransaction } from './parse.ts'
import type { BlockPlace } from './payment.ts'
import { refuseRejected, testFresh } from './test-fresh.ts'
import { feeOf, isFinal, noWeight, requireFee, signalsReplacement, together, type Weighed } from './verify.ts'

/** How far the network has come with a transaction before we hand it on. */
export type Standing =
  /** Every input is there to be spent. `held`: what each input holds. */
  | { readonly known: 'fresh'; readonly held: readonly Held[] }
  /** The node's pool has it already: it judged signatures and inputs. */
  | { readonly known: 'pooled'; readonly pooled: Pooled }
  /** It is in a block mined since the address was handed out: the network has judged it. */
  | { readonly known: 'mined'; readonly block: BlockPlace }

  /** Its inputs cannot be spent: then the answer. */
  | { readonly known: 'absent'; readonly refused: Refused }

/** What an input spends. */
export interface Held {
  readonly script: Uint8Array
  readonly amount: BaseUnits
  readonly coinbaseHeight: number | null
  /** It is an output of a transaction in the pool, or of the same submission. */
  readonly unconfirmed: 'pool' | 'submission' | null
}

export interface Examined {
  /** Fee and size of what is not mined yet. */
  readonly submission: Weighed
  /** It or an unconfirmed ancestor signals replacement. */
  readonly replaceable: boolean
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
  const standings = await standingsOf(transactions, chain, rules)
  const open = transactions.flatMap(({ hex, parsed }, place) => {
    const standing = standings[place]
    return !standing || standing.known === 'mined' ? [] : [{ hex, parsed, standing }]
  })
  // The last one pays: where that is mined, so is the payment.
  const paying = standings.at(-1)
  const block = paying?.known === 'mined' ? paying.block : null
  if (open.length === 0) return { submission: noWeight, replaceable: false, block }

  for (const { parsed } of open) await requireFinal(parsed, chain)
  const ancestors = await ancestorsOf(parentsInPool(open), chain.network)
  const replaceable =
    open.some(({ parsed }) => signalsReplacement(coin, parsed)) || ancestors.some((each) => each.replaceable)
  if (replaceable && rules.refuseReplaceable) throw new Refused('tx_replaceable')
  for (const { standing } of open) if (standing.known === 'absent') throw standing.refused

  const submission = open.map(weigh).reduce(together, noWeight)
  const above = ancestors.map(({ fee, size }) => ({ fee, size, forgiven: 0 })).reduce(together, noWeight)
  requireFee(rules.feeRate, submission, above)
  await testFresh(coin, open, chain, signatures, (rejection) =>
    refuseRejected(rejection, coin, rules.feeRate, submission),
  )
  return { submission, replaceable, block }
}

export interface Open extends ParsedTransaction {
  readonly standing: Exclude<Standing, { known: 'mined' }>
}

async function standingsOf(
  transactions: readonly ParsedTransaction[],
  chain: PaymentChain,
  rules: ExamineRules,
): Promise<Standing[]> {
  const outside = outsideInputs(transactions)
  const spent = await chain.network.spent(outside)
  const found = new Map(outside.map((outpoint, place) => [name(outpoint), spent[place]]))
  const earlier = new Map<string, Transaction>()
  const standings: Standing[] = []
  for (const { parsed } of transactions) {
    const held = parsed.inputs.map((input) => heldBy(input, found, earlier))
    const standing = held.every((each) => each !== null)
      ? { known: 'fresh' as const, held }
      : await knownElsewhere(parsed, chain, rules, found)
    standings.push(standing)
    earlier.set(parsed.id, parsed)
  }
  return standings
}

const name = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** What the submission spends of others. @throws {Refused} `tx_inputs_spent` when two of its transactions spend the same */
function outsideInputs(transactions: readonly ParsedTransaction[]): Outpoint[] {
  const own = new Set(transactions.map(({ parsed }) => parsed.id))
  const inputs = transactions.flatMap(({ parsed }) => parsed.inputs)
  if (new Set(inputs.map(name)).size < inputs.length) throw new Refused('tx_inputs_spent')
  return inputs.filter(({ txid }) => !own.has(txid)).map(({ txid, vout }) => ({ txid, vout }))
}

function heldBy(
  input: Outpoint,
  found: ReadonlyMap<string, SpentOutput | undefined>,
  earlier: ReadonlyMap<string, Transaction>,
): Held | null {
  const parent = earlier.get(input.txid)
  if (parent) {
    const output = parent.outputs[input.vout]
    return output ? { ...output, coinbaseHeight: null, unconfirmed: 'submission' } : null
  }
  const spent = found.get(name(input))
  if (!spent?.found) return null
  const { output, height, coinbase } = spent
  return { ...output, coinbaseHeight: coinbase ? height : null, unconfirmed: height === null ? 'pool' : null }
}

/** Its inputs are gone: because the network has the transaction already, or because of another one. */
async function knownElsewhere(
  { id, inputs, outputs }: Transaction,
  chain: PaymentChain,
  { sinceHeight }: ExamineRules,
  found: ReadonlyMap<string, SpentOutput | undefined>,
): Promise<Standing> {
  const [pooled] = await chain.network.pooled([id])
  if (pooled) return { known: 'pooled', pooled }
  await chain.catchUp()
  const block = await chain.findMined(id, sinceHeight)
  if (block) return { known: 'mined', block }
  const own = await chain.network.spent(outputs.map((_, vout) => ({ txid: id, vout })))
  if (own.some((output) => output.found && output.height !== null && output.height <= sinceHeight)) {
    throw new Refused('tx_too_old')
  }
  for (const input of inputs) {
    const spent = found.get(name(input))
    if (!spent || spent.found) continue
    if (spent.spentInPool || (await chain.spentInFollowed(input))) {
      return { known: 'absent', refused: new Refused('tx_inputs_spent') }
    }
  }
  return { known: 'absent', refused: new Refused('tx_inputs_unknown') }
}

async function requireFinal(transaction: Transaction, chain: PaymentChain): Promise<void> {
  const tip = chain.tipHeight()
  if (!(await isFinal(transaction, tip, () => chain.medianTime()))) throw new Refused('tx_not_final')
}

const parentsInPool = (open: readonly Open[]): string[] => [...new Set(open.flatMap(poolParentsOf))]

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
