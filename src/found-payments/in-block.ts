import type { AuditLog } from '../audit/entry.ts'
import { serviceActor } from '../audit/entry.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Clock } from '../kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../kernel/money.ts'
import { type Block, type BlockRef, type Network, NetworkUnavailable } from '../networks/network.ts'
import type { FoundTasks } from '../payments/confirm.ts'
import type { FoundInBlock, FoundOutput, PaymentFinder } from './find.ts'
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
   * @throws {NetworkUnavailable} the follower then retries the block
   */
  return async function prepareFound(coin: CoinCode, block: Block): Promise<FoundTasks<BlockStores>> {
    if (!(await isWatching(coin))) return { tasks: [], finish: async () => {} }
    const network = findNetwork(coin)
    if (!network) throw new NetworkUnavailable(`no ${coin} network`)
    return listTasks(block, await finder.searchBlock(coin, network, block))
  }

  function listTasks(block: Block, { outputs, totals }: FoundInBlock): FoundTasks<BlockStores> {
    const omitted = new Map<string, FoundOutput>()
    const tasks = [...Map.groupBy(outputs, ({ script }) => script)].flatMap(([script, found]) =>
      found.map((output) => async (stores: BlockStores) => {
        const isRecorded = await record(stores, output)
        if (!isRecorded || found.length < (totals.get(script)?.count ?? 0)) omitted.set(script, output)
      }),
    )
    // Last, because only one transaction at a time writes the audit log.
    const finish = async (stores: BlockStores) => {
      for (const [script, output] of omitted) await reportOmitted(stores, block, output, totals.get(script))
    }
    return { tasks, finish }
  }

  /** Records payments beyond the limits in the merchant's audit log. */
  async function reportOmitted(
    { invoices, payments, audit }: BlockStores,
    block: BlockRef,
    { coin, invoiceUid: uid }: FoundOutput,
    total: PaidTotal | undefined,
  ): Promise<void> {
    const invoice = await invoices.advanceSequence(uid, 0)
    const recorded = await payments.sumRecorded(coin, uid, block)
    const count = (total?.count ?? 0) - recorded.count
    if (!invoice || !total || count <= 0) return
    const amount = formatCoins(toBaseUnits(total.amount - recorded.amount))
    await audit.record({
      at: clock.now(),
      accountId: invoice.accountId,
      actor: serviceActor,
      action: 'payment.limit.exceeded',
      detail: { invoice: uid, coin, payments: count, amount, height: block.height },
    })
  }
}
