import assert from 'node:assert/strict'
import { createManualClock, hour, minute, second } from '../../src/kernel/clock.ts'
import type { TestScope } from '../helpers/databases.ts'
import { getOutputs, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

export type CheckoutStates = Awaited<ReturnType<typeof startCheckoutStates>>

/** Noon, so that times look the same everywhere. */
const noon = Date.parse('2026-03-02T12:00:00.000Z')

/** A shop with invoices in every state that a payer can see; each gives the path of its page. */
export async function startCheckoutStates(t: TestScope) {
  const clock = createManualClock(noon)
  const settings = {
    NODE_TIMEOUT_SECONDS: '1',
    LOG_LEVEL: 'warn',
    GREENFIELD: 'true',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMITS: 'off',
  }
  const service = await startPaying(t, { listen: true, clock, settings })
  await service.accounts.change(service.merchant.email, { name: 'Lantern Books' })
  const body = {
    amount: 12.5,
    currency: 'USD',
    redirect_url: 'https://lantern.example/orders/1042',
    memo: 'Order 1042: The Left Hand of Darkness, hardback',
  }
  const create = async (more: Readonly<Record<string, unknown>> = {}) =>
    (await service.createInvoice({ ...body, ...more })).invoice.uid

  const states = {
    choose: async () => getPath(await create()),
    waiting: async () => getPath(await create(), 'BTC'),
    ending: async () => {
      const uid = await create()
      clock.advance(13 * minute + 20 * second)
      return getPath(uid, 'LTC')
    },
    rejected: async () => {
      const uid = await create()
      await reject(uid, 'LTC')
      return getPath(uid, 'LTC')
    },
    down: async () => {
      const uid = await create()
      await service.rpc('BCH', 'sandbox_fail', 'down')
      await until(async () => !(await service.isOffered('BCH')))
      return getPath(uid, 'BCH')
    },
    unavailable: async () => {
      await states.down()
      return getPath(await create(), 'BTC')
    },
    checking: async () => {
      const uid = await create()
      await service.rpc('DASH', 'sandbox_fail', 'timeout', 1_000)
      const { reply } = await service.pay(uid, 'DASH')
      assert.equal(reply.json.code, 'broadcast_unknown', reply.text)
      return getPath(uid)
    },
    paid: async () => {
      const uid = await create()
      await pay(uid, 'BSV')
      // Later, because the page of a recently paid invoice would go to the shop during the check.
      clock.advance(3 * minute)
      return getPath(uid)
    },
    confirming: async () => {
      const uid = await create()
      await pay(uid, 'LTC')
      clock.advance(3 * minute)
      return getPath(uid)
    },
    late: async () => {
      const uid = await create({ expires_in: 120 })
      await service.rpc('DASH', 'sandbox_fail', 'timeout', 1_000)
      await service.pay(uid, 'DASH')
      clock.advance(5 * minute)
      await service.rpc('DASH', 'sandbox_fail', 'none', 0)
      await until(async () => (await service.readStatus(uid)) === 'paid')
      return getPath(uid)
    },
    reversed: async () => {
      const uid = await create()
      const { signed } = await pay(uid, 'LTC')
      await service.rpc('LTC', 'sandbox_replace', signed.txid)
      await service.mine('LTC')
      await until(async () => (await service.readStatus(uid)) === 'reversed')
      return getPath(uid)
    },
    cancelled: async () => {
      const uid = await create()
      await service.request(`/invoices/${uid}`, { method: 'DELETE' })
      return getPath(uid)
    },
    expired: async () => {
      const uid = await create({ expires_in: 60 })
      clock.advance(2 * minute)
      await until(async () => (await service.readStatus(uid)) === 'expired')
      return getPath(uid)
    },
    missing: async () => '/checkout/inv_unknown',
  }
  return { ...service, clock, states, create, reject, payInvoice: pay, getPath, restore }

  function getPath(uid: string, coin?: string): string {
    return `/checkout/${uid}${coin === undefined ? '' : `?coin=${coin}`}`
  }

  async function pay(uid: string, coin: string) {
    const paid = await service.pay(uid, coin)
    assert.equal(paid.reply.status, 200, paid.reply.text)
    return paid
  }

  /** A wallet sends a hundred-thousandth too little. */
  async function reject(uid: string, coin: string): Promise<void> {
    const template = await service.paymentRequest(uid, coin)
    const payer = await service.payer(coin)
    const bill = { uid, coin, template }
    const reply = await service.submit(bill, payer.pay(bill, { outputs: getOutputs(bill, -1_000n) }))
    assert.equal(reply.json.code, 'tx_amount_mismatch', reply.text)
    await until(async () => (await service.stores.rejections.find(uid)) !== null)
  }

  /** Nodes respond again, and the clock moves to a new day. */
  async function restore(): Promise<void> {
    for (const coin of ['BCH', 'DASH']) await service.rpc(coin, 'sandbox_fail', 'none', 0)
    clock.advance(48 * hour)
    for (const coin of ['BCH', 'DASH']) await until(async () => service.isOffered(coin))
  }
}
