import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute, second } from '../kernel/clock.ts'
import { silentLogger } from '../kernel/logger.ts'
import { baseUnits } from '../kernel/money.ts'
import { createStepRunner } from '../kernel/steps.ts'
import type { BroadcastResult, Network } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import type { Payment } from './payment.ts'
import { createUnminedMonitor } from './unmined-monitor.ts'

const start = Date.UTC(2026, 0, 1)

const accepted = (number: number): Payment => ({
  id: `pay_${String(number).padStart(6, '0')}`,
  invoiceUid: `uid ${number}`,
  coin: 'LTC',
  status: 'accepted',
  amount: baseUnits(10n),
  networkFee: 1n,
  snapshotId: 's',
  sinceHeight: 0,
  requiredConfirmations: null,
  claimedAt: start,
  leaseUntil: start,
  replaceable: false,
  transactions: [{ txid: `tx ${number}`, hex: `0${number}` }],
  block: null,
  doubleSpent: null,
  acceptedAt: start,
  confirmedAt: null,
  reason: null,
})

const yes: BroadcastResult = { outcome: 'accepted' }
const no: BroadcastResult = { outcome: 'rejected', rejection: { reason: 'fee_too_low', text: '' } }

/** Accepted payments on a fully scripted chain, with logs of network queries and results. */
function watched(payments: readonly Payment[]) {
  const clock = createManualClock(start)
  const self = {
    clock,
    pool: new Set<string>(),
    tip: 'tip 1',
    /** Followed blocks below the tip. */
    below: [] as { height: number; hash: string }[],
    height: 7,
    searchedHeight: 6,
    /** What happens to the chain between the first check and the search. */
    catchUp: async () => {},
    answer: (_hex: string): BroadcastResult => yes,
    /** The block where another transaction spends the coins of all. */
    spentIn: null as { height: number; hash: string } | null,
    /** The block with the transactions of all. */
    minedIn: null as { height: number; hash: string } | null,
    asked: [] as string[],
    changes: [] as string[],
    searched: [] as string[],
    revisit: () => revisit('LTC'),
  }
  const never = () => assert.fail('unexpected call')
  const network = {
    findInMempool: async (txids: readonly string[]) => {
      self.asked.push('pooled')
      return txids.map((txid) =>
        self.pool.has(txid) ? { fee: 1n, size: 1, replaceable: false, depends: [] } : null,
      )
    },
    broadcast: async (hex: string) => {
      self.asked.push(`broadcast ${hex}`)
      return self.answer(hex)
    },
    findBlockSpends: async (hash: string) => {
      self.asked.push(`spends ${hash}`)
      const inputs = [{ txid: 'coin', vout: 0 }]
      if (self.minedIn?.hash === hash) return [{ txid: 'tx 1', inputs }]
      return self.spentIn?.hash === hash ? [{ txid: 'rival', inputs }] : []
    },
    outputsTo: async () => [],
  } as Partial<Network> as Network
  const chain: PaymentChain = {
    network,
    tipHeight: () => 7,
    followedTip: async () => null,
    catchUp: () => self.catchUp(),
    findSpendingBlock: never,
    findMined: never,
  }
  const revisit = createUnminedMonitor({
    reader: {
      findUnmined: async (_coin, above, limit) =>
        payments
          .filter(({ id }) => id > above)
          .slice(0, limit)
          .map(({ id, transactions, doubleSpent }) => ({
            id,
            txid: transactions.at(-1)?.txid ?? '',
            doubleSpentIn: doubleSpent?.hash ?? null,
            searchedHeight: self.searchedHeight,
          })),
      find: async (id) => payments.find((payment) => payment.id === id) ?? null,
      findWatchedPayment: async () => ({ own: new Set(), inputs: [{ txid: 'coin', vout: 0 }], due: [] }),
      takenByOthers: async () => [],
      followed: async () => [{ height: self.height, hash: self.tip }, ...self.below],
    },
    chains: { find: () => chain, signatures: never as never },
    changes: {
      reverse: async ({ id }, { hash }) => void self.changes.push(`reverse ${id} in ${hash}`),
      restore: async ({ id }) => void self.changes.push(`restore ${id}`),
      restoreInTransaction: never,
      place: async ({ id }, { hash }) => void self.changes.push(`place ${id} in ${hash}`),
      replace: never,
      markSearched: async (_coin, ids, { height }) => void self.searched.push(`${ids.join()} to ${height}`),
    },
    clock,
    log: silentLogger,
    runSteps: createStepRunner(),
  })
  return self
}

test('however many payments are in the mempool, a round costs one query', async () => {
  for (const count of [1, 4_000]) {
    const many = Array.from({ length: count }, (_, number) => accepted(number))
    const self = watched(many)
    for (const { transactions } of many) self.pool.add(transactions[0]?.txid ?? '')
    await self.revisit()
    assert.deepEqual(self.asked, ['pooled'])
  }
})

