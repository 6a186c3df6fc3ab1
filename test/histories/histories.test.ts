import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { type Chance, createSeededRandom } from '../helpers/seeded.ts'
import { findUnexplained, type InvoiceCall, type KeyCall, type LinkCall } from './check.ts'
import { type Call, isLinearisable } from './linearise.ts'
import { type InvoiceRequest, type InvoiceResult, invoiceModel, type LinkRequest, paidBy } from './models.ts'

// Times are small numbers: 1, 2 is a call that began at 1 and ended at 2.

const call = <Request, Result>(
  request: Request,
  begin: number,
  end: number,
  result: Result | null,
): Call<Request, Result> => ({ request, begin, end, result })

const lost = Number.POSITIVE_INFINITY
const made: InvoiceCall = call({ kind: 'create' }, 0, 1, 'done')
const createPayment = (txid: string, begin: number, end: number, result: InvoiceResult | null = 'success') =>
  call<InvoiceRequest, InvoiceResult>({ kind: 'pay', txid }, begin, end, result)
const createCall = (
  kind: 'cancel' | 'read' | 'ask',
  begin: number,
  end: number,
  result: InvoiceResult | null,
): InvoiceCall => call({ kind }, begin, end, result)

const problems = (invoice: readonly InvoiceCall[]): string[] =>
  findUnexplained({ invoices: new Map([['one', invoice]]), keys: new Map(), links: new Map() })

const explained: Record<string, readonly InvoiceCall[]> = {
  'a payment, its retry, and what is shown then': [
    made,
    createCall('ask', 2, 3, 'unpaid'),
    createPayment('a', 4, 5),
    createPayment('a', 6, 7),
    createCall('read', 8, 9, paidBy('a')),
    createCall('ask', 10, 11, 'paid'),
  ],
  'two concurrent payers: one gets invoice_paid': [
    made,
    createPayment('a', 2, 9),
    createPayment('b', 3, 8, 'invoice_paid'),
    createCall('read', 10, 11, paidBy('a')),
  ],
  'shown unpaid while the payment is in progress': [
    made,
    createPayment('a', 2, 9),
    createCall('read', 3, 4, 'unpaid'),
    createCall('read', 5, 6, paidBy('a')),
  ],
  'an unanswered payment that took effect later': [
    made,
    createPayment('a', 2, lost, null),
    createCall('read', 3, 4, 'unpaid'),
    createCall('read', 5, 6, paidBy('a')),
  ],
  'an unanswered payment that never took effect': [
    made,
    createPayment('a', 2, lost, null),
    createPayment('b', 3, 4),
    createCall('read', 5, 6, paidBy('b')),
  ],
  'an unanswered cancellation, and its retry': [
    made,
    createCall('cancel', 2, lost, null),
    createCall('cancel', 3, 4, 'done'),
    createPayment('a', 5, 6, 'invoice_cancelled'),
  ],
  'a cancellation refused because of a payment in progress, which was then rejected': [
    made,
    createPayment('a', 2, 7, 'tx_rejected'),
    createCall('cancel', 3, 4, 'busy'),
    createCall('cancel', 8, 9, 'done'),
  ],
}

const contradictory: Record<string, readonly InvoiceCall[]> = {
  'success for two different payments': [made, createPayment('a', 2, 9), createPayment('b', 3, 8)],
  'success for two different payments, one long after the other': [
    made,
    createPayment('a', 2, 3),
    createPayment('b', 4, 5),
  ],
  'shown unpaid after a success': [made, createPayment('a', 2, 3), createCall('read', 4, 5, 'unpaid')],
  'requested after a success': [made, createPayment('a', 2, 3), createCall('ask', 4, 5, 'unpaid')],
  'shown paid, and then unpaid, while the payment is in progress': [
    made,
    createPayment('a', 2, 9),
    createCall('read', 3, 4, paidBy('a')),
    createCall('read', 5, 6, 'unpaid'),
  ],
  'shown paid by a payment other than the successful one': [
    made,
    createPayment('a', 2, 3),
    createPayment('b', 2, lost, null),
    createCall('read', 4, 5, paidBy('b')),
  ],
  'cancelled, then paid': [made, createCall('cancel', 2, 3, 'done'), createPayment('a', 4, 5)],
  'paid, then cancelled': [made, createPayment('a', 2, 3), createCall('cancel', 4, 5, 'done')],
  'cancelled, then shown unpaid': [
    made,
    createCall('cancel', 2, 3, 'done'),
    createCall('read', 4, 5, 'unpaid'),
  ],
  'the same payment refused because the invoice is already paid': [
    made,
    createPayment('a', 2, 3),
    createPayment('a', 4, 5, 'invoice_paid'),
  ],
  'the same payment refused because its coins are spent': [
    made,
    createPayment('a', 2, 3),
    createPayment('a', 4, 5, 'tx_inputs_spent'),
  ],
  'refused as paid when nobody has paid': [made, createPayment('a', 2, 3, 'invoice_paid')],
  'shown paid by a payment that began later': [
    made,
    createCall('read', 2, 3, paidBy('a')),
    createPayment('a', 4, lost, null),
  ],
  'an invoice that disappears': [made, createCall('read', 2, 3, 'none')],
  'a cancellation refused for a payment that does not exist': [made, createCall('cancel', 2, 3, 'busy')],
  'a success that the final state does not contain': [
    made,
    createPayment('a', 2, 3),
    createCall('read', 100, 100, 'unpaid'),
  ],
}

