import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainName } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { Rejection, Verdict } from '../networks/network.ts'
import { createNodeNetwork } from '../networks/node/network.ts'
import type { PaymentChain } from './chain.ts'
import { emptyFeeBasis } from './fee.ts'
import { mapRejection, testMempoolAcceptance } from './mempool-acceptance.ts'
import type { PendingTransaction, Prevout } from './pending-transaction.ts'

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

const bsv = { ...(coins.get('BSV') ?? assert.fail()), code: 'BSV' as const }

const createPrevout = (unconfirmed: Prevout['unconfirmed'] = null): Prevout => ({
  script: Uint8Array.of(0x51),
  amount: toBaseUnits(7n),
  height: null,
  coinbaseHeight: null,
  unconfirmed,
})
const spendable = (...prevouts: readonly Prevout[]) => ({ kind: 'spendable', prevouts }) as const

/**
 * Tests transactions with these statuses. `verdict`: what the node says about each that it is asked about. The result, and which of them the
 * node and our own check judged.
 */
async function testTransactions(
  statuses: readonly PendingTransaction['status'][],
  verdict: Verdict | 'untested',
  signature: 'valid' | 'invalid' | 'unknown' = 'valid',
) {
  const [byNode, byUs]: [string[], string[]] = [[], []]
  const pending = statuses.map((status, index) => ({
    hex: `${index}`,
    parsed: { id: `tx ${index}`, version: 1, lockTime: 0, size: 1, virtualSize: 1, inputs: [], outputs: [] },
    status,
  }))
  const chain = {
    network: {
      testAcceptance: async (hex: string) => {
        byNode.push(hex)
        return verdict
      },
      coinbaseMaturity: 100,
    },
    getTipHeight: () => tipHeight,
  } as Partial<PaymentChain> as PaymentChain
  let deadlineChecks = 0
  const result = await testMempoolAcceptance(
    bsv,
    pending,
    chain,
    {
      check: async (_coin, { id }, spent) => {
        byUs.push(`${id} spends ${spent.map(({ script, amount }) => `${script.join()} ${amount}`).join()}`)
        return signature
      },
      checkWithDetails: failOnCall,
    },
    {
      createError: ({ reason }, txid) => new Error(`${txid}: ${reason}`),
      checkDeadline: () => {
        deadlineChecks++
      },
    },
  )
  return { ...result, byNode, byUs, deadlineChecks }
}

test('a transaction that the node accepts counts as tested and verified; we check nothing ourselves', async () => {
  const statuses = [spendable(createPrevout()), spendable(createPrevout('mempool'))]
  assert.deepEqual(await testTransactions(statuses, { accepted: true }), {
    testedCount: 2,
    isVerified: true,
    byNode: ['0', '1'],
    byUs: [],
    deadlineChecks: 2,
  })
})

test('a transaction that the node already has does not count as tested, because the node did not check these bytes', async () => {
  const { testedCount } = await testTransactions([spendable()], { accepted: true, alreadyKnown: true })
  assert.equal(testedCount, 0)
})

test('a transaction that is already in the mempool is not tested again', async () => {
  const entry = { fee: 1n, size: 1, isReplaceable: false, depends: [], time: 0 }
  const { testedCount, byNode, byUs } = await testTransactions([{ kind: 'inMempool', entry }], {
    accepted: true,
  })
  assert.deepEqual([testedCount, byNode, byUs], [0, [], []])
})

test('the error of a transaction that the node rejects names it', async () => {
  const rejection = { reason: 'not_final', text: '' } as const
  await assert.rejects(testTransactions([spendable()], { accepted: false, rejection }), /tx 0: not_final/)
})

test('we check the signatures of a transaction that spends another one of the submission, because the node does not have that one', async () => {
  const statuses = [spendable(createPrevout()), spendable(createPrevout(), createPrevout('submission'))]
  const { testedCount, byNode, byUs } = await testTransactions(statuses, { accepted: true })
  assert.deepEqual([testedCount, byNode, byUs], [1, ['0'], ['tx 1 spends 81 7,81 7']])
})

test('where the node tests nothing, every signature must be valid, and one that we cannot check leaves the payment unverified', async () => {
  const check = (signature: 'valid' | 'invalid' | 'unknown') =>
    testTransactions([spendable(createPrevout())], 'untested', signature)
  assert.partialDeepStrictEqual(await check('valid'), { testedCount: 0, isVerified: true })
  assert.partialDeepStrictEqual(await check('unknown'), { testedCount: 0, isVerified: false })
  await assert.rejects(check('invalid'), { code: 'tx_signature_invalid' })
})

test('one immature coinbase output among others is enough for a rejection', async () => {
  const immature = { ...createPrevout(), height: tipHeight, coinbaseHeight: tipHeight }
  await assert.rejects(testTransactions([spendable(createPrevout(), immature)], 'untested'), {
    code: 'tx_rejected',
  })
})

const errorCodes: Readonly<Record<Rejection['reason'], string>> = {
  inputs_missing: 'tx_inputs_unknown',
  inputs_spent: 'tx_inputs_spent',
  fee_too_low: 'tx_fee_too_low',
  fee_too_high: 'tx_rejected',
  signature_invalid: 'tx_signature_invalid',
  not_final: 'tx_not_final',
  chain_too_long: 'tx_chain_too_long',
  pool_full: 'network_unavailable',
  node_busy: 'network_unavailable',
  outputs_exceed_inputs: 'tx_outputs_exceed_inputs',
  undecodable: 'tx_rejected',
  other: 'tx_rejected',
}

test('each reason of a node has its error for the payer', () => {
  for (const [reason, code] of Object.entries(errorCodes)) {
    const rejection = { reason: reason as Rejection['reason'], text: '' }
    const error = mapRejection(rejection, { coin: bsv, feeRate: 50n, feeBasis: emptyFeeBasis })
    assert.equal(error.code, code)
    assert.doesNotMatch(error.message, /already has this transaction|were sent/, reason)
  }
})

test('the error tells the payer if the first transactions were sent', () => {
  for (const reason of ['inputs_spent', 'fee_too_low', 'node_busy', 'other'] as const) {
    const rule = { coin: bsv, feeRate: 50n, feeBasis: emptyFeeBasis, isPartlySent: true }
    assert.match(mapRejection({ reason, text: '' }, rule).message, /The transactions before it were sent/)
  }
})
