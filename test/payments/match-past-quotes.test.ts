import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirePayable } from '../../src/invoices/invoice.ts'
import { createManualClock, hour, minute, second, toIsoString } from '../../src/kernel/clock.ts'
import { createStepRunner, runToEnd } from '../../src/kernel/steps.ts'
import { parseSubmission } from '../../src/payments/parse.ts'
import { createSubmissionMatcher } from '../../src/payments/submission-matcher.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, getOutputs, startPaying } from '../helpers/paying.ts'

const clock = createManualClock(Date.UTC(2026, 2, 1, 12))
const service = await startPaying(fileScope, { clock, settings: { QUOTE_SECONDS: '40' } })
const { createBill, payer, submit, stores, database } = service

const quoteMs = 40 * second
const graceMs = 60 * second
/** The maximum number of quotes of an invoice per day with the default settings: one every 14 minutes. */
const quotesOfADay = Math.floor((24 * hour) / (14 * minute))

/** An invoice with that many refreshed quotes, a millisecond apart, each one base unit higher than the one before. */
async function createRequotedBill(count: number): Promise<{ bill: Bill; oldestEnd: number }> {
  const bill = await createBill('LTC')
  clock.advance(30 * second)
  await service.getInvoice(bill.uid)
  const { quote } = (await stores.invoices.find(bill.uid)) ?? assert.fail()
  const rows = Array.from({ length: count }, (_, index) => {
    const quotedAt = quote.quotedAt - index - 1
    return {
      invoice_uid: bill.uid,
      snapshot_id: quote.snapshotId,
      quoted_at: toIsoString(quotedAt),
      expires_at: toIsoString(quotedAt + quoteMs),
      coins: `LTC+${index + 1}`,
    }
  })
  await database.transact(({ query }) => query.insertInto('past_quotes').values(rows).execute())
  return { bill, oldestEnd: quote.quotedAt - count + quoteMs }
}

test('however many quotes are still valid, the oldest can be paid until the end of its grace period', async () => {
  const { bill, oldestEnd } = await createRequotedBill(300)
  const signed = (await payer('LTC')).pay(bill, { outputs: getOutputs(bill, 300n) })
  clock.set(oldestEnd + graceMs - 1)
  service.assertAccepted(await submit(bill, signed), [signed])
  await service.assertPaid(bill, [signed])
})

test('paying a price that expired within the last day is quote_expired, not tx_amount_mismatch', async () => {
  const { bill } = await createRequotedBill(quotesOfADay)
  clock.advance(quoteMs + graceMs)
  const wallet = await payer('LTC')
  for (const price of [1, quotesOfADay]) {
    const signed = wallet.pay(bill, { outputs: getOutputs(bill, BigInt(price)) })
    assertPaymentRejected(await submit(bill, signed), 'quote_expired')
  }
})

test('a submission is compared with a limited number of expired prices, however often the price was refreshed', async () => {
  const { bill } = await createRequotedBill(2_000)
  clock.advance(quoteMs + graceMs)
  const signed = (await payer('LTC')).pay(bill, { outputs: getOutputs(bill, 1_000_000n) })
  const read = { quotes: 0, snapshots: 0 }
  const matching = createSubmissionMatcher({
    reader: {
      ...stores.invoices,
      ...stores.payments,
      findPastQuotes: async (...args) => {
        const quotes = await stores.invoices.findPastQuotes(...args)
        read.quotes += quotes.length
        return quotes
      },
    },
    getSnapshot: async (id) => {
      read.snapshots += 1
      return (await stores.snapshots.find(id)) ?? assert.fail()
    },
    chain: 'regtest',
    settings: { quoteMs, graceMs },
    runSteps: createStepRunner(),
  })
  const invoice = requirePayable((await stores.invoices.find(bill.uid)) ?? assert.fail())
  const parsed = runToEnd(parseSubmission({ coin: 'LTC', transactions: [signed.hex] }, 'LTC'))
  await assert.rejects(matching(invoice, parsed, clock.now()), { code: 'tx_amount_mismatch' })
  assert.ok(read.quotes <= 200 && read.snapshots <= 200, JSON.stringify(read))
})
