import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainName } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createNodeNetwork } from '../networks/node/network.ts'
import type { PaymentChain } from './chain.ts'
import { testMempoolAcceptance } from './mempool-acceptance.ts'

const failOnCall = () => assert.fail('unexpected call')
const tipHeight = 1_000

/** Whether a coinbase output of that depth, counted in the next block, is accepted where the node tests nothing before sending. */
async function isTaken(code: 'BSV' | 'DOGE', chainName: ChainName, depth: number): Promise<boolean> {
  const coin = coins.get(code) ?? assert.fail(code)
  const rpc = { call: failOnCall, batch: failOnCall, close: failOnCall }
  const network = createNodeNetwork({ coin: { ...coin, code }, chain: chainName, rpc })
  const chain: PaymentChain = {
    network,
    getTipHeight: () => tipHeight,
    findFollowedTip: async () => null,
    ...{ catchUp: failOnCall, findSpendingBlock: failOnCall, findMined: failOnCall },
  }
  const script = new Uint8Array()
  const parsed = { id: 'a', version: 1, lockTime: 0, size: 1, virtualSize: 1, inputs: [], outputs: [] }
  const coinbaseHeight = tipHeight + 1 - depth
  const prevouts = [
    { script, amount: toBaseUnits(1n), height: coinbaseHeight, coinbaseHeight, unconfirmed: null },
  ]
  const open = [{ hex: '', parsed, status: { kind: 'spendable', prevouts } as const }]
  const signatures = { check: async () => 'valid' as const, checkWithDetails: failOnCall }
  try {
    await testMempoolAcceptance({ ...coin, code }, open, chain, signatures, { createError: failOnCall })
    return true
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'tx_rejected', String(error))
    return false
  }
}

test("a mined coinbase output is accepted from the coin's maturity on", async () => {
  const maturities = [
    ['BSV', 'main', 100],
    ['BSV', 'regtest', 100],
    ['DOGE', 'main', 240],
    ['DOGE', 'test', 240],
    ['DOGE', 'regtest', 60],
  ] as const
  for (const [code, chain, maturity] of maturities) {
    assert.equal(await isTaken(code, chain, maturity), true, `${code} ${chain}`)
    assert.equal(await isTaken(code, chain, maturity - 1), false, `${code} ${chain}`)
  }
})
