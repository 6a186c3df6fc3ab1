import assert from 'node:assert/strict'
import type { CoinCode } from '../../src/coins/index.ts'
import { parseCoins } from '../../src/kernel/money.ts'
import type { PayingService } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

export interface ExceptionItem {
  readonly id: string
  readonly uid: string
  readonly kind: string
  readonly currency: string
  readonly amount: string
  readonly value: string
  readonly txid: string
  readonly status: string
  readonly created_at: string
}

export const exceptionsPath = '/api/v1/payment-exceptions'

export const toUnits = (coins: string): bigint => parseCoins(coins) ?? assert.fail(coins)

/** Invoices with payment exceptions, in LTC unless another coin is given. */
export function createExceptionHelpers(service: PayingService) {
  return {
    createInvoice,
    send,
    sendTo,
    receive,
    list,
    listExceptions,
    only,
    resolve,
    readInvoice,
    part,
    late,
    cancel,
  }

  /** An invoice that accepts any wallet, with its address and its amount in base units. */
  async function createInvoice(coin: CoinCode = 'LTC') {
    const { uid } = (await service.createInvoice({ any_wallet: true })).invoice
    const { json } = await service.request(`/invoices/${uid}/address/${coin}`, { token: null })
    return { uid, coin, address: String(json.address), amount: toUnits(String(json.amount)) }
  }

  async function readInvoice(uid: string) {
    return (await service.getInvoice(uid)).invoice as unknown as {
      readonly status: string
      readonly received: { readonly value: string; readonly payments: readonly unknown[] } | null
      readonly payment: Readonly<Record<string, unknown>> & { readonly parts: readonly unknown[] }
    }
  }

  async function send(coin: CoinCode, address: string, amount: bigint): Promise<string> {
    return (await sendTo(coin, [{ address, amount: Number(amount) }])).txid
  }

  async function sendTo(coin: CoinCode, outputs: readonly { address: string; amount: number }[]) {
    const wallet = await service.payer(coin)
    const signed = wallet.sign({ inputs: wallet.utxos, outputs, feeRate: 200_000n })
    await service.rpc(coin, 'sendrawtransaction', signed.hex)
    return signed
  }

  /** Sends an amount and waits until the invoice shows it. Blocks are read even while no payment is awaited. */
  async function receive({ uid, coin, address }: Awaited<ReturnType<typeof createInvoice>>, amount: bigint) {
    const before = (await readInvoice(uid)).received?.payments.length ?? 0
    const txid = await send(coin, address, amount)
    await service.mine(coin)
    await until(async () => ((await readInvoice(uid)).received?.payments.length ?? 0) > before)
    return txid
  }

  async function cancel(uid: string): Promise<void> {
    const { status, text } = await service.request(`/invoices/${uid}`, { method: 'DELETE' })
    assert.equal(status, 200, text)
  }

  /** A cancelled invoice that received these fractions of its amount, in percent, before. */
  async function part(...percents: readonly bigint[]) {
    const invoice = await createInvoice()
    const txids: string[] = []
    for (const percent of percents) txids.push(await receive(invoice, (invoice.amount * percent) / 100n))
    await cancel(invoice.uid)
    // They are created at the same time, in any order.
    const found = await listExceptions(invoice.uid)
    const exceptions = txids.map((txid) => found.find((each) => each.txid === txid) ?? assert.fail(txid))
    return { ...invoice, exceptions }
  }

  /** A cancelled invoice that received that percentage of its amount afterwards. */
  async function late(percent: bigint) {
    const invoice = await createInvoice()
    await cancel(invoice.uid)
    await receive(invoice, (invoice.amount * percent) / 100n)
    return { ...invoice, exception: await only(invoice.uid) }
  }

  async function list(query = '?limit=200'): Promise<readonly ExceptionItem[]> {
    const { status, json, text } = await service.request(`${exceptionsPath}${query}`)
    assert.equal(status, 200, text)
    return json.payment_exceptions as ExceptionItem[]
  }

  /** Of one invoice, oldest first. */
  async function listExceptions(uid: string): Promise<readonly ExceptionItem[]> {
    return (await list()).filter((each) => each.uid === uid).reverse()
  }

  async function only(uid: string): Promise<ExceptionItem> {
    const [exception, ...rest] = await listExceptions(uid)
    assert.deepEqual(rest, [])
    return exception ?? assert.fail('no exception')
  }

  function resolve(id: string, body: unknown, token: string = service.merchant.token) {
    return service.request(`${exceptionsPath}/${id}/resolve`, { method: 'POST', body, token })
  }
}

/** An address that is not the merchant's. */
export const customerAddress = (coin: CoinCode = 'LTC'): string => testWallet(coin, 'customer').address()
