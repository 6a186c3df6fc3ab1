import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  acceptedByNode,
  createAcceptedPayment,
  rejectedByNode,
  startMonitor,
} from '../../test/helpers/unmined-payments.ts'
import { hour, minute, second } from '../kernel/clock.ts'

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
})
