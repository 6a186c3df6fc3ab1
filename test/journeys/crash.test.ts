import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { type Failpoint, failpoints } from '../../src/kernel/failpoint.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { afterwards, newDatabaseUrl } from '../helpers/databases.ts'
import { freePort, type RunningProcess, startProcess } from '../helpers/process.ts'
import { basic, type Shown, type Template } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { fundedWallet, type Signed } from '../helpers/wallet.ts'

/** Each stands for a moment of a submission, told as the failure would be in a log. */
const moments: Partial<Record<Failpoint, string>> = {
  'payment.parsed': 'after its body was read',
  'payment.verified': 'after it was checked',
  'payment.claimed': 'after the claim is durable, before the broadcast',
  'payment.sent': 'after the broadcast, before the settlement',
  'payment.settled': 'after the settlement, before the answer',
}

const coinOf = (place: Failpoint): string =>
  ['BTC', 'DOGE', 'LTC', 'BSV', 'DASH'][failpoints.indexOf(place)] ?? 'BCH'

for (const place of failpoints) {
  const moment = moments[place]
  if (moment === undefined) continue
  test(`killed ${moment}, the service pays once when the wallet sends it again`, (t) =>
    crashAndRetry(t, place))
}

async function crashAndRetry(t: Parameters<typeof newDatabaseUrl>[0], place: Failpoint): Promise<void> {
  const url = await newDatabaseUrl(t)
  const port = await freePort()
  const coin = coinOf(place)
  const first = await startProcess(t, { url, port, settings: { FAILPOINT: `${place}:crash` } })
  const { shown, template } = await asked(first, coin)
  const wallet = await fundedWallet(first.baseUrl, coin, coin === 'DOGE' ? '1000' : '2')
  const signed = wallet.signFor(template)

  await assert.rejects(submitted(template, signed), 'nobody is answered by a process that was killed')
  assert.equal(await first.ended(), 'SIGKILL')

  const second = await startProcess(t, { url, port })
  const reply = await submitted(template, signed)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.json.transactions, [signed.hex])
  const again = await submitted(template, signed)
  assert.equal(again.text, reply.text)
  await assertPaidOnce(second, shown.invoice.uid, signed)
  await second.stop()
  await assertSound(t, url)
}

test('killed between broadcast and settlement, and nobody asks again: the restarted service settles by itself', async (t) => {
  const url = await newDatabaseUrl(t)
  const port = await freePort()
  const first = await startProcess(t, { url, port, settings: { FAILPOINT: 'payment.sent:crash' } })
  const { shown, template } = await asked(first, 'LTC')
  const wallet = await fundedWallet(first.baseUrl, 'LTC', '2')
  const signed = wallet.signFor(template)
  await assert.rejects(submitted(template, signed))
  assert.equal(await first.ended(), 'SIGKILL')

  const second = await startProcess(t, { url, port })
  // Mined in the meantime, so that no lease has to end before it is noticed.
  await wallet.sandbox.call('generatetoaddress', [1, wallet.address()])
  await until(async () => (await invoiceOf(second, shown.invoice.uid)).invoice.status === 'paid')
  await assertPaidOnce(second, shown.invoice.uid, signed)
  await second.stop()
  await assertSound(t, url)
})

/** A new invoice of the merchant that the first start has made, and its payment request. */
async function asked(process: RunningProcess, coin: string): Promise<{ shown: Shown; template: Template }> {
  await until(async () => /qt_[\w-]{43}/.test(process.output()))
  const [token = ''] = /qt_[\w-]{43}/.exec(process.output()) ?? []
  const created = await fetch(`${process.baseUrl}/invoices`, {
    method: 'POST',
    headers: { authorization: basic(token), 'content-type': 'application/json' },
    body: '{"amount":12.5,"currency":"USD"}',
  })
  const shown = (await created.json()) as Shown
  const headers = { accept: 'application/payment-request', 'x-currency': coin }
  const requested = await fetch(`${process.baseUrl}/r/${shown.invoice.uid}`, { headers })
  assert.equal(requested.status, 200)
  return { shown, template: (await requested.json()) as Template }
}

async function submitted({ paymentUrl, currency }: Template, { hex }: Signed) {
  const body = JSON.stringify({ currency, transactions: [hex] })
  const reply = await fetch(paymentUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const text = await reply.text()
  return { status: reply.status, text, json: JSON.parse(text) as Record<string, unknown> }
}

async function invoiceOf({ baseUrl }: RunningProcess, uid: string): Promise<Shown> {
  return (await (await fetch(`${baseUrl}/invoices/${uid}`)).json()) as Shown
}

async function assertPaidOnce(process: RunningProcess, uid: string, { txid }: Signed): Promise<void> {
  const { invoice } = await invoiceOf(process, uid)
  assert.equal(invoice.status, 'paid')
  assert.deepEqual(invoice.payment?.txids, [txid])
}

/** Exactly one payment, exactly one invoice.paid, and every invariant of the database. */
async function assertSound(t: Parameters<typeof newDatabaseUrl>[0], url: string): Promise<void> {
  const database = await openDatabase(url)
  afterwards(t, () => database.close())
  const { violations } = await database.snapshot((sql) => diagnose(sql, checks))
  assert.deepEqual(violations, [])
  const payments = await database.read.query.selectFrom('payments').select('status').execute()
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['accepted'],
  )
  const paid = await database.read.query
    .selectFrom('events')
    .where('type', '=', 'invoice.paid')
    .select('id')
    .execute()
  assert.equal(paid.length, 1)
}
