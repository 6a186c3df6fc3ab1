import { type AuditEntry, type AuditLog, serviceActor } from '../audit/entry.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Clock } from '../kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../kernel/money.ts'
import { type Block, type BlockRef, type Network, NetworkUnavailableError } from '../networks/network.ts'
import type { FoundPaymentTasks } from '../payments/confirm.ts'
import type { FoundBlockPayments, FoundOutput, PaymentFinder } from './find.ts'
import type { PaidTotal } from './limits.ts'
import type { FoundPaymentRecorder, RecordStores } from './record.ts'

export interface BlockPaymentStore {
  /** Sums the outputs of the invoice's payments in a block. */
  sumRecorded(coin: CoinCode, uid: string, block: BlockRef): Promise<PaidTotal>
}

type BlockStores = RecordStores & { readonly payments: BlockPaymentStore; readonly audit: AuditLog }

interface BlockReaderDependencies {
  /** Whether there is a watched address of this coin. */
  readonly isWatching: (coin: CoinCode) => Promise<boolean>
  readonly findNetwork: (coin: CoinCode) => Pick<Network, 'findPayingInBlock'> | null
  readonly finder: Pick<PaymentFinder, 'searchBlock'>
  readonly record: FoundPaymentRecorder
  readonly clock: Clock
}

/** Finds payments to watched addresses in a block, before the block is connected. Reads nothing while no address is watched. */
export function createFoundBlockReader({
  isWatching,
  findNetwork,
  finder,
  record,
  clock,
}: BlockReaderDependencies) {
  /**
   * Returns the tasks that record the found payments, the first of them in the transaction that connects the block.
   * @throws {NetworkUnavailableError} the follower then retries the block
   */
  return async function prepareFoundPayments(
    coin: CoinCode,
    block: Block,
  ): Promise<FoundPaymentTasks<BlockStores>> {
    if (!(await isWatching(coin))) return { phases: [], finish: async () => {} }
    const network = findNetwork(coin)
    if (!network) throw new NetworkUnavailableError(`no ${coin} network`)
    return listTasks(block, await finder.searchBlock(coin, network, block))
  }

  function listTasks(block: Block, { outputs, totals }: FoundBlockPayments): FoundPaymentTasks<BlockStores> {
    const omitted = new Map<string, FoundOutput>()
    const shortfalls = new Map<string, Shortfall>()
    const tasks = [...Map.groupBy(outputs, ({ script }) => script)].flatMap(([script, foundOutputs]) =>
      [...Map.groupBy(foundOutputs, ({ txid }) => txid).values()].map(
        (transactionOutputs) => async (stores: BlockStores) => {
          const isRecorded = await record(stores, transactionOutputs)
          const [output] = transactionOutputs
          if (output && (!isRecorded || foundOutputs.length < (totals.get(script)?.count ?? 0)))
            omitted.set(script, output)
        },
      ),
    )
    const listMeasurements = async () =>
      [...omitted].map(([script, output]) => async (stores: BlockStores) => {
        const shortfall = await measureShortfall(stores, block, output, totals.get(script))
        if (shortfall) shortfalls.set(script, shortfall)
      })
    // Last, because only one transaction at a time writes the audit log.
    const finish = async ({ audit }: BlockStores) => {
      for (const entry of listOmitted(block, [...shortfalls.values()])) await audit.record(entry)
    }
    return { phases: [async () => tasks, listMeasurements], finish }
  }

  /** Payments of an invoice in the block that were not recorded; null if all were. */
  async function measureShortfall(
    { invoices, payments }: BlockStores,
    block: BlockRef,
    { coin, invoiceUid: uid }: FoundOutput,
    total: PaidTotal | undefined,
  ): Promise<Shortfall | null> {
    const invoice = await invoices.lock(uid)
    const recorded = await payments.sumRecorded(coin, uid, block)
    const count = (total?.count ?? 0) - recorded.count
    if (!invoice || !total || count <= 0) return null
    return { accountId: invoice.accountId, uid, coin, count, amount: total.amount - recorded.amount }
  }

  /** The audit entries about payments beyond the limits. */
  function listOmitted({ height }: BlockRef, shortfalls: readonly Shortfall[]): AuditEntry[] {
    const at = clock.now()
    const byAccount = Map.groupBy(shortfalls, ({ accountId }) => accountId)
    return [...byAccount].flatMap(([accountId, accountShortfalls]) => {
      const sorted = accountShortfalls.toSorted((one, other) => Number(other.amount - one.amount))
      const smaller = sorted.slice(maxEntriesPerAccount)
      const details = sorted
        .slice(0, maxEntriesPerAccount)
        .map((shortfall) => ({ invoice: shortfall.uid, ...sumUp([shortfall]) }))
      return [
        ...details,
        ...(smaller.length > 0 ? [{ invoices: smaller.length, ...sumUp(smaller) }] : []),
      ].map((detail) => ({
        at,
        accountId,
        actor: serviceActor,
        action: 'payment.limit.exceeded',
        detail: { ...detail, height },
      }))
    })
  }
}

/** Payments of an invoice in one block that were not recorded. */
interface Shortfall {
  readonly accountId: number
  readonly uid: string
  readonly coin: CoinCode
  readonly count: number
  readonly amount: bigint
}

/**
 * Invoices with a separate audit entry, per account and block: those with the largest sums. One entry sums up the others, because a large
 * block can flood tens of thousands of invoices, entries are kept permanently, and all are written in one transaction.
 */
const maxEntriesPerAccount = 20

function sumUp(shortfalls: readonly Pick<Shortfall, 'coin' | 'count' | 'amount'>[]) {
  const total = shortfalls.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    coin: shortfalls[0]?.coin ?? null,
    payments: shortfalls.reduce((sum, { count }) => sum + count, 0),
    amount: formatCoins(toBaseUnits(total)),
  }
}
