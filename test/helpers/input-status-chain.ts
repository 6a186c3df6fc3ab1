import assert from 'node:assert/strict'
import type { Transaction } from '../../src/coins/coin.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import type { Network, PreviousOutput } from '../../src/networks/network.ts'
import type { PaymentChain } from '../../src/payments/chain.ts'
import { findInputStatuses } from '../../src/payments/input-status.ts'
import { createNamedTxids } from './txids.ts'

/** The content of a chain: heights of the unspent outputs (null: mempool), the mempool, and who spends what. */
export interface InputStatusFixture {
  readonly outputHeights?: Readonly<Record<string, number | null>>
  readonly inMempool?: readonly string[]
  readonly spentInPool?: readonly string[]
  readonly spentInBlocks?: readonly string[]
  readonly mined?: Readonly<Record<string, number>>
}

export function createChain({
  outputHeights = {},
  inMempool = [],
  spentInPool = [],
  spentInBlocks = [],
  mined = {},
}: InputStatusFixture) {
  const calls: string[] = []
  const output = { script: Uint8Array.of(1), amount: toBaseUnits(5n) }
  const network: Pick<Network, 'findPreviousOutputs' | 'findInMempool' | 'getBlock'> = {
    findPreviousOutputs: async (outpoints) =>
      outpoints.map(({ txid, vout }): PreviousOutput => {
        const height = outputHeights[`${txid}:${vout}`]
        if (height !== undefined) return { isFound: true, output, height, isCoinbase: false }
        return { isFound: false, spentInMempool: spentInPool.includes(`${txid}:${vout}`) }
      }),
    findInMempool: async (txids) =>
      txids.map((txid) =>
        inMempool.includes(txid) ? { fee: 1n, size: 1, isReplaceable: false, depends: [], time: 0 } : null,
      ),
    getBlock: async (height) => ({
      height,
      hash: `hash ${height}`,
      previousHash: '',
      time: 0,
      txids: createNamedTxids(Object.keys(mined).filter((txid) => mined[txid] === height)),
    }),
  }
  const chain: PaymentChain = {
    network: { ...missing, ...network },
    getTipHeight: () => 100,
    findFollowedTip: async () => null,
    catchUp: async () => void calls.push('caught up'),
    findSpendingBlock: async (outpoints) => {
      calls.push('searched for the spender')
      const isSpent = outpoints.some(({ txid, vout }) => spentInBlocks.includes(`${txid}:${vout}`))
      return isSpent ? { height: 1, hash: 'hash 1' } : null
    },
    findMined: async (txid, above) => {
      calls.push('searched')
      const height = mined[txid]
      return height !== undefined && height > above ? { height, hash: `hash ${height}` } : null
    },
  }
  return { calls, chain }
}

const failOnCall = () => assert.fail('unexpected call')
const missing: Network = {
  coinbaseMaturity: 100,
  findPreviousOutputs: failOnCall,
  findInMempool: failOnCall,
  testAcceptance: failOnCall,
  broadcast: failOnCall,
  estimateFeeRate: failOnCall,
  getRelayFeeRate: failOnCall,
  getTip: failOnCall,
  getMedianTime: failOnCall,
  getBlock: failOnCall,
  getFirstBlockHeight: failOnCall,
  findBlockSpends: failOnCall,
  getTransaction: failOnCall,
  getMempoolTxids: failOnCall,
  findPayingInMempool: failOnCall,
  findPayingInBlock: failOnCall,
  findOutputsTo: failOnCall,
  check: failOnCall,
  close: failOnCall,
}

/** `a` spends `x:0`, and has that many outputs. */
export function createSpendingTransaction(id: string, inputs: readonly string[], outputs = 1): Transaction {
  return {
    id,
    version: 1,
    lockTime: 0,
    size: 100,
    virtualSize: 100,
    inputs: inputs.map((name) => {
      const [txid = '', vout] = name.split(':')
      return { txid, vout: Number(vout), script: new Uint8Array(), sequence: 0, witness: [] }
    }),
    outputs: Array.from({ length: outputs }, () => ({ script: Uint8Array.of(2), amount: toBaseUnits(3n) })),
  }
}

/** The status of each transaction, or its error code. */
export async function findStatuses(
  fixture: InputStatusFixture,
  transactions: readonly Transaction[],
  since = 50,
): Promise<string> {
  const statuses = await findInputStatuses(transactions, createChain(fixture).chain, since)
  return statuses.map((each) => (each.kind === 'unspendable' ? each.error.code : each.kind)).join()
}

/** The chain with this content, and the queries that it got for outputs. */
export function createRecordingChain(fixture: InputStatusFixture) {
  const { chain, calls } = createChain(fixture)
  const outpointQueries: string[][] = []
  const findPreviousOutputs: Network['findPreviousOutputs'] = (outpoints) => {
    outpointQueries.push(outpoints.map(({ txid, vout }) => `${txid}:${vout}`))
    return chain.network.findPreviousOutputs(outpoints)
  }
  return { calls, outpointQueries, chain: { ...chain, network: { ...chain.network, findPreviousOutputs } } }
}

/** Names of outputs that may not exist. */
export const inventOutpoints = (count: number, of = 'y'): string[] =>
  Array.from({ length: count }, (_, vout) => `${of}:${vout}`)
