import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMemoryLogger } from '../../test/helpers/memory-logger.ts'
import { findCoin } from '../coins/index.ts'
import { minute, second, systemClock } from '../kernel/clock.ts'
import { sandbox } from './embedded.ts'
import { parseExact } from './node/exact-numbers.ts'
import { NodeUnreachableError } from './rpc.ts'
import { maxFeeRateAgeMs, startNetworkWatcher } from './watch.ts'

/** The node's fee responses; either method can fail. */
const responses: Readonly<Record<string, string>> = {
  getblockchaininfo: `{"blocks": 7, "bestblockhash": "${'ab'.repeat(32)}"}`,
  estimatesmartfee: '{"feerate": 0.00002000}',
  getnetworkinfo: '{"relayfee": 0.00000100}',
  getmempoolinfo: '{"mempoolminfee": 0.00000100}',
}

/** A watcher of a node that can fail, on a manual clock. */
function startWatcher(t: TestContext) {
  const self = { now: 0, failing: new Set<string>(), estimate: responses.estimatesmartfee ?? '' }
  const coin = findCoin('BTC') ?? assert.fail()
  const call = async (method: string): Promise<unknown> => {
    if (self.failing.has(method)) throw new NodeUnreachableError(`${method} takes too long`)
    return parseExact(method === 'estimatesmartfee' ? self.estimate : (responses[method] ?? 'null'))
  }
  const rpc = {
    call,
    batch: (calls: readonly { method: string }[]) => Promise.all(calls.map(({ method }) => call(method))),
    close: async () => {},
  }
  const network = sandbox.open('sandbox:', {
    coin,
    chain: 'regtest',
    clock: systemClock,
    timeoutMs: second,
    getEmbeddedRpc: () => rpc,
  })
  const logged: string[] = []
  // It polls only when the test says so.
  const timers = { now: () => self.now, schedule: () => () => {} }
  const watch = startNetworkWatcher({
    coin,
    network,
    intervalMs: second,
    log: createMemoryLogger(logged),
    timers,
  })
  t.after(() => watch.stop())
  return Object.assign(self, { watch, logged })
}

test('each outage and recovery of a network is logged once, a recovery at info level', async (t) => {
  const node = startWatcher(t)
  await node.watch.checkNow()
  node.failing.add('getblockchaininfo')
  for (const _ of [1, 2]) assert.equal((await node.watch.checkNow()).readiness.ready, false)
  assert.equal(node.watch.getState().feeRate, 2_000n)
  node.failing.clear()
  assert.equal((await node.watch.checkNow()).readiness.ready, true)

  assert.deepEqual(node.logged, [
    'info: BTC: the node is ready',
    'warn: BTC: the node cannot be used: getblockchaininfo takes too long',
    'info: BTC: the node is ready',
  ])
})

test('without a new fee rate the last one is used for ten minutes; after that there is none, but the node stays usable', async (t) => {
  const node = startWatcher(t)
  await node.watch.checkNow()
  node.failing.add('estimatesmartfee')
  node.now = maxFeeRateAgeMs
  assert.deepEqual(await node.watch.checkNow(), { readiness: { ready: true }, feeRate: 2_000n })
  node.now++
  assert.deepEqual(node.watch.getState(), { readiness: { ready: true }, feeRate: null })
  assert.equal(maxFeeRateAgeMs, 10 * minute)
  assert.deepEqual(node.logged, [
    'info: BTC: the node is ready',
    'warn: BTC: the node reports no fee rate: estimatesmartfee takes too long',
  ])
})

test('a fee rate expires even if the node hasn’t been polled for that long', async (t) => {
  const node = startWatcher(t)
  await node.watch.checkNow()
  node.now = maxFeeRateAgeMs + 1
  assert.equal(node.watch.getState().feeRate, null)
})

test('the relay fee is part of the rate: without it there is no new rate', async (t) => {
  for (const method of ['getnetworkinfo', 'getmempoolinfo']) {
    const node = startWatcher(t)
    await node.watch.checkNow()
    node.failing.add(method)
    node.estimate = '{"feerate": 0.00009000}'
    node.now = minute
    assert.equal((await node.watch.checkNow()).feeRate, 2_000n)
  }
})

test('a new rate applies immediately', async (t) => {
  const node = startWatcher(t)
  node.failing.add('estimatesmartfee')
  assert.deepEqual(await node.watch.checkNow(), { readiness: { ready: true }, feeRate: null })
  node.failing.clear()
  assert.equal((await node.watch.checkNow()).feeRate, 2_000n)
  node.now = 2 * maxFeeRateAgeMs
  assert.equal(node.watch.getState().feeRate, null)
  node.estimate = '{"feerate": 0.00003000}'
  assert.equal((await node.watch.checkNow()).feeRate, 3_000n)
  assert.equal(node.logged.at(-1), 'info: BTC: the node is ready')
})

test('a node without an estimate still reports a rate: the floor', async (t) => {
  const node = startWatcher(t)
  await node.watch.checkNow()
  node.estimate = '{"errors": ["Insufficient data or no feerate found"], "blocks": 6}'
  assert.equal((await node.watch.checkNow()).feeRate, 1_000n)
})

test('a node that first has no fee rate and then becomes unusable is logged twice', async (t) => {
  const node = startWatcher(t)
  await node.watch.checkNow()
  node.failing.add('estimatesmartfee')
  await node.watch.checkNow()
  node.failing.add('getblockchaininfo')
  assert.equal((await node.watch.checkNow()).readiness.ready, false)
  await node.watch.checkNow()
  assert.deepEqual(node.logged.slice(1), [
    'warn: BTC: the node reports no fee rate: estimatesmartfee takes too long',
    'warn: BTC: the node cannot be used: getblockchaininfo takes too long',
  ])
})
