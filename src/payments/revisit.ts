import type { CoinCode } from '../coins/index.ts'
import { type Clock, type Instant, minute, second } from '../kernel/clock.ts'
import { type BlockRef, NetworkUnavailable } from '../networks/network.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import type { ChainChanges } from './change.ts'
import { type AtRisk, conflictIn } from './conflict.ts'
import { type BlockPlace, lastTxid, type Payment } from './payment.ts'

/** An accepted payment that is in no block. */
export interface Unmined {
  readonly id: string
  /** The transaction that pays. */
  readonly txid: string
  /** Hash of the block in which another transaction has its coins. */
  readonly doubleSpentIn: string | null
}

export interface RevisitReader {
  /** By their ids, above that one, at most so many. */
  unmined(coin: CoinCode, above: string, limit: number): Promise<Unmined[]>
  find(id: string): Promise<Payment | null>
  atRisk(id: string): Promise<AtRisk>
  /** Outputs of a transaction that live payments of other invoices have taken. */
  takenByOthers(coin: CoinCode, txid: string, uid: string): Promise<number[]>
  /** The blocks that were followed last, newest first. */
  followed(coin: CoinCode): Promise<readonly BlockRef[]>
}

export interface RevisitParts {
  readonly reader: RevisitReader
  readonly chains: PaymentChains
  readonly changes: ChainChanges
  readonly clock: Clock
}

/** Until when, or until which block, a missing payment is left alone. */
interface Wait {
  readonly until: Instant
  readonly ms: number
  readonly tip: string
}

/** One call to the node asks for so many. */
const batch = 5_000
/** One that the node will not have, for a full pool or a low fee, is offered again after growing waits. */
const firstWaitMs = 15 * second
const longestWaitMs = 10 * minute

/**
 * Looks after accepted payments that are in no block. One that the pool has lost is sent again, or found in a block that was missed; one
 * whose coins another transaction has, in a block, is reversed, or goes on under that transaction's id when it pays the same; one that is
 * back is restored. However many payments are open, a round costs one question for the pool; only those that are missing cost more.
 */
export function revisitPayments({ reader, chains, changes, clock }: RevisitParts) {
  const waits = new Map<string, Wait>()
  return revisit

  /** One round. A network that does not answer is somebody else's to tell of. */
  async function revisit(coin: CoinCode): Promise<void> {
    const chain = chains.find(coin)
    if (!chain) return
    try {
      await lookAt(coin, chain)
    } catch (error) {
      if (!(error instanceof NetworkUnavailable)) throw error
    }
  }

  async function lookAt(coin: CoinCode, chain: PaymentChain): Promise<void> {
    const followed = new Set((await reader.followed(coin)).map(({ hash }) => hash))
    const seen = new Set<string>()
    for (let above = ''; ; ) {
      const open = await reader.unmined(coin, above, batch)
      const last = open.at(-1)
      if (!last) break
      above = last.id
      const pooled = await chain.network.pooled(open.map(({ txid }) => txid))
      for (const [place, payment] of open.entries()) {
        seen.add(payment.id)
        if (pooled[place]) await isBack(payment)
        else await isMissing(payment, chain, followed)
      }
    }
    for (const [id, { until }] of waits) if (!seen.has(id) && until <= clock.now()) waits.delete(id)
  }

  async function isBack({ id, doubleSpentIn }: Unmined): Promise<void> {
    waits.delete(id)
    const payment = doubleSpentIn === null ? null : await reader.find(id)
    if (payment) await changes.restore(payment)
  }

  async function isMissing(
    { id, txid, doubleSpentIn }: Unmined,
    chain: PaymentChain,
    followed: ReadonlySet<string>,
  ): Promise<void> {
    // While that block stands there is nothing to be done.
    if (doubleSpentIn !== null && followed.has(doubleSpentIn)) return
    const [tip = ''] = followed
    const wait = waits.get(id)
    // A new block may tell who has the coins: it is looked at in any case.
    if (wait && wait.until > clock.now() && wait.tip === tip) return
    const payment = await reader.find(id)
    if (payment?.status !== 'accepted' || payment.block) return
    // The bytes of one that took another's place are not ours to send.
    if (lastTxid(payment) === txid && (await isTaken(payment, chain))) {
      waits.delete(id)
      if (payment.doubleSpent) await changes.restore(payment)
      const [pooled] = await chain.network.pooled([txid])
      if (!pooled) await isPlaced(payment, txid, chain)
    } else if (!(await isPlaced(payment, txid, chain)) && !(await isSettled(payment, chain))) {
      // Nobody has its coins any more, not even the one that took its place: what was handed in pays as well.
      if (lastTxid(payment) !== txid) await isTaken(payment, chain)
      postpone(id, tip)
    }
  }

  /** Is it in a block that came while the payment was not written yet? Then that is written down. */
  async function isPlaced(payment: Payment, txid: string, chain: PaymentChain): Promise<boolean> {
    const block = await chain.findMined(txid, payment.sinceHeight)
    if (block) await changes.place(payment, block)
    return block !== null
  }

  /** Hands the bytes on again. */
  async function isTaken(payment: Payment, { network }: PaymentChain): Promise<boolean> {
    for (const { hex } of payment.transactions) {
      const answer = await network.broadcast(hex.toLowerCase())
      if (answer.outcome === 'rejected') return false
      if (answer.outcome !== 'accepted') throw new NetworkUnavailable(answer.text)
    }
    return true
  }

  /** Has another transaction its coins, in a block? Then that is written down. */
  async function isSettled(payment: Payment, chain: PaymentChain): Promise<boolean> {
    const atRisk = await reader.atRisk(payment.id)
    await chain.catchUp()
    // Asked for all of them first: nearly always there is nothing, and each look has a patience of its own.
    if (!(await chain.spentInFollowed(atRisk.inputs))) return false
    for (const input of atRisk.inputs) {
      const block = await chain.spentInFollowed([input])
      if (block && (await judged(payment, chain, { block, atRisk }))) return true
    }
    return false
  }

  async function judged(
    payment: Payment,
    { network }: PaymentChain,
    { block, atRisk }: { readonly block: BlockPlace; readonly atRisk: AtRisk },
  ): Promise<boolean> {
    const scripts = atRisk.due.map(({ script }) => Buffer.from(script, 'hex'))
    const [spends, outputs] = await Promise.all([
      network.spends(block.hash),
      network.outputsTo(scripts, block.hash),
    ])
    const conflict = conflictIn(spends, outputs, atRisk)
    if (!conflict) return false
    const { rival, heir } = conflict
    const others = heir && new Set(await reader.takenByOthers(payment.coin, heir.txid, payment.invoiceUid))
    if (heir && !heir.outputs.some(({ vout }) => others?.has(vout)))
      await changes.replace(payment, block, heir)
    else await changes.reverse(payment, block, rival)
    return true
  }

  function postpone(id: string, tip: string): void {
    const ms = Math.min(longestWaitMs, 2 * (waits.get(id)?.ms ?? firstWaitMs / 2))
    waits.set(id, { until: clock.now() + ms, ms, tip })
  }
}
