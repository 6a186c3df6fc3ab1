import assert from 'node:assert/strict'
import { type Clock, second } from '../../src/kernel/clock.ts'
import { parseCoins } from '../../src/kernel/money.ts'
import type { ScriptType } from '../../src/wallet/keys.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { type Fault, openFaultyNode } from './faulty-node.ts'
import { startLitecoind } from './litecoind.ts'
import { assertPaymentRejected, type Bill, startPaying } from './paying.ts'
import { createShiftedClock } from './shifted-clock.ts'
import { until } from './until.ts'
import { type Signed, type TransactionOptions, testWallet } from './wallet.ts'

export type LitecoindLab = Awaited<ReturnType<typeof openLitecoindLab>>

/**
 * The service on a real Litecoin node, with a proxy between them that can fail, and a wallet with real coins. `options` are the node's, in
 * addition to those of `startLitecoind`.
 */
export async function openLitecoindLab(t: TestScope, options: readonly string[] = []) {
  const node = await startLitecoind({ after: (step) => addCleanup(t, step) }, options)
  const proxy = await openFaultyNode(t, node.url)
  const clock: Clock & { advance(ms: number): void } = createShiftedClock()
  const settings = { LTC_NODE: proxy.url, NODE_TIMEOUT_SECONDS: '4', NODE_POLL_SECONDS: '1' }
  const service = await startPaying(t, { clock, settings })
  const wallet = testWallet('LTC', 'litecoind')
  return { ...service, node, wallet, prepare, listMempool, submitWithFault, assertRejected, advancePastRetry }

  async function fund(form: ScriptType): Promise<Utxo> {
    const { txid, vout } = await node.fund(wallet.address(form), '1')
    return { txid, vout, script: wallet.script(form), amount: parseCoins('1') ?? assert.fail() }
  }

  /** A payment request, and a wallet with a mined coin that can pay it. */
  async function prepare(form: ScriptType = 'p2wpkh') {
    await until(() => service.isOffered('LTC'))
    const [bill, input] = [await service.createBill('LTC'), await fund(form)]
    const { outputs, requiredFeeRate } = bill.template
    const feeRate = BigInt(Math.ceil(requiredFeeRate * 1_000))
    const pay = (changes: Partial<TransactionOptions> = {}): Signed =>
      wallet.sign({ inputs: [input], outputs, ...(changes.fee === undefined && { feeRate }), ...changes })
    return { bill, input, pay, signed: pay() }
  }

  /** Transaction ids of the node's mempool. */
  async function listMempool(): Promise<readonly string[]> {
    const txids = await node.cli('getrawmempool')
    assert.ok(Array.isArray(txids))
    return txids.map(String)
  }

  /** Submits while the service's calls of that method fail. */
  async function submitWithFault(fault: Fault, method: string, bill: Bill, signed: Signed) {
    proxy.fail(fault, method)
    try {
      return await service.submit(bill, signed)
    } finally {
      proxy.fail(null)
    }
  }

  /** It is rejected, the invoice stays unpaid, and the node's mempool is unchanged. */
  async function assertRejected(bill: Bill, signed: Signed, code: string): Promise<void> {
    const before = await listMempool()
    const actual = String(Number((signed.fee * 1_000n) / BigInt(signed.size)) / 1_000)
    const rates = { required: String(bill.template.requiredFeeRate), actual }
    const members = code === 'tx_fee_too_low' ? rates : {}
    assertPaymentRejected(await service.submit(bill, signed), code, { members })
    assert.deepEqual(await listMempool(), before)
    assert.equal(await service.readStatus(bill.uid), 'unpaid')
  }

  /** The reconciler runs again after 5 s. */
  function advancePastRetry(): void {
    clock.advance(6 * second)
  }
}