test('a history of an invoice that is consistent with some order is accepted', () => {
  for (const [what, calls] of Object.entries(explained)) {
    assert.deepEqual(problems(calls), [], what)
    assert.deepEqual(problems(calls.toReversed()), [], `${what}, recorded backwards`)
  }
})

test('a history of an invoice that is consistent with no order is rejected, and printed', () => {
  for (const [what, calls] of Object.entries(contradictory)) {
    const [problem = ''] = problems(calls)
    assert.match(problem, /^No order of its calls explains the invoice one:\n {2}0\.0 … 1\.0/, what)
  }
})

const createKeyCall = (body: string, begin: number, end: number, result: string | null): KeyCall =>
  call({ body }, begin, end, result)
const problemsOfKey = (calls: readonly KeyCall[]): string[] =>
  findUnexplained({ invoices: new Map(), keys: new Map([['key', calls]]), links: new Map() })

test('one key has one response, that to the first body', () => {
  const validHistories = [
    [createKeyCall('x', 1, 5, 'one'), createKeyCall('x', 2, 6, 'one'), createKeyCall('y', 7, 8, 'mismatch')],
    [
      createKeyCall('x', 1, lost, null),
      createKeyCall('y', 2, 3, 'mismatch'),
      createKeyCall('x', 4, 5, 'one'),
    ],
    [
      createKeyCall('x', 1, lost, null),
      createKeyCall('y', 2, 3, 'one'),
      createKeyCall('x', 4, 5, 'mismatch'),
    ],
    [createKeyCall('x', 1, 5, 'one'), createKeyCall('y', 2, 3, 'mismatch'), createKeyCall('x', 2, 3, 'busy')],
  ]
  for (const calls of validHistories) assert.deepEqual(problemsOfKey(calls), [])
  const wrong = [
    [createKeyCall('x', 1, 2, 'one'), createKeyCall('x', 3, 4, 'another')],
    [createKeyCall('x', 1, 5, 'one'), createKeyCall('x', 1, 5, 'another')],
    [createKeyCall('x', 1, 2, 'one'), createKeyCall('y', 3, 4, 'one')],
    [createKeyCall('y', 1, 2, 'mismatch'), createKeyCall('x', 3, 4, 'one')],
    [createKeyCall('x', 1, 2, 'one'), createKeyCall('x', 3, 4, 'mismatch')],
  ]
  for (const calls of wrong) assert.equal(problemsOfKey(calls).length, 1, JSON.stringify(calls))
})

const createLinkCall = (
  linkRequest: LinkRequest,
  begin: number,
  end: number,
  result: number | null,
): LinkCall => call(linkRequest, begin, end, result)
const problemsOfLink = (calls: readonly LinkCall[]): string[] =>
  findUnexplained({ invoices: new Map(), keys: new Map(), links: new Map([['a → b', calls]]) })
const [link, list] = [{ kind: 'link' }, { kind: 'list' }] as const
const unlink = (id: number) => ({ kind: 'unlink', id }) as const

