import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { createDecimal, toBaseUnits } from '../kernel/money.ts'
import { createStepRunner } from '../kernel/steps.ts'
import type { MempoolEntry, PayingTransaction } from '../networks/network.ts'
import type { PaymentChain } from '../payments/chain.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { createPaymentFinder } from './find.ts'

const coin: CoinCode = 'DASH'
const script = `76a914${'00'.repeat(20)}88ac`
const quote = { snapshotId: 's', quotedAt: 0, expiresAt: 1_000, coins: [{ code: coin, amountOffset: 0n }] }
const rate = {
  isAgreed: true,
  value: createDecimal(30n, 0),
  sources: [],
  observedAt: 0,
  validUntil: 1_000,
} as const
const snapshot: RateSnapshot = {
  id: 's',
  takenAt: 0,
  currency: 'USD',
  rates: new Map([[coin, rate]]),
  feeRates: new Map([[coin, 1_000n]]),
}

/** Whether a transaction with these inputs counts while it is in the mempool. */
async function isCounted(inputs: PayingTransaction['inputs']): Promise<boolean | undefined> {
  const txid = '11'.repeat(32)
  const outputs = [{ vout: 0, script, amount: toBaseUnits(1_000_000n) }]
  const entry: MempoolEntry = { fee: 1_000n, size: 200, isReplaceable: false, depends: [], time: 0 }
  const network = {
    findPayingInMempool: async () => [{ txid, hex: '', inputs, outputs }],
    findInMempool: async (txids: readonly string[]) => txids.map(() => entry),
  }
  const { searchMempool } = createPaymentFinder({
    reader: {
      findWatchedAccounts: async () => new Map([[script, 1]]),
      findWatchedInvoice: async () => 'uid',
      findInvoice: async () => ({ uid: 'uid', accountId: 1, quote, anyWallet: null }) as never as Invoice,
      findRequiredConfirmations: async () => new Map(),
      findPastQuotes: async () => [],
    },
    storeNewestRates: async () => snapshot,
    watchPeriods: { findStart: () => null },
    getSnapshot: async () => snapshot,
    settings: { quoteMs: 1_000, graceMs: 0 },
    rejectsReplaceable: () => false,
    clock: { now: () => 0 } as never,
    runSteps: createStepRunner(),
  })
  const chain = { network, getTipHeight: () => 1 } as never as PaymentChain
  const [found] = await searchMempool(coin, chain, { txids: [txid], scripts: new Set([script]) })
  return found?.isCounted
}

test('a mempool transaction counts if it has inputs whose double spend would be detected', async () => {
  assert.equal(await isCounted([{ txid: '22'.repeat(32), vout: 0 }]), true)
})

test('a DASH withdrawal from Dash Platform has no inputs, and counts only once it is mined', async () => {
  assert.equal(await isCounted([]), false)
})
