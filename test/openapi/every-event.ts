import assert from 'node:assert/strict'
import { createTransact } from '../../src/composition/stores.ts'
import { day } from '../../src/kernel/clock.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import type { PayingService } from '../helpers/paying.ts'
import type { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'

type ShiftedClock = ReturnType<typeof createShiftedClock>

/** Makes a service that accepts LTC emit events of every type about its merchant, except `webhook.endpoint.disabled`. */
export async function causeEveryEvent(service: PayingService, clock: ShiftedClock): Promise<void> {
  await changeAccount(service)
  await payByProtocol(service)
  await payTooLate(service)
  await payFromAnyWallet(service)
  await expire(service, clock)
}

const waitForEvent = ({ listEvents }: PayingService, uid: string, type: string) =>
  until(async () => (await listEvents(uid)).includes(type))

async function changeAccount({ merchant, anotherMerchant, request, accounts }: PayingService) {
  const guest = await anotherMerchant('guest', [])
  const path = '/api/v1/account/links'
  for (const [{ token }, { email }] of [
    [merchant, guest],
    [guest, merchant],
  ] as const) {
    const link = await request(path, { method: 'POST', token, body: { email } })
    await request(`${path}/${link.json.id}`, { method: 'DELETE', token })
  }
  await accounts.setDestination(merchant.email, 'DOGE', { address: testWallet('DOGE', 'shop').address() })
}

async function openPayment(service: PayingService, body: Readonly<Record<string, unknown>> = {}) {
  const bill = await service.createBill('LTC', body)
  return { bill, signed: (await service.payer('LTC')).pay(bill) }
}

async function payByProtocol(service: PayingService) {
  const { bill, signed } = await openPayment(service, { metadata: { size: 'L' } })
  await service.submit(bill, signed)
  await service.rpc('LTC', 'sandbox_replace', signed.txid, true)
  await service.mine('LTC')
  await waitForEvent(service, bill.uid, 'payment.replaced')
  await waitForEvent(service, bill.uid, 'payment.confirmed')

  const rejected = await openPayment(service)
  await service.rpc('LTC', 'sandbox_fail', 'refuse', 1)
  await service.submit(rejected.bill, rejected.signed)
  await waitForEvent(service, rejected.bill.uid, 'payment.rejected')
}

/** The network takes a payment after its claim was released and its invoice cancelled. */
async function payTooLate(service: PayingService) {
  const { bill, signed } = await openPayment(service)
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1)
  await service.submit(bill, signed)
  const claims = await service.stores.payments.findOpenClaims()
  const claim = claims.find(({ invoiceUid }) => invoiceUid === bill.uid) ?? assert.fail()
  const { database, clock } = service
  await createClaimReleaser(createTransact(database), { clock, actor: 'the operator' })(claim)
  await createExceptionHelpers(service).cancel(bill.uid)
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  await service.mine('LTC')
  await waitForEvent(service, bill.uid, 'payment.surplus')
}

async function payFromAnyWallet(service: PayingService) {
  const { createInvoice, receive, send, late } = createExceptionHelpers(service)
  const invoice = await createInvoice()
  const txid = await send('LTC', invoice.address, invoice.amount)
  await service.mine('LTC')
  await waitForEvent(service, invoice.uid, 'invoice.paid')
  await service.rpc('LTC', 'sandbox_reorganise', 1, [txid])
  await waitForEvent(service, invoice.uid, 'invoice.reversed')
  await send('LTC', invoice.address, invoice.amount)
  await waitForEvent(service, invoice.uid, 'invoice.restored')
  await service.mine('LTC')
  await late(100n)
  const overpaid = await createInvoice()
  await receive(overpaid, overpaid.amount / 2n)
  await send('LTC', overpaid.address, overpaid.amount)
  await waitForEvent(service, overpaid.uid, 'payment.exception')
}

/** One invoice that received nothing, and one that received a part. */
async function expire(service: PayingService, clock: ShiftedClock) {
  const { createInvoice, receive } = createExceptionHelpers(service)
  const part = await createInvoice()
  await receive(part, part.amount / 2n)
  const { uid } = (await service.createInvoice()).invoice
  clock.advance(2 * day)
  for (const each of [uid, part.uid]) await waitForEvent(service, each, 'invoice.expired')
  await waitForEvent(service, part.uid, 'payment.exception')
}
