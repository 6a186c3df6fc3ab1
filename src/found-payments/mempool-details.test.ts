import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../coins/index.ts'
import { createStepRunner } from '../kernel/steps.ts'
import type { MempoolEntry, Network } from '../networks/network.ts'
import { createMempoolDetailReader } from './mempool-details.ts'

const [txid, parentId] = ['11'.repeat(32), '22'.repeat(32)]

/** Whether a transaction of 200 bytes pays 1 000 base units per 1 000 bytes, with a parent of the same size in the mempool. */
async function paysFeeRate(coin: CoinCode, fee: bigint, parentFee: bigint): Promise<boolean> {
  const entry: MempoolEntry = { fee, size: 200, isReplaceable: false, depends: [parentId], time: 0 }
  const parent: MempoolEntry = { ...entry, fee: parentFee, depends: [] }
  const network = {
    findInMempool: async (txids: readonly string[]) => txids.map((id) => (id === parentId ? parent : null)),
  } as never as Network
  const readDetails = createMempoolDetailReader(createStepRunner())
  const transaction = { txid, hex: '', inputs: [], outputs: [] }
  return (await readDetails(coin, network, { transaction, entry })).paysFeeRate(1_000n)
}

test('miners include a transaction if it and its unconfirmed ancestors pay the fee rate, each group down to it', async () => {
  assert.equal(await paysFeeRate('BTC', 200n, 200n), true)
  assert.equal(await paysFeeRate('BTC', 200n, 50n), false)
  assert.equal(await paysFeeRate('BTC', 199n, 900n), false)
})

test('a child may pay for its parent, except on DOGE, whose miners judge each transaction alone', async () => {
  assert.equal(await paysFeeRate('BTC', 350n, 50n), true)
  assert.equal(await paysFeeRate('DOGE', 350n, 50n), false)
  assert.equal(await paysFeeRate('DOGE', 350n, 200n), true)
})
