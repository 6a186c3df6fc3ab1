import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAcceptedPayment } from '../../test/helpers/unmined-payments.ts'
import type { Payment } from './payment.ts'
import { createReplacedPaymentRecorder } from './replaced.ts'

/** Payments that spend an output of the same name, and the log of what the recorder does. */
function createLab(payments: readonly Payment[]) {
  const stored = new Map(payments.map((payment) => [payment.id, payment]))
  const lab = {
    stored,
    /** Outputs that another transaction in the mempool spends. */
    spent: new Set<string>(),
    readMempool: () => {},
    calls: [] as string[],
    record: () => recordReplaced('LTC', network, payments.map(toRejected)),
  }
  const network = {
    findInMempool: async (txids: readonly string[]) => txids.map(() => null),
    findPreviousOutputs: async (outpoints: readonly { txid: string }[]) =>
      outpoints.map(({ txid }) => ({ found: false, spentInMempool: lab.spent.has(txid) }) as const),
  }
  const recordReplaced = createReplacedPaymentRecorder({
    reader: {
      find: async (id) => stored.get(id) ?? null,
      findInputs: async (id) => [{ txid: id, vout: 0, ancestor: null }],
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
    lab.stored.set(payment.id, { ...payment, transactions: [{ txid: 'replacement', hex: '00' }] })
  }
  await lab.record()
  assert.deepEqual(lab.calls, ['mempool'])
})
