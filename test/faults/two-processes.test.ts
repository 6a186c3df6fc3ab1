import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { type RunningProcess, startProcess } from '../helpers/process.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { createFundedWallet } from '../helpers/wallet.ts'
import { createInvoice, openShop, requestFor, type Shop, submit } from './shop.ts'

const atOnce = 50

/** Two processes on one database. `FAILPOINT` of the first. */
async function startTwoProcesses(t: TestScope, failpoint = '') {
  const shop = await openShop(t)
  const start = async (settings: Record<string, string>) =>
    startProcess(t, { url: shop.url, port: await freePort(), settings })
  const first = await start({ FAILPOINT: failpoint })
  const second = await start({})
  await Promise.all([first, second].map(({ baseUrl }) => shop.waitForAllCoins(baseUrl)))
  return { shop, first, second }
}

/** A wallet's transaction for a new invoice. */
async function signPayment(shop: Shop, { baseUrl }: RunningProcess, coin: string) {
  const { uid } = (await createInvoice(baseUrl, shop.shop)).invoice
  const template = await requestFor(baseUrl, uid, coin)
  const wallet = await createFundedWallet(baseUrl, coin, ['1', '1'])
  const [inputs, others] = wallet.utxos.map((each) => [each])
  assert.ok(inputs && others)
  const signed = wallet.signFor(template, { inputs })
  return { uid, template, wallet, signed, other: wallet.signFor(template, { inputs: others }) }
}

/** Alternates between the two processes. */
const alternate = <T>(
  [first, second]: readonly [RunningProcess, RunningProcess],
  send: (baseUrl: string, number: number) => Promise<T>,
): Promise<T[]> =>
  Promise.all(
    Array.from({ length: atOnce }, (_, number) => send((number % 2 === 0 ? first : second).baseUrl, number)),
  )

test('one transaction sent fifty times concurrently to two processes gives fifty equal success responses, and one payment', async (t) => {
  const { shop, first, second } = await startTwoProcesses(t)
  const { uid, template, signed, wallet } = await signPayment(shop, first, 'LTC')
  const replies = await alternate([first, second], (baseUrl) => submit(baseUrl, template, [signed]))
  for (const { status, text } of replies) {
    assert.equal(status, 200, text)
    assert.equal(text, replies[0]?.text)
  }
  assert.deepEqual(await wallet.sandbox.call('getrawmempool', []), [signed.txid])
  await Promise.all([first.stop(), second.stop()])
  await shop.assertPaidOnce(uid)
  await shop.assertSound()
})

test('when the settling process is killed, all interrupted requests succeed at the other one', async (t) => {
  const { shop, first, second } = await startTwoProcesses(t, 'payment.sent:crash')
  const { uid, template, signed } = await signPayment(shop, second, 'BTC')
  // The first process has it alone, until it is killed.
  await Promise.all(
    Array.from({ length: atOnce / 2 }, () => assert.rejects(submit(first.baseUrl, template, [signed]))),
  )
  assert.equal(await first.waitUntilEnded(), 'SIGKILL')
  const replies = await Promise.all(
    Array.from({ length: atOnce }, () => submit(second.baseUrl, template, [signed])),
  )
  for (const { status, text } of replies) assert.equal(status, 200, text)
  await second.stop()
  await shop.assertPaidOnce(uid)
  await shop.assertSound()
})

test('two transactions sent concurrently to two processes: one is paid, the other is never broadcast', async (t) => {
  const { shop, first, second } = await startTwoProcesses(t)
  for (const coin of ['BCH', 'BSV', 'DASH']) {
    const { uid, template, signed, other, wallet } = await signPayment(shop, first, coin)
    const replies = await alternate([first, second], (baseUrl, number) =>
      submit(baseUrl, template, [number % 4 < 2 ? signed : other]),
    )
    const winners = new Set(replies.filter(({ status }) => status === 200).map(({ json }) => json.txid))
    assert.equal(winners.size, 1)
    for (const { status, json, text } of replies)
      if (status !== 200) assert.ok(['invoice_paid', 'payment_in_flight'].includes(String(json.code)), text)
    assert.deepEqual(await wallet.sandbox.call('getrawmempool', []), [...winners])
    assert.match((await sendRequest(second.baseUrl, `/invoices/${uid}`)).text, /"status":"paid"/)
  }
  await Promise.all([first.stop(), second.stop()])
  await shop.assertSound()
})
