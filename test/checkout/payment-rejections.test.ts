import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderRejectionNotice } from '../../src/checkout/pages/rejection-notice.ts'
import { getTranslator, messages } from '../../src/checkout/pages/translator.ts'
import { createRejectionRecorder, type PaymentRejection } from '../../src/checkout/payment-rejections.ts'
import { ApiError } from '../../src/kernel/api-error.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { errorCatalog } from '../../src/kernel/error-catalog.ts'
import { languages } from '../../src/platform/web/language.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { readPage, getWords as textOf } from './pages.ts'

const service = await startPaying(fileScope, {})

/** Sends a payment of one base unit too much, which is rejected. */
async function submitRejected(uid: string, coin = 'LTC'): Promise<void> {
  const bill = { uid, coin, template: await service.paymentRequest(uid, coin) }
  const payer = await service.payer(coin)
  const outputs = bill.template.outputs.map(({ address, amount }) => ({ address, amount: amount + 1 }))
  const { json, text } = await service.submit(bill, payer.pay(bill, { outputs }))
  assert.equal(json.code, 'tx_amount_mismatch', text)
}

test('the payer’s page shows a rejection, whichever process responded to the wallet', async (t) => {
  const secondProcess = await startService(t, { sharedStorage: service.storage })
  const { uid } = (await service.createInvoice()).invoice
  await submitRejected(uid)
  await until(async () => textOf(await readPage(secondProcess, uid)).includes('0.00000001 LTC too much'))
})

test('an unknown coin is not stored, whatever its name', async () => {
  const { uid } = (await service.createInvoice()).invoice
  for (const currency of ['XMR', '\u0000']) {
    await submitRejected(uid)
    await until(async () => (await service.stores.rejections.find(uid))?.code === 'tx_amount_mismatch')
    const body = { currency, transactions: ['00ff'] }
    const { json } = await service.request(`/r/${uid}`, { method: 'POST', token: null, body })
    assert.equal(json.code, 'coin_not_offered')
    await until(async () => (await service.stores.rejections.find(uid))?.code === 'coin_not_offered')
    assert.equal((await service.stores.rejections.find(uid))?.coin, null)
  }
})

test('a payer of rejected unconfirmed BTC is not told to turn off replacement, which a wallet cannot do', () => {
  for (const language of languages) {
    const translator = getTranslator(language)
    const alertsFor = (coin: string) =>
      textOf(
        renderRejectionNotice(translator, { code: 'tx_replaceable', message: '', members: {}, coin, at })
          .text,
      )
    assert.ok(alertsFor('BTC').includes(textOf(translator.text.rejected_unconfirmed_do)))
    assert.ok(alertsFor('LTC').includes(textOf(translator.text.rejected_replaceable_do)))
  }
})

test('only the latest rejection is shown', async () => {
  const { uid } = (await service.createInvoice()).invoice
  await submitRejected(uid, 'LTC')
  await until(async () => (await service.stores.rejections.find(uid))?.coin === 'LTC')
  await submitRejected(uid, 'DOGE')
  await until(async () => (await service.stores.rejections.find(uid))?.coin === 'DOGE')
  const page = await readPage(service, uid)
  assert.equal(page.match(/role="alert"/g)?.length, 1)
  assert.match(textOf(page), /0\.00000001 DOGE too much/)
})

test("rejections for invoices that are not payable or don't exist are not stored", async () => {
  const { uid } = (await service.createInvoice()).invoice
  await service.pay(uid, 'LTC')
  const { note } = getStore()
  for (const other of [uid, 'nobody']) {
    await note(other)
    assert.equal(await service.stores.rejections.find(other), null)
  }
})

test('rejections are removed when their invoice is no longer payable', async () => {
  const { uid } = (await service.createInvoice()).invoice
  const open = (await service.createInvoice()).invoice.uid
  await submitRejected(uid)
  await submitRejected(open)
  await until(async () => (await service.stores.rejections.find(open)) !== null)
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  await parts().prune()
  assert.equal(await service.stores.rejections.find(uid), null)
  assert.notEqual(await service.stores.rejections.find(open), null)
})

