import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { createStepRunner } from '../kernel/steps.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import type { ParsedSubmission } from './parse.ts'
import { findAncestorInputs, findWatchedInputs } from './watched-inputs.ts'

/** The inputs of `payment` and its unconfirmed ancestors, for transactions whose bytes are their names; `a:0` is an outpoint. */
async function findWatched(
  spent: Readonly<Record<string, readonly string[]>>,
  {
    ancestors = Object.keys(spent).filter((name) => name !== 'payment'),
    isInMempool = false,
    checkDeadline = () => {},
    submitted = ['payment'],
  } = {},
): Promise<string[]> {
  const parse = (name: string) => ({
    id: name,
    inputs: (spent[name] ?? []).map((input) => {
      const [txid = '', vout] = input.split(':')
      return { txid, vout: Number(vout) }
    }),
  })
  const toHex = (name: string) => Buffer.from(name).toString('hex')
  function* parseInSteps(bytes: Uint8Array) {
    yield
    return parse(Buffer.from(bytes).toString())
  }
  const coin = { ...coins.get('BTC'), parse, parseInSteps } as never as ParsedSubmission['coin']
  const transactions = submitted.map((name) => ({ hex: name, parsed: coin.parse(name) }))
  const submission = { coin, transactions }
  const inputs = await findWatchedInputs(
    submission,
    { ancestors, isInMempool },
    {
      network: { getTransaction: async (txid) => (txid in spent ? toHex(txid) : null) },
      runSteps: createStepRunner(),
      checkDeadline,
    },
  )
  return inputs.map(({ txid, vout, ancestor }) => `${txid}:${vout} by ${ancestor ?? 'itself'}`)
}

test('the inputs of the payment are watched, and those of every unconfirmed ancestor', async () => {
  assert.deepEqual(await findWatched({ payment: ['a:1', 'x:0'], a: ['b:0', 'y:1'], b: ['z:2'] }), [
    'a:1 by itself',
    'x:0 by itself',
    'b:0 by a',
    'y:1 by a',
    'z:2 by b',
  ])
})

test('the inputs of a submitted parent are watched as inputs that the parent spends', async () => {
  const spent = { parent: ['x:0'], payment: ['parent:1', 'y:0'] }
  assert.deepEqual(await findWatched(spent, { submitted: ['parent', 'payment'], ancestors: [] }), [
    'x:0 by parent',
    'parent:1 by itself',
    'y:0 by itself',
  ])
})

test('an ancestor that has since been mined is no longer watched', async () => {
  assert.deepEqual(await findWatched({ payment: ['a:1'] }, { ancestors: ['a'] }), ['a:1 by itself'])
})

test('ancestors with more than 2,000 inputs are rejected', async () => {
  const inputs = (count: number) => Array.from({ length: count }, (_, vout) => `x:${vout}`)
  assert.equal((await findWatched({ payment: ['a:0'], a: inputs(2_000) })).length, 2_001)
  await assert.rejects(
    findWatched({ payment: ['a:0'], a: inputs(2_001) }),
    (error) => error instanceof ApiError && error.code === 'tx_chain_too_long',
  )
  await assert.rejects(
    findWatched({ payment: ['a:0'], a: inputs(2_001) }, { isInMempool: true }),
    /accepted once it is mined/,
  )
})

const chain = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`a${index}`, [`x:${index}`]]))

test('ancestors are read sixteen at a time, each once', async () => {
  let batches = 0
  const inputs = await findWatched({ payment: ['a0:0'], ...chain }, { checkDeadline: () => void batches++ })
  assert.deepEqual(
    inputs.slice(1),
    Array.from({ length: 33 }, (_, index) => `x:${index} by a${index}`),
  )
  assert.equal(batches, 3)
})

test('ancestors must be read before the timeout', async () => {
  let left = 2
  const checkDeadline = () => {
    if (left-- === 0) throw new NetworkUnavailableError('too late')
  }
  await assert.rejects(
    findWatched({ payment: ['a0:0'], ...chain }, { checkDeadline }),
    NetworkUnavailableError,
  )
})

test('the inputs are unknown if an ancestor has none: a DASH withdrawal from Dash Platform can expire in the mempool', async () => {
  const coin = coins.get('DASH')
  assert.ok(coin)
  const [special, output, payload] = ['03000900', `e803000000000000${'1976a914'}${'00'.repeat(20)}88ac`, '00']
  const withdrawal = `${special}0001${output}${'00'.repeat(4)}01${payload}`
  const dependencies = { runSteps: createStepRunner(), checkDeadline: () => {} }
  const network = { getTransaction: async () => withdrawal }
  assert.equal(await findAncestorInputs(coin, ['a'], { ...dependencies, network }), null)
})

test('an internal error while parsing an ancestor is not the payer’s fault', async () => {
  const coin = {
    ...coins.get('LTC'),
    // biome-ignore lint/correctness/useYield: it fails before its first step
    *parseInSteps() {
      throw new RangeError('out of memory')
    },
  } as never as ParsedSubmission['coin']
  const dependencies = { runSteps: createStepRunner(), checkDeadline: () => {} }
  const network = { getTransaction: async () => '00' }
  await assert.rejects(findAncestorInputs(coin, ['a'], { ...dependencies, network }), /out of memory/)
})
