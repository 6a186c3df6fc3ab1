import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { type BaseUnits, parseCoins, toBaseUnits } from '../../src/kernel/money.ts'
import type { ScriptType } from '../../src/wallet/keys.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { type Reply, type Request, type ServiceOptions, startService, type Template } from './service.ts'
import { until } from './until.ts'
import { type Signed, type TransactionOptions, testWallet } from './wallet.ts'

/** The payment request of one coin of an invoice, as a wallet gets it. */
export interface Bill {
  readonly uid: string
  readonly coin: string
  readonly template: Template
}

export type Payer = Awaited<ReturnType<PayingService['payer']>>
export type PayingService = Awaited<ReturnType<typeof startPaying>>

/** Enough for several invoices of some dollars. */
const walletFunds = (coin: string): string => (coin === 'DOGE' ? '1000' : '2')

/** A service with payers. At its end, every invariant of its database must hold. */
export async function startPaying(t: TestScope, options: ServiceOptions = {}) {
  const service = await startService(t, options)
  addCleanup(t, assertSound)
  return {
    ...service,
    assertSound,
    createBill,
    payer,
    submit,
    listMempool,
    mine,
    waitUntilFollowed,
    isOffered,
    readStatus,
    listEvents,
    assertAccepted,
    assertPaid,
    assertUnchanged,
    assertRejectedUnchanged,
  }

  async function assertSound(): Promise<void> {
    const { violations } = await service.database.runInSnapshot((sql) => diagnose(sql, checks))
    assert.deepEqual(violations, [])
  }

  /** A new invoice of 12.5 USD, and the payment request in that coin. */
  async function createBill(coin: string, body: Readonly<Record<string, unknown>> = {}): Promise<Bill> {
    const { uid } = (await service.createInvoice(body)).invoice
    return { uid, coin, template: await service.paymentRequest(uid, coin) }
  }

  /** A wallet with one mined output of each of these amounts in coins. */
  async function payer(
    coin: string,
    amounts: readonly string[] = [walletFunds(coin)],
    { name = 'payer', form }: { name?: string; form?: ScriptType } = {},
  ) {
    const wallet = testWallet(coin, name)
    const utxos: Utxo[] = []
    for (const amount of amounts) await fund(amount)
    return { ...wallet, utxos, fund, pay }

    async function fund(amount: string): Promise<Utxo> {
      const txid = String(await service.rpc(coin, 'sandbox_fund', wallet.address(form), amount))
      const { outputs } = wallet.coin.parse(String(await service.rpc(coin, 'getrawtransaction', txid)))
      const funds = parseCoins(amount)
      const vout = outputs.findIndex((output) => output.amount === funds)
      const found = { txid, vout, ...(outputs[vout] ?? assert.fail()) }
      utxos.push(found)
      return found
    }

    /** The transaction that a careful wallet signs for a payment request, with optional `changes`. It spends the oldest output. */
    function pay({ template }: Pick<Bill, 'template'>, changes: Partial<TransactionOptions> = {}): Signed {
      const inputs = changes.inputs ?? utxos.slice(0, 1)
      const feeRate = BigInt(Math.ceil(template.requiredFeeRate * 1_000))
      return wallet.sign({
        inputs,
        outputs: template.outputs,
        ...(changes.fee === undefined && { feeRate }),
        ...changes,
      })
    }
  }

  /** `POST` to the paymentUrl: transactions as a wallet sends them, or any body. */
  function submit(
    { uid, coin }: Pick<Bill, 'uid' | 'coin'>,
    transactions: Signed | readonly (Signed | string)[],
    more: Request = {},
  ): Promise<Reply> {
    const hexes = [transactions].flat().map((each) => (typeof each === 'string' ? each : each.hex))
    const body = { currency: coin, transactions: hexes }
    return service.request(`/payments/json/${coin}/${uid}`, { method: 'POST', token: null, body, ...more })
  }

  /** Transaction ids of the node's mempool, sorted. */
  async function listMempool(coin: string): Promise<readonly string[]> {
    const ids = await service.rpc(coin, 'getrawmempool')
    assert.ok(Array.isArray(ids))
    return ids.map(String).sort()
  }

  /** Mines the mempool. */
  async function mine(coin: string, blocks = 1): Promise<void> {
    await service.rpc(coin, 'generatetoaddress', blocks, testWallet(coin, 'miner').address())
  }

  /** Resolves when the service has followed the chain to its tip. */
  async function waitUntilFollowed(coin: string): Promise<void> {
    const tip = await service.rpc(coin, 'getblockcount')
    await until(async () => {
      const newest = await service.stores.followedBlocks.findNewest(coin)
      return newest !== null && newest.height === tip && !newest.isUnfinished
    })
  }

  /** Whether the coin is offered to new invoices, which it is not while its node is down. */
  async function isOffered(coin: string): Promise<boolean> {
    const body = { amount: 12.5, currency: 'USD' }
    const { text } = await service.request('/invoices', { method: 'POST', body })
    return text.includes(`"currency":"${coin}"`)
  }

  async function readStatus(uid: string): Promise<string> {
    return (await service.getInvoice(uid)).invoice.status
  }

  /** Types of the events of an invoice, in their sequence. */
  async function listEvents(uid: string): Promise<readonly string[]> {
    const rows = await service.database.read.query
      .selectFrom('events')
      .where('subject', '=', `invoice/${uid}`)
      .orderBy('sequence')
      .select('type')
      .execute()
    return rows.map(({ type }) => type)
  }

  /** Fails unless the response is the success of the contract, for these transactions. */
  function assertAccepted({ status, text, json, headers }: Reply, signed: readonly Signed[]): void {
    assert.equal(status, 200, text)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    const { memo, payment, ...facts } = json
    const transactions = signed.map(({ hex }) => hex)
    // JSON Payment Protocol echoes the other submitted fields too.
    if (payment !== undefined) assert.partialDeepStrictEqual(payment, { transactions })
    assert.deepEqual(facts, { success: true, transactions, txid: signed.at(-1)?.txid })
    assert.ok(typeof memo === 'string' && memo.length > 0)
  }

  /** Fails unless the invoice is paid by these transactions, once, and the network has them. */
  async function assertPaid({ uid, coin }: Bill, signed: readonly Signed[]): Promise<void> {
    const { invoice, payment_options } = await service.getInvoice(uid)
    assert.equal(invoice.status, 'paid')
    assert.deepEqual(payment_options, [])
    assert.deepEqual(
      invoice.payment?.txids,
      signed.map(({ txid }) => txid),
    )
    assert.equal(invoice.payment?.currency, coin)
    for (const { txid, hex } of signed) assert.equal(await service.rpc(coin, 'getrawtransaction', txid), hex)
    assert.equal((await listEvents(uid)).filter((type) => type === 'invoice.paid').length, 1)
  }

  /** Runs `work`; fails unless invoice, events and mempool are unchanged afterwards. */
  async function assertUnchanged<T>(
    { uid, coin }: Pick<Bill, 'uid' | 'coin'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const snapshot = async () => ({
      invoice: (await service.request(`/invoices/${uid}`, { token: null })).text,
      events: await listEvents(uid),
      pool: await listMempool(coin),
    })
    const before = await snapshot()
    const result = await work()
    assert.deepEqual(await snapshot(), before)
    return result
  }

  /** Fails unless it is rejected with that code, nothing was broadcast, and the invoice is unchanged. Returns the error's message. */
  async function assertRejectedUnchanged(
    bill: Pick<Bill, 'uid' | 'coin'>,
    transactions: Signed | readonly (Signed | string)[],
    code: string,
    members: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const reply = await assertUnchanged(bill, () => submit(bill, transactions))
    return assertPaymentRejected(reply, code, { members })
  }
}