test('a payment that the mempool lost is sent again immediately, and with growing delays while the node rejects it', async () => {
  const self = watched([accepted(1)])
  self.answer = () => no
  const sent: number[] = []
  for (let at = 0; at <= 30 * minute; at += 5 * second) {
    self.asked.length = 0
    await self.revisit()
    if (self.asked.includes('broadcast 01')) sent.push(at / second)
    self.clock.advance(5 * second)
  }
  assert.deepEqual(sent.slice(0, 6), [0, 15, 45, 105, 225, 465])
  assert.deepEqual(self.changes, [])
  self.answer = () => yes
  self.clock.advance(10 * minute)
  await self.revisit()
  assert.deepEqual(self.changes, [])
})

test('a new block is checked, however long the delay', async () => {
  const self = watched([accepted(1)])
  self.answer = () => no
  await self.revisit()
  self.tip = 'tip 2'
  self.spentIn = { height: 7, hash: 'tip 2' }
  await self.revisit()
  assert.deepEqual(self.changes, ['reverse pay_000001 in tip 2'])
})

test('while the block of a double spend stands, the payment is left alone; once it is disconnected, the payment is sent again and restored', async () => {
  const lost = { ...accepted(1), doubleSpent: { height: 7, hash: 'tip 1' } }
  const self = watched([lost])
  await self.revisit()
  assert.deepEqual(self.asked, ['pooled'])
  self.tip = 'tip 2'
  self.answer = () => no
  await self.revisit()
  assert.deepEqual(self.changes, [])
  self.clock.advance(minute)
  self.answer = () => yes
  await self.revisit()
  assert.deepEqual(self.changes, ['restore pay_000001'])
})

test('a payment that returns to the mempool by itself is restored', async () => {
  const self = watched([{ ...accepted(1), doubleSpent: { height: 7, hash: 'gone' } }])
  self.pool.add('tx 1')
  await self.revisit()
  assert.deepEqual(self.changes, ['restore pay_000001'])
})

for (const [answer, reaction] of [
  [yes, 'already knows'],
  [no, 'rejects'],
] as const)
  test(`the node ${reaction} a payment missing from its mempool: it is assigned to the block that contains it`, async () => {
    const self = watched([accepted(1)])
    self.answer = () => answer
    self.minedIn = { height: 7, hash: 'tip 1' }
    await self.revisit()
    assert.deepEqual(self.changes, ['place pay_000001 in tip 1'])
  })

test('an unavailable network ends the round without conclusions', async () => {
  const self = watched([accepted(1), accepted(2)])
  self.answer = () => ({ outcome: 'unknown', text: 'no answer' })
  self.spentIn = { height: 7, hash: 'tip 1' }
  await self.revisit()
  assert.deepEqual(self.changes, [])
  assert.deepEqual(self.asked, ['pooled', 'broadcast 01'])
})

test('if a block is replaced during a round by one with a double spend, the first new block is searched too', async () => {
  const self = watched([accepted(1)])
  self.pool.add('tx 1')
  await self.revisit()
  self.pool.clear()
  self.answer = () => no
  self.catchUp = async () => {
    self.tip = 'new 8'
    self.height = 8
    self.below = [{ height: 7, hash: 'new 7' }]
    self.spentIn = { height: 7, hash: 'new 7' }
  }
  await self.revisit()
  assert.deepEqual(self.changes, ['reverse pay_000001 in new 7'])
})

test('a height lowered while the chain is followed wins over the one read before', async () => {
  const self = watched([accepted(1)])
  self.searchedHeight = 7
  self.answer = () => no
  self.catchUp = async () => {
    self.tip = 'new 8'
    self.height = 8
    self.below = [{ height: 7, hash: 'new 7' }]
    self.searchedHeight = 6
    self.spentIn = { height: 7, hash: 'new 7' }
  }
  await self.revisit()
  assert.deepEqual(self.changes, ['reverse pay_000001 in new 7'])
})

test('a node reports missing inputs for a mined and spent parent: the last transaction is still sent again', async () => {
  const payment = accepted(1)
  const transactions = [{ txid: 'parent', hex: '0a' }, ...payment.transactions]
  const self = watched([{ ...payment, transactions }])
  self.answer = (hex) =>
    hex === '01' ? yes : { outcome: 'rejected', rejection: { reason: 'inputs_missing', text: '' } }
  await self.revisit()
  assert.ok(self.asked.includes('broadcast 01'))
})

test('a payment to which the node gives no verdict does not hold up the payments behind it', async () => {
  const self = watched([accepted(1), accepted(2)])
  self.answer = (hex) => (hex === '01' ? { outcome: 'unknown', text: 'no clear answer' } : yes)
  await self.revisit()
  await self.revisit()
  assert.deepEqual(
    self.asked.filter((each) => each.startsWith('broadcast')),
    ['broadcast 01', 'broadcast 02'],
  )
})
