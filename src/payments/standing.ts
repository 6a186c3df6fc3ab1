import type { Outpoint, Transaction } from '../coins/coin.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { Pooled, SpentOutput } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import type { BlockPlace } from './payment.ts'

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
  /** It is an output of a transaction in the pool, or of one of the same submission that the network does not have. */
  readonly unconfirmed: 'pool' | 'submission' | null
}

/** Outputs in one question: what a node answers in one round trip. */
const askedAtOnce = 32
/** An old transaction whose outputs are all spent is not worth asking for more of them. */
const mostOwnOutputs = 100

/**
 * How the network stands to each transaction of a submission, in their order. `sinceHeight`: of the chain when the address was handed out.
 * `hurry` is called between questions to the node, and may throw.
 * @throws {Refused} `tx_too_old` · {NetworkUnavailable}
 */
export async function standingsOf(
  transactions: readonly Transaction[],
  chain: PaymentChain,
  sinceHeight: number,
  hurry: () => void = () => {},
): Promise<Standing[]> {
  const own = new Set(transactions.map(({ id }) => id))
  const found = new Map<string, SpentOutput>()
  await lookUp(transactions, ({ txid }) => !own.has(txid))
  const fresh = new Map<string, Transaction>()
  const taken = new Set<string>()
  const standings: Standing[] = []
  for (const transaction of transactions) {
    const standing = await standingOf(transaction)
    if (standing.known === 'fresh') fresh.set(transaction.id, transaction)
    for (const input of transaction.inputs) taken.add(name(input))
    standings.push(standing)
  }
  return standings

  async function standingOf(transaction: Transaction): Promise<Standing> {
    hurry()
    if (transaction.inputs.some((input) => taken.has(name(input)))) return absent('tx_inputs_spent')
    // Of a parent in the same submission the node knows only what it has itself.
    await lookUp([transaction], ({ txid }) => own.has(txid) && !fresh.has(txid))
    const held = transaction.inputs.map((input) => heldBy(input, found, fresh))
    if (held.every((each) => each !== null)) return { known: 'fresh', held }
    const known = await knownAlready(transaction, chain, { sinceHeight, found })
    if (known) return known
    const isFirst = !standings.some((each) => each.known === 'absent')
    return missing(transaction, found, isFirst ? chain : null)
  }

  /** Asks for inputs, of each transaction until some are gone: then the others cannot make it fresh, and anybody can make up thousands. */
  async function lookUp(some: readonly Transaction[], isAsked: (input: Outpoint) => boolean): Promise<void> {
    const lost = new Set<string>()
    const open = some.flatMap(({ id, inputs }) =>
      inputs.filter(isAsked).map(({ txid, vout }) => ({ id, outpoint: { txid, vout } })),
    )
    for (let first = 0; first < open.length; ) {
      const next: typeof open = []
      for (; first < open.length && next.length < askedAtOnce; first++) {
        const one = open[first]
        if (one && !lost.has(one.id)) next.push(one)
      }
      if (next.length === 0) return
      hurry()
      const spent = await chain.network.spent(next.map(({ outpoint }) => outpoint))
      for (const [place, { id, outpoint }] of next.entries()) {
        const output = spent[place]
        if (output) found.set(name(outpoint), output)
        if (!output?.found) lost.add(id)
      }
    }
  }
}

const name = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

const absent = (code: 'tx_inputs_spent' | 'tx_inputs_unknown'): Standing => ({
  known: 'absent',
  refused: new Refused(code),
})

function heldBy(input: Outpoint, found: Found, fresh: ReadonlyMap<string, Transaction>): Held | null {
  const parent = fresh.get(input.txid)
  if (parent) {
    const output = parent.outputs[input.vout]
    return output ? { ...output, coinbaseHeight: null, unconfirmed: 'submission' } : null
  }
  const spent = found.get(name(input))
  if (!spent?.found) return null
  const { output, height, coinbase } = spent
  return { ...output, coinbaseHeight: coinbase ? height : null, unconfirmed: height === null ? 'pool' : null }
}

/** What the network said of the outputs that a submission spends. */
type Found = ReadonlyMap<string, SpentOutput>

/** Its inputs are gone: perhaps because the network has the transaction itself. */
async function knownAlready(
  { id, inputs, outputs }: Transaction,
  chain: PaymentChain,
  { sinceHeight, found }: { readonly sinceHeight: number; readonly found: Found },
): Promise<Standing | null> {
  const { network } = chain
  const [pooled] = await network.pooled([id])
  if (pooled) return { known: 'pooled', pooled }
  await chain.catchUp()
  // One unspent output tells the height, however old the block is; without any, the blocks are searched.
  const own = await network.spent(outputs.slice(0, mostOwnOutputs).map((_, vout) => ({ txid: id, vout })))
  const height = own.find((output) => output.found && output.height !== null)
  if (height?.found && height.height !== null) return minedAt(id, height.height, chain, sinceHeight)
  if (await isUnmined(inputs, chain, found)) return null
  const block = await chain.findMined(id, sinceHeight)
  return block && { known: 'mined', block }
}

/**
 * The block that holds a transaction has taken all of its inputs from the chain: while one is still there, no block need be searched. Asked
 * again, for the block may have come since.
 */
async function isUnmined(
  inputs: readonly Outpoint[],
  { network }: PaymentChain,
  found: Found,
): Promise<boolean> {
  const there = inputs.filter((input) => isThere(found.get(name(input)))).slice(0, askedAtOnce)
  return there.length > 0 && (await network.spent(there)).some(isThere)
}

/** A transaction of the pool that spends it has not taken it from the chain. */
const isThere = (output: SpentOutput | undefined): boolean =>
  output !== undefined && (output.found || output.spentInPool)

async function minedAt(
  id: string,
  height: number,
  { network }: PaymentChain,
  sinceHeight: number,
): Promise<Standing | null> {
  if (height <= sinceHeight) throw new Refused('tx_too_old')
  const block = await network.block(height)
  // The chain moved between two questions: then it is as if it were in none.
  return block?.txids.includes(id) ? { known: 'mined', block: { height, hash: block.hash } } : null
}

/**
 * Who has its inputs, when it is not the transaction itself? The blocks are searched for the first such of a submission alone: that is the
 * answer, and a payer waits once.
 */
async function missing(
  { inputs }: Transaction,
  found: Found,
  chain: Pick<PaymentChain, 'spentInFollowed'> | null,
): Promise<Standing> {
  // Those that were not asked for any more too: the followed blocks cost the node nothing.
  const gone = inputs.filter((input) => !found.get(name(input))?.found)
  const isSpent =
    gone.some((input) => isThere(found.get(name(input)))) || (await chain?.spentInFollowed(gone))
  return absent(isSpent ? 'tx_inputs_spent' : 'tx_inputs_unknown')
}
