import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainAskedFor, chainOf, knownAs, spending } from '../../test/helpers/standing.ts'
import type { Transaction } from '../coins/coin.ts'
import { createStepRunner, type RunSteps, type Steps } from '../kernel/steps.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import { findInputStatuses } from './input-status.ts'

test('of an old transaction a hundred outputs are asked for', async () => {
  const { chain, questions } = chainAskedFor({})
  await findInputStatuses([spending('a', ['x:0'], 150)], chain, 50)
  assert.deepEqual(
    questions.map((names) => names.length),
    [1, 100],
  )
})

test('of a large ancestor the outputs that the submission spends are asked for first', async () => {
  const family = [spending('a', ['x:0'], 3_000), spending('b', ['a:2500', 'a:2999'])]
  const { chain, questions } = chainAskedFor({ unspent: { 'a:2500': 3, 'a:2999': 3 }, mined: { a: 3 } })
  const standings = await findInputStatuses(family, chain, 50)
  assert.deepEqual(
    standings.map(({ known }) => known),
    ['mined', 'fresh'],
  )
  assert.deepEqual(questions[1]?.slice(0, 3), ['a:2500', 'a:2999', 'a:0'])
  assert.equal(questions[1]?.length, 100)
})

test('an output that no transaction has is never asked for', async () => {
  const { chain, questions } = chainAskedFor({})
  await findInputStatuses([spending('a', ['x:0'], 2), spending('b', ['a:7'])], chain, 50)
  assert.deepEqual(questions[1], ['a:0', 'a:1'])
})

test('inputs that were gone are not asked for again', async () => {
  const { chain, questions } = chainAskedFor({})
  await findInputStatuses([spending('a', ['x:0'])], chain, 50)
  assert.deepEqual(questions, [['x:0'], ['a:0']])
})

test('one input that is there is enough to say that no block has the transaction', async () => {
  const unspent: Record<string, number | null> = { 'x:0': 7, 'y:0': 8 }
  const { chain, asked } = chainOf({ unspent, mined: { a: 60 } })
  const catchUp = async () => void delete unspent['x:0']
  const [standing] = await findInputStatuses(
    [spending('a', ['x:0', 'y:0', 'z:0'])],
    { ...chain, catchUp },
    50,
  )
  assert.equal(standing?.known, 'absent')
  assert.ok(!asked.includes('searched'))
})

test('an output that is in no block does not tell the height; the next one does', async () => {
  const { chain, asked } = chainOf({ unspent: { 'a:0': null, 'a:1': 51 }, mined: { a: 51 } })
  const [standing] = await findInputStatuses([spending('a', ['x:0'], 2)], chain, 50)
  assert.equal(standing?.known, 'mined')
  assert.deepEqual(asked, ['caught up'])
})

test('where the block is no longer there, it is as if the transaction were in none', async () => {
  const { chain } = chainOf({ unspent: { 'a:0': 51 } })
  for (const block of [chain.network.block, async () => null]) {
    const network = { ...chain.network, block }
    const [standing] = await findInputStatuses([spending('a', ['x:0'])], { ...chain, network }, 50)
    assert.ok(standing?.known === 'absent' && standing.error.code === 'tx_inputs_unknown')
  }
})

test('however many inputs are gone, and of however many transactions, the blocks are searched once', async () => {
  const inputs = Array.from({ length: 3_000 }, (_, place) => `x:${place}`)
  const made = ['a', 'b', 'c'].map((id) =>
    spending(
      id,
      inputs.map((name) => id + name),
    ),
  )
  const { chain, asked } = chainOf({ spentInBlocks: ['ax:2999', 'bx:7'] })
  const standings = await findInputStatuses(made, chain, 50)
  assert.deepEqual(
    standings.map((each) => each.known === 'absent' && each.error.code),
    ['tx_inputs_spent', 'tx_inputs_unknown', 'tx_inputs_unknown'],
  )
  assert.equal(asked.filter((each) => each === 'looked for who spent them').length, 1)
})

const made = (count: number, of = 'y'): string[] =>
  Array.from({ length: count }, (_, vout) => `${of}:${vout}`)

