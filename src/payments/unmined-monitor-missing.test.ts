import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  acceptedByNode,
  createAcceptedPayment,
  rejectedByNode,
  startMonitor,
} from '../../test/helpers/unmined-payments.ts'
import { hour, second } from '../kernel/clock.ts'

describe('a missing payment', () => {
  const listBroadcasts = ({ calls }: ReturnType<typeof startMonitor>) =>
    calls.filter((call) => call.startsWith('broadcast'))

  for (const [change, current] of [
    ['is gone', null],
    ['was released', { ...createAcceptedPayment(1), status: 'set_aside' }],
    ['was mined', { ...createAcceptedPayment(1), block: { height: 7, hash: 'tip 1' } }],
  ] as const)
    test(`is not rebroadcast if it ${change} after it was listed`, async () => {
      const monitor = startMonitor([createAcceptedPayment(1)])
      monitor.current.set('pay_000001', current)
      await monitor.runRound()
      assert.deepEqual(monitor.calls, ['findInMempool'])
    })

  test('is not restored if another transaction has replaced it after it was listed', async () => {
    const listed = { ...createAcceptedPayment(1), doubleSpent: { height: 6, hash: 'gone' } }
    const monitor = startMonitor([listed])
    monitor.current.set('pay_000001', { ...listed, transactions: [{ txid: 'replacement', hex: '02' }] })
    await monitor.runRound()
    assert.deepEqual(monitor.changes, [])
  })

  test('is rebroadcast like every other one', async () => {
    const monitor = startMonitor([createAcceptedPayment(1), createAcceptedPayment(2)])
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), ['broadcast 01', 'broadcast 02'])
  })

  test('is sent in lower case, as nodes print it', async () => {
    const payment = createAcceptedPayment(1)
    const monitor = startMonitor([{ ...payment, transactions: [{ txid: 'tx 1', hex: 'AB' }] }])
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), ['broadcast ab'])
  })

  test('is rejected with its parent, unless the parent may be mined and spent', async () => {
    const payment = createAcceptedPayment(1)
    const transactions = [{ txid: 'parent', hex: '0a' }, ...payment.transactions]
    const monitor = startMonitor([{ ...payment, transactions, isReplaced: true }])
    monitor.broadcast = (hex) => (hex === '01' ? acceptedByNode : rejectedByNode)
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), ['broadcast 0a'])
    assert.deepEqual(monitor.changes, [])
  })

  test('whose own inputs are missing is not restored', async () => {
    const monitor = startMonitor([{ ...createAcceptedPayment(1), isReplaced: true }])
    monitor.broadcast = () => ({
      outcome: 'rejected',
      rejection: { reason: 'inputs_missing', text: '' },
    })
    await monitor.runRound()
    assert.deepEqual(monitor.changes, [])
  })

  test('waits for its delay, but blocks are searched for the reason; a new block ends the delay', async () => {
    const monitor = startMonitor([createAcceptedPayment(1)])
    monitor.broadcast = () => rejectedByNode
    await monitor.runRound()
    monitor.calls.length = 0
    monitor.spentIn = { height: 7, hash: 'tip 1' }
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), [])
    assert.deepEqual(monitor.changes, ['reverse pay_000001 in tip 1'])
    monitor.tip = 'tip 2'
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), ['broadcast 01'])
  })

  for (const [event, recover] of [
    ['the node accepted it', (monitor: ReturnType<typeof startMonitor>) => void monitor.clock.advance(hour)],
    [
      'it returned to the mempool',
      (monitor: ReturnType<typeof startMonitor>) => void monitor.pool.add('tx 1'),
    ],
  ] as const)
    test(`starts with the shortest delay again after ${event}`, async () => {
      const monitor = startMonitor([createAcceptedPayment(1)])
      monitor.broadcast = () => rejectedByNode
      await monitor.runRound()
      monitor.clock.advance(15 * second)
      await monitor.runRound()
      monitor.broadcast = () => acceptedByNode
      recover(monitor)
      await monitor.runRound()
      monitor.pool.clear()
      monitor.broadcast = () => rejectedByNode
      await monitor.runRound()
      monitor.calls.length = 0
      monitor.clock.advance(15 * second)
      await monitor.runRound()
      assert.deepEqual(listBroadcasts(monitor), ['broadcast 01'])
    })

  test('starts with the shortest delay again after it was mined, and its block disconnected', async () => {
    const payments = [createAcceptedPayment(1)]
    const monitor = startMonitor(payments)
    monitor.broadcast = () => rejectedByNode
    await monitor.runRound()
    monitor.clock.advance(15 * second)
    await monitor.runRound()
    const mined = payments.splice(0)
    monitor.clock.advance(hour)
    await monitor.runRound()
    payments.push(...mined)
    await monitor.runRound()
    monitor.calls.length = 0
    monitor.clock.advance(15 * second)
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), ['broadcast 01'])
  })

  test('keeps its delay if its block is disconnected before the delay ends', async () => {
    const payments = [createAcceptedPayment(1)]
    const monitor = startMonitor(payments)
    monitor.broadcast = () => rejectedByNode
    await monitor.runRound()
    const mined = payments.splice(0)
    monitor.clock.advance(14 * second)
    await monitor.runRound()
    payments.push(...mined)
    monitor.calls.length = 0
    await monitor.runRound()
    assert.deepEqual(listBroadcasts(monitor), [])
  })

  test('is searched for in blocks after the last one at which the mempool contained it, round after round', async () => {
    const monitor = startMonitor([createAcceptedPayment(1)])
    monitor.searchedHeight = 5
    monitor.below = [{ height: 6, hash: 'tip 0' }]
    monitor.pool.add('tx 1')
    await monitor.runRound()
    monitor.pool.clear()
    monitor.broadcast = () => rejectedByNode
    const searched: string[][] = []
    for (const height of [8, 9]) {
      monitor.below = [{ height: height - 1, hash: monitor.tip }, ...monitor.below]
      monitor.tip = `block ${height}`
      monitor.height = height
      monitor.calls.length = 0
      await monitor.runRound()
      searched.push(monitor.calls.filter((call) => call.startsWith('spends')))
    }
    // The height stored for the payment stays 5 here.
    assert.deepEqual(searched, [['spends block 8'], ['spends block 8', 'spends block 9']])
  })

  test('that the node rejects may have been replaced: the payments of any wallet are reported', async () => {
    const anyWallet = (number: number) => ({
      ...createAcceptedPayment(number),
      value: { digits: 1n, scale: 0 },
    })
    const monitor = startMonitor([
      createAcceptedPayment(1),
      anyWallet(2),
      { ...anyWallet(3), isReplaced: true },
      anyWallet(4),
    ])
    monitor.broadcast = (hex) => (hex === '04' ? acceptedByNode : rejectedByNode)
    await monitor.runRound()
    assert.deepEqual(monitor.rejected, [{ id: 'pay_000002', txid: 'tx 2' }])
  })

  test('is rebroadcast as soon as the merchant has to decide about it, however long the delay', async () => {
    const payment = { ...createAcceptedPayment(1), value: { digits: 1n, scale: 0 } }
    const monitor = startMonitor([payment])
    monitor.broadcast = () => rejectedByNode
    await monitor.runRound()
    await monitor.runRound()
    monitor.exceptional.add(payment.id)
    await monitor.runRound()
    await monitor.runRound()
    assert.deepEqual(
      monitor.rejected.map(({ id }) => id),
      [payment.id, payment.id],
    )
  })
})