/** A test of all coins concurrently: their chains are independent. */
export function testOnEveryCoin(name: string, work: (code: CoinCode) => Promise<void>): void {
  void test(name, { concurrency: true }, async (t) => {
    await Promise.all([...coins.keys()].map((code) => t.test(code, () => work(code))))
  })
}

/** Error codes for failures of the service or the network. */
const ours = new Set(['network_unavailable', 'broadcast_unknown', 'payment_in_flight', 'internal'])

/** Fails unless the response is that error in the payment's error format; returns its message. */
export function assertPaymentRejected(
  { status, text, json, headers }: Reply,
  code: string,
  {
    status: expected = ours.has(code) ? 500 : 400,
    members = {},
  }: { status?: number; members?: Readonly<Record<string, string>> } = {},
): string {
  assert.equal(json.code, code, text)
  assert.equal(status, expected, text)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const { error } = json
  assert.ok(typeof error === 'string' && /^[\x20-\x7e]{1,400}$/.test(error), text)
  const retryable = expected === 429 || expected >= 500
  assert.deepEqual(json, { success: false, error, msg: error, message: error, code, retryable, ...members })
  return error
}

/** Outputs of a payment request with `change` base units more or less on the first. */
export function getOutputs({ template }: Bill, change = 0n): { address: string; amount: BaseUnits }[] {
  return template.outputs.map(({ address, amount }, index) => ({
    address,
    amount: toBaseUnits(BigInt(amount) + (index === 0 ? change : 0n)),
  }))
}
