import type { CoinCode } from '../../../src/coins/index.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { History } from '../history.ts'
import type { DeliveryChecks } from '../model/deliveries.ts'
import type { Model } from '../model/model.ts'
import type { ReceivedModel } from '../model/received.ts'
import type { createResponseChecks } from '../model/response-checks.ts'
import type { Broker } from '../receivers/broker.ts'
import type { ShopServers } from '../receivers/shop-servers.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Host } from '../service/host.ts'
import type { Merchant } from './merchants.ts'
import type { Wallet } from './wallet.ts'

/** The dependencies of the actors. */
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
  readonly responses: ReturnType<typeof createResponseChecks>
  readonly random: (name: string) => SeededRandom
  /** Transactions that the miner adds to the next block, regardless of the mempool. */
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
  withoutResponse: number
  readonly errors: Map<string, number>
}
