import assert from 'node:assert/strict'
import { createManualClock } from '../../src/kernel/clock.ts'
import { silentLogger } from '../../src/kernel/logger.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createStepRunner } from '../../src/kernel/steps.ts'
import type { BroadcastResult, Network } from '../../src/networks/network.ts'
import type { PaymentChain } from '../../src/payments/chain.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { createUnminedMonitor } from '../../src/payments/unmined-monitor.ts'

export const start = Date.UTC(2026, 0, 1)

export const createAcceptedPayment = (number: number): Payment => ({
  id: `pay_${String(number).padStart(6, '0')}`,
  invoiceUid: `uid ${number}`,
  coin: 'LTC',
  status: 'accepted',
  amount: toBaseUnits(10n),
  networkFee: 1n,
  snapshotId: 's',
  sinceHeight: 0,
  requiredConfirmations: null,
  claimedAt: start,
  leaseUntil: start,
  signalsReplacement: false,
  txid: `tx ${number}`,
  transactions: [{ txid: `tx ${number}`, hex: `0${number}` }],
  block: null,
  doubleSpent: null,
  isReplaced: false,
  acceptedAt: start,
  confirmedAt: null,
  via: 'protocol',
  value: null,
  isCounted: true,
})

export const acceptedByNode: BroadcastResult = { outcome: 'accepted' }
export const rejectedByNode: BroadcastResult = {
  outcome: 'rejected',
  rejection: { reason: 'fee_too_low', text: '' },
}

/** Accepted payments on a fully scripted chain, with logs of network queries and results. */
export function startMonitor(payments: readonly Payment[]) {
  const clock = createManualClock(start)
  const monitor = {
    clock,
    pool: new Set<string>(),
    tip: 'tip 1',
    isTipUnfinished: false,
    /** Followed blocks below the tip. */
    below: [] as { height: number; hash: string }[],
    height: 7,
    searchedHeight: 6,
    /** Changes the chain between the first check and the search. */
    catchUp: async () => {},
    broadcast: (_hex: string): BroadcastResult => acceptedByNode,
    /** The block where another transaction spends the coins of all. */
    spentIn: null as { height: number; hash: string } | null,
    /** The block with the transactions of all. */
    minedIn: null as { height: number; hash: string } | null,
    calls: [] as string[],
    changes: [] as string[],
    searched: [] as string[],
    /** Payments of any wallet reported as rejected by the node. */
    rejected: [] as { id: string; txid: string }[],
    /** Ids of payments with an open exception. */
    exceptional: new Set<string>(),
    /** Whether the coin has a usable node, and its chain a followed block. */
    hasChain: true,
    hasFollowedBlock: true,
    /** Payments whose state has changed since they were listed; null: gone. */
    current: new Map<string, Payment | null>(),
    runRound: () => runRound('LTC'),
  }
  const failOnCall = () => assert.fail('unexpected call')
  const network = {
    findInMempool: async (txids: readonly string[]) => {
      monitor.calls.push('findInMempool')
      return txids.map((txid) =>
        monitor.pool.has(txid) ? { fee: 1n, size: 1, isReplaceable: false, depends: [], time: 0 } : null,
      )
    },
    broadcast: async (hex: string) => {
      monitor.calls.push(`broadcast ${hex}`)
      return monitor.broadcast(hex)
    },
    findBlockSpends: async (hash: string) => {
      monitor.calls.push(`spends ${hash}`)
      const inputs = [{ txid: 'coin', vout: 0 }]
      if (monitor.minedIn?.hash === hash) return [{ txid: 'tx 1', inputs }]
      return monitor.spentIn?.hash === hash ? [{ txid: 'conflicting', inputs }] : []
    },
    findOutputsTo: async () => [],
  } as Partial<Network> as Network
  const chain: PaymentChain = {
    network,
    getTipHeight: () => 7,
    findFollowedTip: async () => null,
    catchUp: () => monitor.catchUp(),
    findSpendingBlock: failOnCall,
    findMined: failOnCall,
  }
  const { recheckUnmined: runRound } = createUnminedMonitor({
    reader: {
      findUnmined: async (_coin, above, limit) =>
        payments
          .filter(({ id }) => id > above)
          .slice(0, limit)
          .map(({ id, transactions, doubleSpent, isReplaced }) => ({
            id,
            txid: transactions.at(-1)?.txid ?? '',
            doubleSpentIn: doubleSpent?.hash ?? null,
            isReplaced,
            hasException: monitor.exceptional.has(id),
            searchedHeight: monitor.searchedHeight,
          })),
      find: async (id) =>
        monitor.current.has(id)
          ? (monitor.current.get(id) ?? null)
          : (payments.find((payment) => payment.id === id) ?? null),
      findWatchedPayment: async () => ({
        ownTxids: new Set(),
        inputs: [{ txid: 'coin', vout: 0 }],
        requiredOutputs: [],
      }),
      findTakenOutputs: async () => [],
      listFollowedBlocks: async () =>
        monitor.hasFollowedBlock
          ? [
              { height: monitor.height, hash: monitor.tip, isUnfinished: monitor.isTipUnfinished },
              ...monitor.below.map((block) => ({ ...block, isUnfinished: false })),
            ]
          : [],
    },
    chains: { find: () => (monitor.hasChain ? chain : null), signatures: failOnCall as never },
    recordReplaced: async (_coin, _network, rejected) => void monitor.rejected.push(...rejected),
    changes: {
      reverse: async ({ id }, { hash }) => void monitor.changes.push(`reverse ${id} in ${hash}`),
      recordReplaced: failOnCall,
      restore: async ({ id }) => void monitor.changes.push(`restore ${id}`),
      recordBlock: async ({ id }, { hash }) => void monitor.changes.push(`place ${id} in ${hash}`),
      replace: failOnCall,
      markSearched: async (_coin, ids, { height }) =>
        void monitor.searched.push(`${ids.join()} to ${height}`),
    },
    clock,
    log: silentLogger,
    runSteps: createStepRunner(),
  })
  return monitor
}