test('a link exists or not, and each new one has a greater id', () => {
  const validHistories = [
    [
      createLinkCall(link, 1, 2, 5),
      createLinkCall(link, 3, 4, 5),
      createLinkCall(list, 5, 6, 5),
      createLinkCall(unlink(5), 7, 8, 1),
    ],
    [
      createLinkCall(link, 1, lost, null),
      createLinkCall(list, 2, 3, 0),
      createLinkCall(list, 4, 5, 7),
      createLinkCall(link, 6, 7, 7),
    ],
    [
      createLinkCall(link, 1, 2, 5),
      createLinkCall(unlink(5), 3, lost, null),
      createLinkCall(unlink(5), 4, 5, 0),
    ],
    [
      createLinkCall(link, 1, 2, 5),
      createLinkCall(unlink(5), 3, lost, null),
      createLinkCall(list, 4, 5, 5),
      createLinkCall(list, 6, 7, 0),
    ],
    [
      createLinkCall(link, 1, 2, 5),
      createLinkCall(unlink(5), 3, 4, 1),
      createLinkCall(link, 5, 6, 9),
      createLinkCall(unlink(5), 7, 8, 0),
    ],
  ]
  for (const calls of validHistories) assert.deepEqual(problemsOfLink(calls), [], JSON.stringify(calls))
  const wrong = [
    [createLinkCall(link, 1, 2, 5), createLinkCall(list, 3, 4, 0)],
    [createLinkCall(link, 1, 2, 5), createLinkCall(link, 3, 4, 6)],
    [createLinkCall(link, 1, 2, 5), createLinkCall(unlink(5), 3, 4, 1), createLinkCall(list, 5, 6, 5)],
    [createLinkCall(link, 1, 2, 5), createLinkCall(unlink(5), 3, 4, 1), createLinkCall(unlink(5), 5, 6, 1)],
    [createLinkCall(link, 1, 2, 5), createLinkCall(unlink(5), 3, 4, 0)],
    [createLinkCall(link, 1, 2, 5), createLinkCall(unlink(5), 3, 4, 1), createLinkCall(link, 5, 6, 5)],
    [createLinkCall(list, 1, 2, 5)],
  ]
  for (const calls of wrong) assert.equal(problemsOfLink(calls).length, 1, JSON.stringify(calls))
})

test('two hundred concurrent calls, half of them without a response, are checked quickly', () => {
  const reads = Array.from({ length: 100 }, (_, at) =>
    createCall('read', at, at + 50, at < 60 ? 'unpaid' : paidBy('p7')),
  )
  const payers = Array.from({ length: 100 }, (_, at) => createPayment(`p${at}`, at, lost, null))
  const began = performance.now()
  assert.deepEqual(problems([{ ...made, begin: -2, end: -1 }, ...reads, ...payers]), [])
  assert.equal(
    problems([{ ...made, begin: -2, end: -1 }, ...reads, ...payers, createCall('read', 200, 201, 'unpaid')])
      .length,
    1,
  )
  assert.ok(performance.now() - began < scaleToLoad(5_000))
})

test('the checker agrees with a search through every order, on thousands of small histories', () => {
  const random = createSeededRandom(20_260)
  let taken = 0
  for (let run = 0; run < 3_000; run++) {
    const calls = Array.from({ length: 5 }, () => anyCall(random))
    const begun = [{ ...made, begin: -2, end: -1 }, ...calls]
    const expected = someOrder('none', begun)
    assert.equal(isLinearisable(begun, invoiceModel), expected, JSON.stringify(begun))
    if (expected) taken++
  }
  assert.ok(taken > 200 && taken < 2_800, `${taken} of them are explained`)
})

function anyCall(random: Chance): InvoiceCall {
  const begin = random.between(0, 9)
  const end = begin + random.between(1, 6)
  const txid = random.pick(['a', 'b'])
  const known = !random.happens(0.25)
  switch (random.pick(['read', 'pay', 'cancel'])) {
    case 'read':
      return createCall('read', begin, end, random.pick(['unpaid', 'cancelled', paidBy(txid)]))
    case 'pay':
      return known
        ? createPayment(txid, begin, end, random.pick(['success', 'success', 'invoice_paid']))
        : createPayment(txid, begin, lost, null)
    default:
      return known ? createCall('cancel', begin, end, 'done') : createCall('cancel', begin, lost, null)
  }
}

/** The plain definition: takes any call that may be next; an unanswered call may also be dropped. */
function someOrder(state: string, open: readonly InvoiceCall[]): boolean {
  if (open.every(({ result }) => result === null)) return true
  return open.some((call) => {
    const others = open.filter((each) => each !== call)
    if (others.some(({ result, end }) => result !== null && end < call.begin)) return false
    const next = invoiceModel.step(state, call)
    return next !== null && someOrder(next, others)
  })
}
