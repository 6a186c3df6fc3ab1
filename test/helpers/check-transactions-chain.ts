import assert from 'node:assert/strict'
import type { Transaction } from '../../src/coins/coin.ts'
import { coins } from '../../src/coins/index.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createStepRunner } from '../../src/kernel/steps.ts'
import type { MempoolEntry, Network, PreviousOutput, Verdict } from '../../src/networks/network.ts'
import type { PaymentChain } from '../../src/payments/chain.ts'
import { checkTransactions, type TransactionCheckRules } from '../../src/payments/check-transactions.ts'
import { createNamedTxids } from './txids.ts'

const ltc = coins.get('LTC') ?? assert.fail()
const final = 0xffff_ffff
export const script = Uint8Array.of(0x51)

/**
 * The content of a chain: heights of the unspent outputs of 1 000 base units (null: mempool), the mempool, and the transactions of block 60.
 */
export interface TransactionCheckFixture {
  readonly outputHeights?: Readonly<Record<string, number | null>>
  readonly inMempool?: Readonly<Record<string, MempoolEntry>>
  readonly mined?: readonly string[]
  readonly verdict?: Verdict
  /** The tip before and after catching up. */
  readonly tips?: readonly [number, number]
}

export function createChain({
  outputHeights = {},
  inMempool = {},
  mined = [],
  verdict = { accepted: true },
  tips = [100, 100],
}: TransactionCheckFixture) {
  const calls: string[] = []
  const requestedTxids: string[] = []
  const [before, after] = tips
  const output = { script, amount: toBaseUnits(1_000n) }
  const network: Pick<
    Network,
    'findPreviousOutputs' | 'findInMempool' | 'testAcceptance' | 'getBlock' | 'getMedianTime'
  > = {
    findPreviousOutputs: async (outpoints) =>
      outpoints.map(({ txid, vout }): PreviousOutput => {
        const height = outputHeights[`${txid}:${vout}`]
        if (height === undefined) return { isFound: false, spentInMempool: false }
        return { isFound: true, output, height, isCoinbase: false }
      }),
    findInMempool: async (txids) => {
      requestedTxids.push(...txids)
      return txids.map((txid) => inMempool[txid] ?? null)
    },
    testAcceptance: async (hex) => {
      calls.push(`tested ${hex}`)
      return verdict
    },
    getMedianTime: async () => {
      calls.push('median time')
      return 1_700_000_000
    },
    getBlock: async (height) => ({
      height,
      hash: 'hash',
      previousHash: '',
      time: 0,
      txids: createNamedTxids(mined),
    }),
  }
  const failOnCall = () => assert.fail('unexpected call')
  const chain: PaymentChain = {
    network: {
      ...{
        broadcast: failOnCall,
        estimateFeeRate: failOnCall,
        getRelayFeeRate: failOnCall,
        getTip: failOnCall,
        getFirstBlockHeight: failOnCall,
        findBlockSpends: failOnCall,
        getTransaction: failOnCall,
        getMempoolTxids: failOnCall,
        findPayingInMempool: failOnCall,
        findPayingInBlock: failOnCall,
      },
      ...{ findOutputsTo: failOnCall, check: failOnCall, close: failOnCall, coinbaseMaturity: 100 },
      ...network,
    },
    getTipHeight: () => (calls.includes('caught up') ? after : before),
    findFollowedTip: async () => null,
    catchUp: async () => void calls.push('caught up'),
    findSpendingBlock: async () => null,
    findMined: async (txid) => (mined.includes(txid) ? { height: 60, hash: 'hash' } : null),
  }
  return { calls, requestedTxids, chain }
}

/** A transaction of 100 virtual bytes that pays 900 base units. */
export function createSpendingTransaction(
  id: string,
  inputs: readonly string[],
  sequence = final,
  lockTime = 0,
): Transaction {
  const spent = inputs.map((name) => {
    const [txid = '', vout] = name.split(':')
    return { txid, vout: Number(vout), script, sequence, witness: [] }
  })
  const outputs = [{ script, amount: toBaseUnits(900n) }]
  return { id, version: 1, lockTime, size: 120, virtualSize: 100, inputs: spent, outputs }
}

export const createMempoolEntry = (
  fee: bigint,
  depends: readonly string[] = [],
  isReplaceable = false,
): MempoolEntry => ({
  fee,
  size: 200,
  isReplaceable,
  depends,
  time: 0,
})

const signatures = {
  check: async () => 'valid' as const,
  checkWithDetails: () => assert.fail('unexpected call'),
}

export function checkSubmission(
  chain: PaymentChain,
  transactions: readonly Transaction[],
  rules: Partial<TransactionCheckRules> = {},
) {
  const submission = { coin: ltc, transactions: transactions.map((parsed) => ({ hex: parsed.id, parsed })) }
  const defaults = {
    feeRate: 1_000n,
    sinceHeight: 50,
    rejectsReplaceable: false,
    runSteps: createStepRunner(),
  }
  return checkTransactions(submission, chain, signatures, { ...defaults, ...rules })
}
