import type { CoinCode } from '../../../src/coins/index.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { History } from '../history.ts'
import type { createAnswerChecks } from '../model/answers.ts'
import type { DeliveryChecks } from '../model/deliveries.ts'
import type { Model } from '../model/model.ts'
import type { ReceivedModel } from '../model/received.ts'
import type { Broker } from '../receivers/broker.ts'
import type { ShopServers } from '../receivers/shop-servers.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Seeded } from '../seeded.ts'
import type { Host } from '../service/host.ts'
import type { Merchant } from './merchants.ts'
import type { Wallet } from './wallet.ts'

/** Everything that the actors can reach. */
export interface ActorContext {
  readonly scheduler: Scheduler
  readonly history: History
  readonly hosts: readonly Host[]
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
  readonly wallets: ReadonlyMap<CoinCode, Wallet>
  readonly merchants: readonly Merchant[]
  readonly model: Model
  readonly received: ReceivedModel
  readonly deliveries: DeliveryChecks
  readonly servers: ShopServers
  readonly broker: Broker
  readonly answers: ReturnType<typeof createAnswerChecks>
  readonly random: (name: string) => Seeded
  /** Transactions that a miner adds to his next block, whatever is in the mempool. */
  readonly minerTransactions: Map<CoinCode, string[]>
  readonly counts: Counts
}

/** The outcomes of the sales. */
export interface Counts {
  sales: number
  /** Number of the latest sale. */
  lastSale: number
  submissions: number
  successes: number
  unanswered: number
  readonly refusals: Map<string, number>
}
