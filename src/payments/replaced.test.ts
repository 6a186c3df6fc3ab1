import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAcceptedPayment } from '../../test/helpers/unmined-payments.ts'
import type { Payment, WatchedInput } from './payment.ts'
import { createReplacedPaymentRecorder } from './replaced.ts'

const createMempoolEntry = { fee: 1n, size: 1, isReplaceable: false, depends: [], time: 0 }

/** Payments, which spend an output of the same name unless `inputs` says otherwise, and the log of what the recorder does. */
function createLab(payments: readonly Payment[], inputs?: readonly WatchedInput[]) {
  const stored = new Map(payments.map((payment) => [payment.id, payment]))
  const lab = {
    stored,
    /** Outputs that another transaction in the mempool spends. */
    spent: new Set<string>(),
    /** Ancestors that are in the mempool. */
    mempool: new Set<string>(),
    /** Transactions and outputs that the node has looked up. */
    lookups: [] as string[],
    readMempool: () => {},
    calls: [] as string[],
    record: () => recordReplaced('LTC', network, payments.map(toRejected)),
  }
  const network = {
    findInMempool: async (txids: readonly string[]) => {
      lab.lookups.push(...txids)
      return txids.map((txid) => (lab.mempool.has(txid) ? createMempoolEntry : null))
    },
    findPreviousOutputs: async (outpoints: readonly { txid: string; vout: number }[]) => {
      lab.lookups.push(...outpoints.map(({ txid, vout }) => `${txid}:${vout}`))
      return outpoints.map(({ txid }) => ({ isFound: false, spentInMempool: lab.spent.has(txid) }) as const)
    },
  }
  const recordReplaced = createReplacedPaymentRecorder({
    reader: {
      find: async (id) => stored.get(id) ?? null,
      findInputs: async (id) => inputs ?? [{ txid: id, vout: 0, ancestor: null }],
    },
    readMempool: async () => {
      lab.calls.push('mempool')
      lab.readMempool()
    },
    changes: { recordReplaced: async ({ id }) => void lab.calls.push(id) },
  })
  return lab
}

const toRejected = ({ id, transactions }: Payment) => ({ id, txid: transactions.at(-1)?.txid ?? '' })

test('the mempool is read only after a payment was found to be replaced', async () => {
  const lab = createLab([createAcceptedPayment(1), createAcceptedPayment(2)])
  await lab.record()
  assert.deepEqual(lab.calls, [])
  lab.spent.add('pay_000002')
  await lab.record()
  assert.deepEqual(lab.calls, ['mempool', 'pay_000002'])
})

test('a payment that its replacement continues is not recorded as replaced', async () => {
  const payment = createAcceptedPayment(1)
  const lab = createLab([payment])
  lab.spent.add(payment.id)
  lab.readMempool = () => {
    lab.stored.set(payment.id, { ...payment, txid: 'replacement' })
  }
  await lab.record()
  assert.deepEqual(lab.calls, ['mempool'])
})

test('one spent input is enough', async () => {
  const input = (txid: string) => ({ txid, vout: 0, ancestor: null })
  const lab = createLab([createAcceptedPayment(1)], [input('a'), input('b'), input('c')])
  lab.spent.add('b')
  await lab.record()
  assert.deepEqual(lab.calls, ['mempool', 'pay_000001'])
})

test('an ancestor in the mempool spends its inputs itself; if it is gone, another transaction may have spent them', async () => {
  const lab = createLab(
    [createAcceptedPayment(1)],
    [
      { txid: 'own', vout: 0, ancestor: null },
      { txid: 'a', vout: 0, ancestor: 'parent' },
      { txid: 'a', vout: 1, ancestor: 'parent' },
      { txid: 'b', vout: 0, ancestor: 'grandparent' },
    ],
  )
  lab.spent.add('a')
  lab.mempool.add('parent')
  await lab.record()
  assert.deepEqual(lab.calls, [])
  assert.deepEqual(lab.lookups, ['parent', 'grandparent', 'own:0', 'b:0'])
  lab.mempool.clear()
  await lab.record()
  assert.deepEqual(lab.calls, ['mempool', 'pay_000001'])
})

test('a payment with more than 200 inputs, including its ancestors’, waits for a block: the node looks up none of them', async () => {
  const inputs = Array.from({ length: 201 }, (_, vout) => ({
    txid: 'spent',
    vout,
    ancestor: vout === 0 ? null : 'parent',
  }))
  const large = createLab([createAcceptedPayment(1)], inputs)
  large.spent.add('spent')
  await large.record()
  assert.deepEqual([large.calls, large.lookups], [[], []])
  const smaller = createLab([createAcceptedPayment(1)], inputs.slice(1))
  smaller.spent.add('spent')
  await smaller.record()
  assert.deepEqual(smaller.calls, ['mempool', 'pay_000001'])
})
