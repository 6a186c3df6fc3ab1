import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { testWallet } from '../helpers/wallet.ts'

const service = await startPaying(fileScope, {
  destinations: ['LTC', 'DASH'],
  settings: { GREENFIELD: 'true', RATES: 'fixed:LTC/USD=100,DASH/USD=50' },
})
const merchant = await service.anotherMerchant('fixed', [])
await service.accounts.setDestination(merchant.email, 'LTC', {
  address: testWallet('LTC', 'fixed').address(),
})
const { createInvoice, readAddress, send, waitFor } = createAddressPayer(service)

async function readAmounts(uid: string, coin: string, { id, token } = service.merchant) {
  const { text } = await service.request(`/api/v1/stores/${id}/invoices/${uid}/payment-methods`, { token })
  const methods: readonly Readonly<Record<string, string>>[] = JSON.parse(text)
  const { amount, due, totalPaid, paymentMethodPaid } =
    methods.find(({ currency }) => currency === coin) ?? assert.fail(text)
  return { amount, due, totalPaid, paymentMethodPaid }
}

for (const anyWallet of [false, true])
  test(`the amounts on a fixed address are those of the payment request, with its offset, until and after it is paid: any_wallet ${anyWallet}`, async () => {
    const [dollars, coins] = anyWallet ? [20, '0.2'] : [10, '0.1']
    const body = { amount: dollars, any_wallet: anyWallet }
    const create = async () => (await service.createInvoice(body, { token: merchant.token })).invoice
    const [first, second] = [await create(), await create()]
    assert.equal((await readAmounts(first.uid, 'LTC', merchant)).due, coins)
    const { due: offsetDue } = await readAmounts(second.uid, 'LTC', merchant)
    assert.equal(offsetDue, `${coins}0000001`)
    assert.deepEqual(await readAmounts(second.uid, 'LTC', merchant), {
      amount: offsetDue,
      due: offsetDue,
      totalPaid: '0',
      paymentMethodPaid: '0',
    })
    await service.pay(second.uid, 'LTC')
    assert.deepEqual(await readAmounts(second.uid, 'LTC', merchant), {
      amount: offsetDue,
      due: '0',
      totalPaid: offsetDue,
      paymentMethodPaid: offsetDue,
    })
  })

test('the total of an invoice that is paid in two coins is shown in each of them', async () => {
  const { uid, address } = await createInvoice('LTC', { amount: 10 })
  await send('LTC', address, toUnits('0.04'))
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
  assert.deepEqual(await readAmounts(uid, 'LTC'), {
    amount: '0.1',
    due: '0.06',
    totalPaid: '0.04',
    paymentMethodPaid: '0.04',
  })
  assert.deepEqual(await readAmounts(uid, 'DASH'), {
    amount: '0.2',
    due: '0.12',
    totalPaid: '0.08',
    paymentMethodPaid: '0',
  })
  const rest = await readAddress(uid, 'DASH')
  await send('DASH', rest.address, toUnits(rest.remaining))
  await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual(await readAmounts(uid, 'LTC'), {
    amount: '0.1',
    due: '0',
    totalPaid: '0.1',
    paymentMethodPaid: '0.04',
  })
  assert.deepEqual(await readAmounts(uid, 'DASH'), {
    amount: '0.2',
    due: '0',
    totalPaid: '0.2',
    paymentMethodPaid: '0.12',
  })
})
