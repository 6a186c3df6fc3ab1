import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addCleanup, openTestDatabase } from '../../test/helpers/databases.ts'
import { createScriptedNetwork, type ScriptedResponses } from '../../test/helpers/scripted-node.ts'
import { until } from '../../test/helpers/until.ts'
import { testWallet } from '../../test/helpers/wallet.ts'
import { ltc } from '../coins/ltc.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { assignPositions } from '../events/store.ts'
import { createManualClock, minute } from '../kernel/clock.ts'
import { silentLogger } from '../kernel/logger.ts'
import { formatCoins, toBaseUnits } from '../kernel/money.ts'
import { RpcError } from '../networks/rpc.ts'
import { createAnchorRound } from './anchor-events.ts'
import { startAnchorFollower } from './follow.ts'
import { listAnchorScripts } from './transaction.ts'

const anchorWallet = { coin: ltc, key: testWallet('LTC').key }
const [script = assert.fail()] = listAnchorScripts(anchorWallet)
const fundingCoin = { txid: 'ab'.repeat(32), vout: 3, script, amount: toBaseUnits(5_000_000n) }
const block = { height: 7, hash: '77'.repeat(32) }

/** A node whose chain has one coin of the key, and whose mempool forgets everything. The test decides how it answers a broadcast. */
function createForgetfulNode(more: ScriptedResponses) {
  const output = {
    bestblock: block.hash,
    confirmations: 1,
    value: formatCoins(fundingCoin.amount),
    scriptPubKey: { hex: Buffer.from(script).toString('hex') },
  }
  return createScriptedNetwork('LTC', {
    getblockchaininfo: JSON.stringify({ blocks: block.height, bestblockhash: block.hash }),
    getblockheader: JSON.stringify({ height: block.height }),
    getmempoolentry: new RpcError(-5, 'Transaction not in mempool'),
    gettxout: (txid) =>
      txid === fundingCoin.txid ? JSON.stringify(output).replace(/"(0\.\d+)"/, '$1') : 'null',
    ...more,
  })
}

/** The anchors of a log with one event, on that node. */
async function openAnchors(t: TestContext, responses: ScriptedResponses) {
  const { database } = await openTestDatabase(t)
  const clock = createManualClock(Date.parse('2026-11-21T10:00:00.000Z'))
  const { network, calls } = createForgetfulNode(responses)
  const read = createStores(database.read)
  const transact = createTransact(database)
  const state = { feeRate: 1_000n as bigint | null, funded: [] as boolean[], sequence: 0 }
  await transact(({ anchorUtxos }) => anchorUtxos.add('LTC', [fundingCoin]))
  const round = createAnchorRound({
    wallet: anchorWallet,
    network,
    read,
    transact,
    events: read.log,
    estimateFeeRate: () => state.feeRate,
    waitUntilCaughtUp: async () => {},
    reportFunding: (isSufficient) => state.funded.push(isSufficient),
    acquireLease: async () => true,
    intervalMs: 10 * minute,
    clock,
    log: silentLogger,
    checkFailpoint: async () => {},
  })
  await anchor()
  return {
    network,
    read,
    state,
    clock,
    round,
    anchor,
    listSent,
    open: () => read.anchors.listUnconfirmed('LTC'),
  }

  async function anchor(): Promise<void> {
    const sequence = ++state.sequence
    const event = { type: 'account.link.removed', time: clock.now(), subject: 'link/1', sequence } as const
    await transact(({ events }) => events.append([{ ...event, accountId: 1, data: { id: 1 } }]))
    await database.transact(assignPositions)
  }

  /** Broadcast transactions in hex. */
  function listSent(): readonly string[] {
    return calls.flatMap(([method, hex]) => (method === 'sendrawtransaction' ? [String(hex)] : []))
  }
}

const tooLow = new RpcError(-26, 'min relay fee not met, 50 < 191')

