import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  acceptedByNode,
  createAcceptedPayment,
  rejectedByNode,
  startMonitor,
} from '../../test/helpers/unmined-payments.ts'
import { minute, second } from '../kernel/clock.ts'

test('however many payments are in the mempool, a round costs one query', async () => {
  for (const count of [1, 4_000]) {
    const many = Array.from({ length: count }, (_, number) => createAcceptedPayment(number))
    const monitor = startMonitor(many)
    for (const { transactions } of many) monitor.pool.add(transactions[0]?.txid ?? '')
    await monitor.runRound()
    assert.deepEqual(monitor.calls, ['findInMempool'])
  }
})

test('a payment missing from the mempool is rebroadcast immediately, and with growing delays while the node rejects it', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.broadcast = () => rejectedByNode
  const sent: number[] = []
  for (let at = 0; at <= 30 * minute; at += 5 * second) {
    monitor.calls.length = 0
    await monitor.runRound()
    if (monitor.calls.includes('broadcast 01')) sent.push(at / second)
    monitor.clock.advance(5 * second)
  }
  assert.deepEqual(sent.slice(0, 6), [0, 15, 45, 105, 225, 465])
  assert.deepEqual(monitor.changes, [])
  monitor.broadcast = () => acceptedByNode
  monitor.clock.advance(10 * minute)
  await monitor.runRound()
  assert.deepEqual(monitor.changes, [])
})

test('a new block is checked, however long the delay', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.broadcast = () => rejectedByNode
  await monitor.runRound()
  monitor.tip = 'tip 2'
  monitor.spentIn = { height: 7, hash: 'tip 2' }
  await monitor.runRound()
  assert.deepEqual(monitor.changes, ['reverse pay_000001 in tip 2'])
})

test('a block is searched for double spends only once all of its effects are written', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.broadcast = () => rejectedByNode
  monitor.spentIn = { height: 7, hash: 'tip 1' }
  monitor.isTipUnfinished = true
  await monitor.runRound()
  assert.deepEqual(monitor.changes, [])
  monitor.isTipUnfinished = false
  await monitor.runRound()
  assert.deepEqual(monitor.changes, ['reverse pay_000001 in tip 1'])
})

test('nothing happens while the block of a double spend is followed; once it is disconnected, the payment is rebroadcast and restored', async () => {
  const lost = { ...createAcceptedPayment(1), doubleSpent: { height: 7, hash: 'tip 1' } }
  const monitor = startMonitor([lost])
  await monitor.runRound()
  assert.deepEqual(monitor.calls, ['findInMempool'])
  monitor.tip = 'tip 2'
  monitor.broadcast = () => rejectedByNode
  await monitor.runRound()
  assert.deepEqual(monitor.changes, [])
  monitor.clock.advance(minute)
  monitor.broadcast = () => acceptedByNode
  await monitor.runRound()
  assert.deepEqual(monitor.changes, ['restore pay_000001'])
})

test('a payment that returns to the mempool by itself is restored', async () => {
  const monitor = startMonitor([{ ...createAcceptedPayment(1), doubleSpent: { height: 7, hash: 'gone' } }])
  monitor.pool.add('tx 1')
  await monitor.runRound()
  assert.deepEqual(monitor.changes, ['restore pay_000001'])
})

for (const [result, reaction] of [
  [acceptedByNode, 'already knows'],
  [rejectedByNode, 'rejects'],
] as const)
  test(`the node ${reaction} a payment missing from its mempool: it is assigned to the block that contains it`, async () => {
    const monitor = startMonitor([createAcceptedPayment(1)])
    monitor.broadcast = () => result
    monitor.minedIn = { height: 7, hash: 'tip 1' }
    await monitor.runRound()
    assert.deepEqual(monitor.changes, ['place pay_000001 in tip 1'])
  })

test('an unavailable network ends the round without conclusions', async () => {
  const monitor = startMonitor([createAcceptedPayment(1), createAcceptedPayment(2)])
  monitor.broadcast = () => ({ outcome: 'unknown', text: 'no response' })
  monitor.spentIn = { height: 7, hash: 'tip 1' }
  await monitor.runRound()
  assert.deepEqual(monitor.changes, [])
  assert.deepEqual(monitor.calls, ['findInMempool', 'broadcast 01'])
})

test('if a block is replaced during a round by one with a double spend, the first new block is searched too', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.pool.add('tx 1')
  await monitor.runRound()
  monitor.pool.clear()
  monitor.broadcast = () => rejectedByNode
  monitor.catchUp = async () => {
    monitor.tip = 'new 8'
    monitor.height = 8
    monitor.below = [{ height: 7, hash: 'new 7' }]
    monitor.spentIn = { height: 7, hash: 'new 7' }
  }
  await monitor.runRound()
  assert.deepEqual(monitor.changes, ['reverse pay_000001 in new 7'])
})

test('a height lowered while the chain is followed overrides the one read before', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.searchedHeight = 7
  monitor.broadcast = () => rejectedByNode
  monitor.catchUp = async () => {
    monitor.tip = 'new 8'
    monitor.height = 8
    monitor.below = [{ height: 7, hash: 'new 7' }]
    monitor.searchedHeight = 6
    monitor.spentIn = { height: 7, hash: 'new 7' }
  }
  await monitor.runRound()
  assert.deepEqual(monitor.changes, ['reverse pay_000001 in new 7'])
})

test('a node reports missing inputs for a mined and spent parent: the last transaction is still sent again', async () => {
  const payment = createAcceptedPayment(1)
  const transactions = [{ txid: 'parent', hex: '0a' }, ...payment.transactions]
  const monitor = startMonitor([{ ...payment, transactions }])
  monitor.broadcast = (hex) =>
    hex === '01' ? acceptedByNode : { outcome: 'rejected', rejection: { reason: 'inputs_missing', text: '' } }
  await monitor.runRound()
  assert.ok(monitor.calls.includes('broadcast 01'))
})

test('a transaction that pays several invoices is sent again once', async () => {
  const first = createAcceptedPayment(1)
  const others = [createAcceptedPayment(2), createAcceptedPayment(3)]
  const { transactions } = first
  const monitor = startMonitor([first, ...others.map((payment) => ({ ...payment, transactions }))])
  monitor.broadcast = (hex) => {
    monitor.pool.add('tx 1')
    return hex === '01' ? acceptedByNode : rejectedByNode
  }
  await monitor.runRound()
  assert.deepEqual(monitor.calls, ['findInMempool', 'broadcast 01', 'findInMempool'])
})

test('a payment without a result from the node does not delay the payments after it', async () => {
  const monitor = startMonitor([createAcceptedPayment(1), createAcceptedPayment(2)])
  monitor.broadcast = (hex) =>
    hex === '01' ? { outcome: 'unknown', text: 'no clear result' } : acceptedByNode
  await monitor.runRound()
  await monitor.runRound()
  assert.deepEqual(
    monitor.calls.filter((each) => each.startsWith('broadcast')),
    ['broadcast 01', 'broadcast 02'],
  )
})

test('a coin without a usable node or a followed block is not checked', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.hasChain = false
  await monitor.runRound()
  monitor.hasChain = true
  monitor.hasFollowedBlock = false
  await monitor.runRound()
  assert.deepEqual(monitor.calls, [])
})

test('an unexpected error is reported to the caller', async () => {
  const monitor = startMonitor([createAcceptedPayment(1)])
  monitor.broadcast = () => {
    throw new TypeError('a bug')
  }
  await assert.rejects(monitor.runRound(), TypeError)
})
