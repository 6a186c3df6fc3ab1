import assert from 'node:assert/strict'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import type { TestScope } from './databases.ts'
import { deriveXpub, type Merchant, type ServiceOptions, startService } from './service.ts'
import { testWallet } from './wallet.ts'

export const start = Date.UTC(2026, 2, 1, 12)

/** A service with a stopped clock, and requests for its invoices. */
export async function startBilling(t: TestScope, options: Omit<ServiceOptions, 'clock'> = {}) {
  const clock = createManualClock(start)
  const service = await startService(t, { ...options, clock })

  /** Creates an invoice of that merchant. */
  const createInvoiceFor = async (
    by: Merchant = service.merchant,
    body: Record<string, unknown> = {},
  ): Promise<string> => (await service.createInvoice(body, { token: by.token })).invoice.uid

  /** The only output of the payment request in that coin. */
  const fetchRequestedOutput = async (uid: string, coin: string) => {
    const { outputs } = await service.paymentRequest(uid, coin)
    assert.equal(outputs.length, 1)
    return outputs[0] ?? assert.fail()
  }

  /** The requested amount of a new invoice of 50 USD in that coin. */
  const fetchRequestedAmount = async (by: Merchant, coin: string): Promise<number> =>
    (await fetchRequestedOutput(await createInvoiceFor(by, { amount: 50 }), coin)).amount

  /** A merchant that accepts one coin, on a fixed address. */
  async function createFixedAddressMerchant(
    name: string,
    coin: CoinCode,
    address = testWallet(coin, name).address(),
  ) {
    const merchant = await service.anotherMerchant(name, [])
    await service.accounts.setDestination(merchant.email, coin, { address })
    return { ...merchant, address }
  }

  const cancel = (uid: string, { token }: Merchant) =>
    service.request(`/invoices/${uid}`, { method: 'DELETE', token })

  return {
    ...service,
    clock,
    createInvoiceFor,
    fetchRequestedOutput,
    fetchRequestedAmount,
    createFixedAddressMerchant,
    cancel,
  }
}

/** The address `m/0/index` below the key of the merchant of that name. */
export function deriveAddress(name: string, code: CoinCode, index: number): string {
  const coin = coins.get(code) ?? assert.fail()
  const script = coin.parseExtendedKey(deriveXpub(name, code), 'regtest').deriveScript(index)
  return coin.scriptToAddress(script, 'regtest') ?? assert.fail()
}
