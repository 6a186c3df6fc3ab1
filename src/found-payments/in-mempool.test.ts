import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBaseUnits } from '../kernel/money.ts'
import { NetworkUnavailableError, type PayingTransaction } from '../networks/network.ts'
import { PackedTxids } from '../networks/txids.ts'
import type { PaymentChain } from '../payments/chain.ts'
import type { FoundOutput } from './find.ts'
import { createMempoolWatch, maxQueued } from './in-mempool.ts'
import type { RecordStores } from './record.ts'

const getTxid = (number: number): string => number.toString(16).padStart(8, '0').repeat(8)

/** A mempool of transactions that pay one script each, and the scripts in the order in which payments to them are recorded. */
function createLab(
  scripts: readonly string[],
  getAccount: (script: string) => number,
  { recordMs = 10 } = {},
) {
  const recorded: string[] = []
  let outages = 0
  const transactions = scripts.map((script, index): PayingTransaction => {
    const outputs = [{ vout: 0, script, amount: toBaseUnits(1n) }]
    return { txid: getTxid(index), hex: '', inputs: [], outputs }
  })
  const byTxid = new Map(transactions.map((transaction) => [transaction.txid, transaction]))
  const network = {
    getMempoolTxids: async () => PackedTxids.of(transactions.map(({ txid }) => txid)),
    findPayingInMempool: async (
      txids: readonly string[],
      select: (scripts: readonly string[]) => Promise<ReadonlySet<string>>,
    ) => {
      const found = txids.flatMap((txid) => byTxid.get(txid) ?? [])
      const chosen = await select(found.flatMap(({ outputs }) => outputs.map(({ script }) => script)))
      return found.filter(({ outputs }) => outputs.some(({ script }) => chosen.has(script)))
    },
  }
  let now = 0
  const { watch } = createMempoolWatch({
    watchPeriods: { recordRead: () => {} },
    isAwaited: async () => true,
    findWatchedAccounts: async (_, found) => new Map(found.map((script) => [script, getAccount(script)])),
    chains: { find: () => ({ network }) as unknown as PaymentChain },
    finder: {
      searchMempool: async (_, __, { txids, scripts: chosen }) => {
        if (outages-- > 0) throw new NetworkUnavailableError('no answer')
        if (chosen.has('broken')) throw new Error('cannot be evaluated')
        const payingTransactions = await network.findPayingInMempool(txids, async () => chosen)
        return payingTransactions.map(({ txid, outputs }) => ({
          txid,
          script: outputs[0]?.script,
        })) as unknown as FoundOutput[]
      },
    },
    record: async (_, outputs) => {
      now += recordMs
      recorded.push(...outputs.map(({ script }) => script))
      return true
    },
    transact: (work) => work({} as RecordStores),
    clock: { now: () => now } as never,
  })
  return { watch: () => watch('LTC'), recorded, failNext: () => outages++ }
}

test('payments to one account do not delay those to another', async () => {
  const scripts = [...Array.from({ length: 200 }, (_, index) => `flood ${index}`), 'shop']
  const lab = createLab(scripts, (script) => (script === 'shop' ? 2 : 1))
  await lab.watch()
  assert.ok(lab.recorded.slice(0, 16).includes('shop'), lab.recorded.slice(0, 16).join())
})

test('a round ends after two seconds, and the next one continues where it stopped', async () => {
  const scripts = Array.from({ length: 500 }, (_, index) => String(index))
  const lab = createLab(scripts, () => 1)
  await lab.watch()
  assert.ok(lab.recorded.length >= 200 && lab.recorded.length < 250, String(lab.recorded.length))
  for (let round = 0; round < 3; round++) await lab.watch()
  assert.equal(lab.recorded.length, 500)
  assert.equal(new Set(lab.recorded).size, 500)
})

test('a payment that the node did not return is recorded in the next round', async () => {
  const lab = createLab(['shop'], () => 1)
  lab.failNext()
  await lab.watch()
  assert.deepEqual(lab.recorded, [])
  await lab.watch()
  assert.deepEqual(lab.recorded, ['shop'])
})

test('a payment that cannot be evaluated does not keep others from being recorded', async () => {
  const others = Array.from({ length: 20 }, (_, index) => String(index))
  const lab = createLab(['broken', ...others], () => 1)
  for (let round = 0; round < 4; round++) await assert.rejects(lab.watch(), /cannot be evaluated/)
  assert.deepEqual(lab.recorded.toSorted(), others.toSorted())
})

test('rounds that are started together record each payment once', async () => {
  const scripts = Array.from({ length: 50 }, (_, index) => String(index))
  const lab = createLab(scripts, () => 1)
  await Promise.all([lab.watch(), lab.watch()])
  assert.deepEqual(lab.recorded, scripts)
})

test('when the queue is full, payments to the account with the most queued payments are found once they are in a block', async () => {
  const floods = maxQueued + 2_000
  const scripts = [...Array.from({ length: floods }, (_, index) => `flood ${index}`), 'shop']
  const lab = createLab(scripts, (script) => (script === 'shop' ? 2 : 1), { recordMs: 1 })
  await lab.watch()
  assert.ok(lab.recorded.includes('shop'))
  for (let round = 0; round < 10; round++) await lab.watch()
  assert.ok(lab.recorded.length > maxQueued && lab.recorded.length < floods, String(lab.recorded.length))
})