test('inputs are asked for until some are gone: thousands that somebody makes up cost the node one round', async () => {
  const { chain, questions } = chainAskedFor({ unspent: { 'x:0': 7 } })
  const [standing] = await findInputStatuses([spending('a', ['x:0', ...made(3_000)])], chain, 50)
  assert.ok(standing?.known === 'absent' && standing.error.code === 'tx_inputs_unknown')
  assert.deepEqual(
    questions.map(({ length }) => length),
    [32, 1, 1],
  )
})

test('those of the others of a submission are asked for nevertheless', async () => {
  const facts = { pooled: ['a'], spentInPool: made(100), unspent: { 'x:0': 7, 'z:0': 7 } }
  const all = [spending('a', made(100)), spending('b', ['x:0']), spending('c', ['z:0'])]
  assert.equal(await knownAs(facts, all), 'pooled,fresh,fresh')
})

test('what a parent of the submission is to pay is asked of the node only where it has the parent', async () => {
  const family = [spending('a', ['x:0'], 3_000), spending('b', made(3_000, 'a'))]
  const alone = chainAskedFor({ unspent: { 'x:0': 7 } })
  const standings = await findInputStatuses(family, alone.chain, 50)
  assert.deepEqual(
    standings.map(({ known }) => known),
    ['fresh', 'fresh'],
  )
  assert.deepEqual(alone.questions, [['x:0']])
  const unspent = Object.fromEntries(made(3_000, 'a').map((name) => [name, null]))
  assert.equal(await knownAs({ pooled: ['a'], unspent }, family), 'pooled,fresh')
})

test('who asks is told between two questions that the time is up', async () => {
  const unspent = Object.fromEntries(made(3_000).map((name) => [name, 7]))
  const { chain, questions } = chainAskedFor({ unspent })
  const checkDeadline = () => {
    if (questions.length === 3) throw new NetworkUnavailable('too late')
  }
  await assert.rejects(
    findInputStatuses([spending('a', made(3_000))], chain, 50, { checkDeadline }),
    NetworkUnavailable,
  )
  assert.equal(questions.length, 3)
})

test('of many missing transactions the inputs are looked at once to learn how they are related, of the first alone to explain', async () => {
  const looked = new Map<string, number>()
  const all = ['a', 'b', 'c', 'd'].map((id) => {
    const transaction = spending(id, made(3_000, `${id}x`))
    const count = (list: Transaction['inputs']) =>
      function* () {
        for (let place = 0; place < list.length; place++) {
          looked.set(id, (looked.get(id) ?? 0) + 1)
          yield list[place] ?? assert.fail()
        }
      }
    const inputs = Object.assign([...transaction.inputs], { [Symbol.iterator]: count(transaction.inputs) })
    return { ...transaction, inputs }
  })
  const { chain } = chainOf({})
  const standings = await findInputStatuses(all, chain, 50)
  assert.ok(standings.every(({ known }) => known === 'absent'))
  // Once for the relations, once for what is there still, one for the first that is gone; the first of them once more.
  assert.deepEqual([...looked.values()], [9_001, 6_001, 6_001, 6_001])
})

test('thousands of inputs that spend one another are looked at in turns, whatever their number in each', async () => {
  const line = ['b', 'c', 'd', 'e', 'f', 'g'].map((id, place) =>
    spending(id, made(1_500, 'abcdef'[place]), 1_500),
  )
  const { chain } = chainOf({ unspent: { 'x:0': 7 } })
  let steps = 0
  const run = createStepRunner()
  const runSteps: RunSteps = (work) => run(counted(work))
  const standings = await findInputStatuses([spending('a', ['x:0'], 1_500), ...line], chain, 50, { runSteps })
  assert.ok(standings.every(({ known }) => known === 'fresh'))
  // Two passes over 9 001 inputs.
  assert.equal(steps, 9)

  function* counted<T>(work: Steps<T>): Steps<T> {
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      steps++
      yield
    }
  }
})

test('the block of a mined ancestor is never read: it may be old, large or pruned', async () => {
  const { chain } = chainOf({ unspent: { 'old:0': 3 }, mined: { old: 3 } })
  const network = { ...chain.network, block: () => assert.fail('the block is read') }
  const transactions = [spending('old', ['gone:0']), spending('pays', ['old:0'])]
  const statuses = await findInputStatuses(transactions, { ...chain, network }, 90)
  assert.deepEqual(
    statuses.map(({ known }) => known),
    ['mined', 'fresh'],
  )
})
