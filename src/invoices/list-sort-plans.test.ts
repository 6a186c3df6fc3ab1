import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope, only } from '../../test/helpers/databases.ts'
import { daysAfterStart, openSortedList } from '../../test/helpers/sorted-list.ts'
import type { Sort } from './browse.ts'
import type { InvoiceFilters } from './list.ts'

const { lister, busy, rows, expected, explainPlans: plansFor } = await openSortedList(fileScope)

const explainPlans = async (
  filters: InvoiceFilters,
  sort: Sort,
  after: string | null = null,
): Promise<string[][]> => {
  const { by, direction } = sort
  if (by === 'created') return plansFor(() => lister.listPage(busy, filters, after, 51, direction))
  return plansFor(() => lister.listSorted(busy, filters, { by, direction, after, limit: 51 }))
}

const findScans = (index: string, bounds: string): string[] => [
  `SEARCH invoices USING COVERING INDEX ${index} (account_id=?${bounds})`,
]
const uidSearch = ['SEARCH invoices USING INDEX sqlite_autoindex_invoices_1 (uid=?)']
const ofAmount = 'invoices_by_currency_amount'
const ofPayment = 'invoices_by_paid_at'

test('without filters each sort scans its own index from the start of the page, without sorting', {
  skip: only('sqlite'),
}, async () => {
  const last = (by: 'paid' | 'amount', count: number) =>
    expected({}, { by, direction: 'asc' })[count] ?? assert.fail()
  const unpaid = last('paid', rows.length - 10)
  for (const [direction, beyond] of [
    ['asc', '>'],
    ['desc', '<'],
  ] as const) {
    const [paid, amount] = [{ by: 'paid', direction } as const, { by: 'amount', direction } as const]
    assert.deepEqual(await explainPlans({}, paid), [findScans(ofPayment, ' AND paid_at>?')])
    assert.deepEqual(await explainPlans({}, paid, last('paid', 1_000)), [
      uidSearch,
      findScans(ofPayment, ` AND paid_at=? AND uid${beyond}?`),
      findScans(ofPayment, ` AND paid_at${beyond}?`),
    ])
    const behind = direction === 'asc' ? unpaid : last('paid', rows.length - 1)
    assert.deepEqual((await explainPlans({}, paid, behind)).slice(0, 2), [
      uidSearch,
      findScans(ofPayment, ` AND paid_at=? AND uid${beyond}?`),
    ])
    assert.deepEqual(await explainPlans({}, amount), [findScans(ofAmount, '')])
    assert.deepEqual(await explainPlans({ currency: 'USD' }, amount), [
      findScans(ofAmount, ' AND currency=?'),
    ])
    const all = expected({}, amount)
    const isLast = (uid: string) => rows.find((row) => row.uid === uid)?.currency !== 'JPY'
    const [end] = direction === 'asc' ? all.filter(isLast).slice(-1) : all.slice(-1)
    const steps = [
      ` AND currency=? AND <expr>=? AND amount=? AND uid${beyond}?`,
      ` AND currency=? AND <expr>=? AND amount${beyond}?`,
      ` AND currency=? AND <expr>${beyond}?`,
      ` AND currency${beyond}?`,
    ]
    assert.deepEqual(await explainPlans({}, amount, end), [
      uidSearch,
      ...steps.map((step) => findScans(ofAmount, step)),
    ])
  }
})

test('with many matches the sort index is scanned a few hundred rows at a time', {
  skip: only('sqlite'),
}, async () => {
  for (const [filters, index] of [
    [{ status: 'paid' }, 'invoices_by_status (account_id=? AND status=? AND uid=?)'],
    [{ coin: 'LTC' }, 'invoices_by_coin (account_id=? AND paid_coin=? AND uid=?)'],
    [{ createdFrom: daysAfterStart(3) }, 'invoices_by_account (account_id=? AND uid=?)'],
  ] as const)
    for (const by of ['paid', 'amount'] as const) {
      const [, ...scans] = await explainPlans(filters, { by, direction: 'desc' })
      const known = [
        findScans(ofAmount, '')[0],
        findScans(ofPayment, ' AND paid_at>?')[0],
        `SEARCH invoices USING INDEX ${index}`,
      ]
      for (const [step = '', ...more] of scans) {
        assert.ok(known.includes(step), step)
        assert.deepEqual(more, [])
      }
      assert.ok(scans.length <= 4, `${scans.length} steps for a page`)
    }
})

test('a few matches are found by their own index and then sorted', { skip: only('sqlite') }, async () => {
  const plans = await explainPlans({ currency: 'JPY', status: 'paid' }, { by: 'amount', direction: 'desc' })
  assert.deepEqual(plans.at(-1), [
    'SEARCH invoices USING INDEX invoices_by_account (account_id=? AND uid=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ])
})

test('PostgreSQL scans the same indexes', {
  skip: only('postgres'),
}, async () => {
  for (const direction of ['asc', 'desc'] as const)
    for (const by of ['paid', 'amount'] as const) {
      const after = expected({}, { by, direction })[700] ?? null
      const plans = [
        ...(await explainPlans({}, { by, direction })),
        ...(await explainPlans({}, { by, direction }, after)).slice(1),
      ]
      for (const plan of plans) {
        assert.match(
          plan.join('\n'),
          new RegExp(
            `^Limit\\n +->  Index Only Scan (Backward )?using ${by === 'paid' ? ofPayment : ofAmount} `,
          ),
        )
        assert.doesNotMatch(plan.join('\n'), /Sort|Filter/)
      }
    }
})
