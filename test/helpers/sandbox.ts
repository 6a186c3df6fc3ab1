import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { findCoin } from '../../src/coins/index.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { createSandboxMiningStore } from '../../src/networks/sandbox/mining-store.ts'
import { createSandboxChain } from '../../src/networks/sandbox/sandbox.ts'
import { createSandboxChainStore } from '../../src/networks/sandbox/store.ts'
import { createSandboxTransactionStore } from '../../src/networks/sandbox/transaction-store.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { Sql } from '../../src/platform/storage/sql.ts'
import { openTestDatabase } from './databases.ts'
import { createForeignWallet, type ForeignForm, type ForeignPayment } from './foreign-wallet.ts'

export type TestSandbox = ReturnType<typeof createTestSandbox>

/** The sandbox's chain of one coin on an empty database. */
export async function openTestSandbox(
  t: TestContext,
  code: string,
  clock: Clock = systemClock,
): Promise<TestSandbox> {
  const { database } = await openTestDatabase(t)
  return createTestSandbox(database, code, clock)
}

/** The sandbox's chain of one coin on a database that several processes may open. */
export function createTestSandbox(database: Database, code: string, clock: Clock = systemClock) {
  const coin = findCoin(code) ?? assert.fail(`${code} is no coin`)
  const ledger = (sql: Sql) => ({
    ...createSandboxChainStore(sql, coin.code),
    ...createSandboxTransactionStore(sql, coin.code),
    ...createSandboxMiningStore(sql, coin.code),
  })
  const chain = createSandboxChain({
    coin,
    ledger: ledger(database.read),
    transact: (work) => database.transact((sql) => work(ledger(sql))),
    clock,
  })
  return { coin, chain, database, callRpc, wallet, mine }

  function callRpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return chain.handle(method, params)
  }

  async function mine(blocks = 1): Promise<readonly unknown[]> {
    const hashes = await callRpc('generatetoaddress', blocks, createForeignWallet(coin, 'miner').address)
    assert.ok(Array.isArray(hashes))
    return hashes
  }

  /** A wallet built on other libraries, with one mined output of exactly `coins`, and its payments. */
  async function wallet(name = 'payer', { coins = '1', form }: { coins?: string; form?: ForeignForm } = {}) {
    const own = createForeignWallet(coin, name, form)
    const txid = String(await callRpc('sandbox_fund', own.address, coins))
    const input = { txid, vout: 0, amount: BigInt(Math.round(Number(coins) * 1e8)) }
    return { ...own, input, pay }

    /** Sends everything but a fee to itself, by default twice the coin's floor for 300 bytes. */
    function pay({
      fee = (coin.feeRate.floor * 600n) / 1000n,
      ...changes
    }: Partial<ForeignPayment> & { fee?: bigint } = {}) {
      const inputs = changes.inputs ?? [input]
      const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
      const outputs = [{ script: own.script, amount: total - fee }]
      return own.sign({ inputs, outputs, ...changes })
    }
  }
}

/** The error of a call, as `[code, message]`. */
export async function failure(call: Promise<unknown>): Promise<readonly [number, string]> {
  const result = await call.then(
    (value) => assert.fail(`it returned ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  assert.ok(result instanceof Error && 'code' in result && typeof result.code === 'number', String(result))
  return [result.code, result.message]
}
