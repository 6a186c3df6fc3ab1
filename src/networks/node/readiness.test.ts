import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainName } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import { nodeProfiles } from './node-profiles.ts'
import { assessReadiness, type NodeStatus } from './readiness.ts'

const now = 1_800_000_000

/** A healthy node of the coin on its main chain, with overrides. */
function createStatus(coin: CoinCode, other: Partial<NodeStatus> & { chainOf?: CoinCode } = {}): NodeStatus {
  const [main] = nodeProfiles[other.chainOf ?? coin].chains.main
  const hashes = new Map([
    [0, main?.genesis],
    ...(main?.forks ?? []).map((fork) => [fork.height, fork.hash] as const),
  ])
  return {
    chain: 'main',
    blocks: 900_000,
    headers: 900_000,
    isDownloading: false,
    tipTime: now - 60,
    agent: '/Core:1.0/',
    peers: 8,
    isInSafeMode: false,
    getHash: (height) => hashes.get(height) ?? 'ab'.repeat(32),
    ...other,
  }
}

const findReadiness = (coin: CoinCode, node: NodeStatus, chain: ChainName = 'main') => {
  const readiness = assessReadiness(node, nodeProfiles[coin], { chain, now })
  return readiness.ready ? 'ready' : readiness.reason
}

test('a synced node of the right coin and chain is ready', () => {
  for (const coin of Object.keys(nodeProfiles) as CoinCode[])
    assert.equal(findReadiness(coin, createStatus(coin)), 'ready')
})

test('BTC, BCH and BSV are distinguished by the blocks where they split', () => {
  const alike = ['BTC', 'BCH', 'BSV'] as const
  for (const coin of alike)
    for (const chainOf of alike.filter((other) => other !== coin))
      assert.equal(findReadiness(coin, createStatus(coin, { chainOf })), "it is another coin's node")
})

test("on test chains without a known split block, the node's user agent distinguishes them", () => {
  const regtest = { chain: 'regtest', getHash: () => nodeProfiles.BTC.chains.regtest[0]?.genesis ?? null }
  const agents = {
    BTC: '/Satoshi:30.0.0/',
    BCH: '/Bitcoin Cash Node:28.0.1(EB32.0)/',
    BSV: '/Bitcoin SV:1.2.2/',
  } as const
  for (const coin of ['BTC', 'BCH', 'BSV'] as const)
    for (const [named, agent] of Object.entries(agents))
      assert.equal(
        findReadiness(coin, createStatus(coin, { ...regtest, agent }), 'regtest') === 'ready',
        coin === named,
      )
})

test('another chain or another genesis block is rejected', () => {
  assert.equal(
    findReadiness('LTC', createStatus('LTC', { chain: 'test' })),
    'it is on the chain "test", not on main',
  )
  assert.equal(findReadiness('LTC', createStatus('LTC', { chainOf: 'DOGE' })), "it is another coin's node")
})

test('a node that is syncing, behind, stalled or without peers is rejected', () => {
  assert.equal(
    findReadiness('LTC', createStatus('LTC', { isDownloading: true })),
    'it is still downloading the chain',
  )
  assert.equal(
    findReadiness(
      'BSV',
      createStatus('BSV', {
        getHash: (height) => (height ? null : (nodeProfiles.BSV.chains.main[0]?.genesis ?? null)),
      }),
    ),
    'it is still downloading the chain',
  )
  assert.equal(findReadiness('LTC', createStatus('LTC', { headers: 900_004 })), 'it is 4 blocks behind')
  assert.equal(findReadiness('LTC', createStatus('LTC', { headers: 900_002 })), 'ready')
  assert.equal(
    findReadiness('BTC', createStatus('BTC', { tipTime: now - 4 * 3_600 - 60 })),
    'its newest block is 241 minutes old',
  )
  assert.equal(findReadiness('BTC', createStatus('BTC', { tipTime: now - 3 * 3_600 })), 'ready')
  assert.equal(
    findReadiness('LTC', createStatus('LTC', { tipTime: now - 3 * 3_600 })),
    'its newest block is 180 minutes old',
  )
  assert.equal(findReadiness('LTC', createStatus('LTC', { peers: 0 })), 'it has no peers')
})

test("BCH's test chains are recognised by the names its node gives them", () => {
  const names = { test: '000000000933', test4: '000000001dd4', scale: '00000000e645', chip: '000000001dd4' }
  for (const [chain, start] of Object.entries(names)) {
    const genesis = nodeProfiles.BCH.chains.test.find(({ name }) => name === chain)?.genesis ?? null
    assert.ok(genesis?.startsWith(start), chain)
    const node = createStatus('BCH', {
      chain,
      getHash: () => genesis,
      agent: '/Bitcoin Cash Node:28.0.1(EB32.0)/',
    })
    assert.equal(findReadiness('BCH', node, 'test'), 'ready')
  }
})

test('a node in safe mode is rejected, because it accepts no transaction', () => {
  for (const chain of ['main', 'regtest'] as const) {
    const genesis = nodeProfiles.BSV.chains[chain][0]?.genesis ?? null
    const node = createStatus('BSV', {
      chain,
      isInSafeMode: true,
      ...(chain === 'regtest' && { getHash: () => genesis }),
    })
    assert.equal(findReadiness('BSV', node, chain), 'it is in safe mode')
  }
})

test('regtest has no requirement on tip age or peers', () => {
  const [regtest] = nodeProfiles.LTC.chains.regtest
  const quiet = {
    chain: 'regtest',
    tipTime: 0,
    peers: 0,
    isDownloading: true,
    getHash: () => regtest?.genesis ?? null,
  }

  assert.equal(findReadiness('LTC', createStatus('LTC', quiet), 'regtest'), 'ready')
})