test('an anchor whose fee the node no longer accepts is rebuilt from the same UTXO with a higher fee', async (t) => {
  let response: string | Error = '"id"'
  const { round, open, state, listSent } = await openAnchors(t, { sendrawtransaction: () => response })
  await round()
  const [first = assert.fail()] = await open()
  assert.equal(first.status, 'sent')

  response = tooLow
  await round()
  assert.deepEqual((await open())[0], { ...first, reason: 'rejected: fee_too_low' })
  assert.deepEqual(listSent(), [first.hex, first.hex])

  state.feeRate = 5_000n
  await round()
  const [replacement = assert.fail()] = await open()
  assert.ok(replacement.fee >= 4n * first.fee)
  assert.deepEqual(listSent().slice(2), [first.hex, replacement.hex])
  const spends = [first, replacement].map(({ hex }) =>
    ltc.parse(hex).inputs.map(({ txid, vout }) => ({ txid, vout })),
  )
  assert.deepEqual(spends[0], spends[1])
  assert.deepEqual(replacement.root, first.root)

  response = '"id"'
  await round()
  assert.equal((await open())[0]?.status, 'sent')
  assert.equal(listSent().at(-1), replacement.hex)
})

test('after a temporary failure the same anchor is retried, and new events wait until it succeeds', async (t) => {
  let response: string | Error = new RpcError(-26, 'too-long-mempool-chain, too many unconfirmed ancestors')
  const { round, open, listSent, anchor, clock } = await openAnchors(t, {
    sendrawtransaction: () => response,
  })
  await round()
  const [first = assert.fail()] = await open()
  assert.deepEqual([first.status, first.reason], ['sending', 'rejected: chain_too_long'])

  await anchor()
  clock.advance(11 * minute)
  await round()
  assert.deepEqual(listSent(), [first.hex, first.hex])
  assert.equal((await open()).length, 1)

  response = '"id"'
  await round()
  assert.equal((await open())[0]?.status, 'sent')
})

test('at most one root per interval is anchored, and none without new events or while the network is unavailable', async (t) => {
  const { round, open, state, clock, anchor, read, listSent } = await openAnchors(t, {
    sendrawtransaction: '"id"',
  })
  state.feeRate = null
  await round()
  assert.deepEqual(listSent(), [])
  state.feeRate = 1_000n
  await round()
  await anchor()
  clock.advance(10 * minute - 1)
  await round()
  assert.equal((await open()).length, 1)
  clock.advance(1)
  // The node lost the change together with the transaction, so there is nothing to pay with.
  await round()
  assert.equal((await open()).length, 1)
  assert.deepEqual(state.funded, [true, false])
  assert.equal((await read.anchors.findNewest())?.lastPosition, 1)
})

test('an oversized block is skipped and reported', async (t) => {
  const { database } = await openTestDatabase(t)
  const warnings: string[] = []
  const { network } = createForgetfulNode({
    getblockchaininfo: JSON.stringify({ blocks: 0, bestblockhash: block.hash }),
    getblockheader: JSON.stringify({ height: 0 }),
    getblockhash: JSON.stringify(block.hash),
    getblock: (_hash, verbose) =>
      verbose === false
        ? new RpcError(-1, 'too large')
        : JSON.stringify({ height: 0, hash: block.hash, tx: ['ab'.repeat(32)], time: 1 }),
  })
  const { followedBlocks, anchors } = createStores(database.read)
  const follower = startAnchorFollower({
    coin: 'LTC',
    scripts: [script],
    name: 'test',
    network: { ...network, check: async () => ({ ready: true }) },
    read: { followedBlocks, anchors },
    transact: createTransact(database),
    pollMs: 50,
    log: { ...silentLogger, warn: (message) => warnings.push(message) },
    onChange: () => {},
  })
  addCleanup(t, () => follower.stop())
  await until(async () => (await followedBlocks.findNewest('test'))?.hash === block.hash)
  assert.equal(warnings.filter((message) => message.includes('event fund')).length, 1)
})
