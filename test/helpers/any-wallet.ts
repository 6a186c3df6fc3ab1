import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../../src/coins/index.ts'
import { type BaseUnits, parseCoins } from '../../src/kernel/money.ts'
import type { PayingService } from './paying.ts'
import { until } from './until.ts'
import type { TransactionOptions } from './wallet.ts'

/** The coins whose addresses are watched. */
const watchable: readonly CoinCode[] = ['BTC', 'BCH', 'DASH', 'LTC', 'DOGE']

export interface PaymentAddress {
  readonly currency: string
  readonly address: string
  readonly amount: string
  readonly received: string
  readonly remaining: string
  readonly uri: string
  readonly expires: string
}

interface Part {
  readonly currency: string
  readonly amount: string
  readonly value: string
  readonly txid: string
  readonly confirmations: number
}

export interface AnyWalletInvoice {
  readonly uid: string
  readonly status: string
  readonly received: {
    readonly value: string
    readonly payments: readonly (Part & { readonly counted: boolean })[]
  } | null
  readonly payment: Part & {
    readonly txids: readonly string[]
    readonly confirmed_at: string | null
    readonly via: string
    readonly parts: readonly (Part & { readonly vout: number })[]
    readonly excess: string | null
    readonly shortfall: string | null
    readonly paid_late: boolean
  }
}

export interface ExceptionData {
  readonly id: string
  readonly kind: string
  readonly currency: string
  readonly amount: string
  readonly value: string
  readonly txid: string
}

export const toUnits = (coins: string): BaseUnits => parseCoins(coins) ?? assert.fail(coins)

export function testOnWatchableCoins(name: string, work: (coin: CoinCode) => Promise<void>): void {
  for (const coin of watchable) test(`${name}: ${coin}`, () => work(coin))
}

/** Invoices that accept any wallet, and wallets that only send to addresses. */
export function createAddressPayer(service: PayingService) {
  return { createInvoice, readAddress, prepare, send, readInvoice, waitFor, listExceptions }

  /** An invoice of 12.5 USD and its address in that coin. */
  async function createInvoice(coin: CoinCode, body: Readonly<Record<string, unknown>> = {}) {
    const { uid } = (await service.createInvoice({ any_wallet: true, ...body })).invoice
    return { uid, coin, ...(await readAddress(uid, coin)) }
  }

  async function readAddress(uid: string, coin: string): Promise<PaymentAddress> {
    const { status, json } = await service.request(`/invoices/${uid}/address/${coin}`, { token: null })
    assert.equal(status, 200, JSON.stringify(json))
    return json as unknown as PaymentAddress
  }

  /** A transaction that sends an amount to an address, with optional `changes`, not sent yet. */
  async function prepare(
    coin: CoinCode,
    address: string,
    amount: bigint,
    changes: Partial<TransactionOptions> = {},
  ) {
    const wallet = await service.payer(coin)
    const sign = (more: Partial<TransactionOptions> = {}, paid = amount) =>
      wallet.sign({
        inputs: wallet.utxos,
        outputs: [{ address, amount: Number(paid) }],
        feeRate: coin === 'DOGE' ? 2_000_000n : 200_000n,
        ...changes,
        ...more,
      })
    return { signed: sign(), sign }
  }

  /** Returns the transaction id. */
  async function send(
    coin: CoinCode,
    address: string,
    amount: bigint,
    changes: Partial<TransactionOptions> = {},
  ): Promise<string> {
    const { signed } = await prepare(coin, address, amount, changes)
    await service.rpc(coin, 'sendrawtransaction', signed.hex)
    return signed.txid
  }

  async function readInvoice(uid: string): Promise<AnyWalletInvoice> {
    return (await service.getInvoice(uid)).invoice as unknown as AnyWalletInvoice
  }

  async function waitFor(
    uid: string,
    condition: (invoice: AnyWalletInvoice) => boolean,
  ): Promise<AnyWalletInvoice> {
    await until(async () => condition(await readInvoice(uid)))
    return readInvoice(uid)
  }

  /** The payment exceptions in its events, in order. */
  async function listExceptions(uid: string): Promise<ExceptionData[]> {
    const events = await service.database.read.query
      .selectFrom('events')
      .where('subject', '=', `invoice/${uid}`)
      .where('type', '=', 'payment.exception')
      .orderBy('sequence')
      .select('data')
      .execute()
    return events.map(({ data }) => (JSON.parse(data) as { exception: ExceptionData }).exception)
  }
}