test('a rejection that cannot be stored is reported to the operator, and the wallet gets its normal response', async () => {
  const failures: unknown[] = []
  const { withRejectionLog, flush } = createRejectionRecorder({
    transact: () => Promise.reject(new Error('the database is away')),
    clock: systemClock,
    onError: (error) => failures.push(error),
  })
  const submit = withRejectionLog(() => Promise.reject(new ApiError('tx_rejected')))
  await assert.rejects(submit({ uid: 'u', pathCoin: 'LTC', submission: { coin: 'LTC' } }), {
    code: 'tx_rejected',
  })
  await flush()
  assert.match(String(failures), /the database is away/)
})

test('at most a thousand invoices wait for their rejection to be stored', async () => {
  const written: string[] = []
  const { withRejectionLog, flush } = createRejectionRecorder({
    transact: async (work) =>
      work({
        rejections: {
          save: async (uid) => void written.push(uid),
          find: async () => null,
          prune: async () => 0,
        },
      }),
    clock: systemClock,
    onError: (error) => assert.fail(String(error)),
  })
  const submit = withRejectionLog(() => Promise.reject(new ApiError('tx_rejected')))
  for (let count = 0; count < 1_200; count++)
    await assert.rejects(submit({ uid: `u${count % 1_100}`, pathCoin: null, submission: { coin: 'LTC' } }))
  await flush()
  assert.ok(written.length >= 1_000 && new Set(written).size >= 1_000, String(written.length))
})

const at = Date.parse('2026-03-02T12:00:00.000Z')
const facts = { expected: '0.125', received: '0.1', required: '1000', actual: '10' }

test('every payment rejection has a plain-language text in every language, without the phrases meant for wallets', () => {
  const codes = Object.keys(errorCatalog).filter((code) =>
    /^(tx|quote|coin|network)_|^body_invalid$|^currency_mismatch$/.test(code),
  )
  assert.ok(codes.length > 15)
  for (const language of languages) {
    for (const code of [...codes, 'a_code_of_a_later_release']) {
      const rejection: PaymentRejection = {
        code,
        message: 'A phrase for wallets',
        coin: 'LTC',
        members: facts,
        at,
      }
      const text = textOf(renderRejectionNotice(getTranslator(language), rejection).text)
      assert.doesNotMatch(text, /phrase for wallets|\{|undefined|null/, `${language} ${code}`)
      const other = textOf(messages[language].rejected_other)
      if (codes.includes(code) && code !== 'tx_amount_mismatch')
        assert.ok(!text.includes(other), `${language} ${code}`)
    }
  }
})

test('a rejection with missing or invalid details is shown without them', () => {
  for (const members of [{}, { expected: 'x', received: '<b>' }, { expected: '', received: '' }])
    for (const code of ['tx_amount_mismatch', 'tx_fee_too_low']) {
      const { text } = renderRejectionNotice(getTranslator('en'), {
        code,
        message: '',
        coin: '<i>',
        members,
        at,
      })
      assert.doesNotMatch(text, /undefined|<b>|<i>/)
    }
})

function parts() {
  const transact = <T>(work: (stores: { rejections: typeof service.stores.rejections }) => Promise<T>) =>
    service.database.transact(async (sql) => {
      const { createPaymentRejectionStore: rejectionStore } = await import(
        '../../src/checkout/payment-rejection-store.ts'
      )
      return work({ rejections: rejectionStore(sql) })
    })
  return createRejectionRecorder({
    transact,
    clock: systemClock,
    onError: (error) => assert.fail(String(error)),
  })
}

function getStore() {
  const { withRejectionLog, flush } = parts()
  return {
    async note(uid: string) {
      const submit = withRejectionLog(() => Promise.reject(new ApiError('tx_rejected')))
      await assert.rejects(submit({ uid, pathCoin: 'LTC', submission: { coin: 'LTC' } }))
      await flush()
    },
  }
}
