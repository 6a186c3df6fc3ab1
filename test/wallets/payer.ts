import assert from 'node:assert/strict'
import type { Payer, PayingService } from '../helpers/paying.ts'
import type { Payee } from '../helpers/wallet.ts'
import type { Program } from './program.ts'

/** The request to a wallet: outputs, and base units per byte. */
export interface PaymentTerms {
  readonly outputs: readonly {
    readonly amount: number
    readonly address?: string
    readonly script?: string
  }[]
  readonly feeRate: number
}

/** A transaction before and after signing, in hex, its id, its fee in base units, and its size in virtual bytes. */
export interface Built {
  readonly unsigned: string
  readonly signed: string
  readonly txid: string
  readonly fee: number
  readonly size: number
}

/** Coins whose transactions bitcore's libraries build and sign. */
const bitcoresOwn = new Set(['BTC', 'BCH', 'DOGE', 'LTC'])

/** Builds and signs the payment: with the wallet's own library if it has one for the coin, otherwise with ours. */
export function build(program: Program, payer: Payer, terms: PaymentTerms): Promise<Built> | Built {
  if (!bitcoresOwn.has(payer.coin.code)) return buildOurselves(payer, terms)
  return program.call<Built>('build', {
    coin: payer.coin.code,
    secret: Buffer.from(payer.key.secret).toString('hex'),
    utxos: payer.utxos.map(({ txid, vout, script, amount }) => ({
      txid,
      vout,
      script: Buffer.from(script).toString('hex'),
      amount: Number(amount),
    })),
    change: payer.address(),
    ...terms,
  })
}

/** Like `build`, for wallets that leave keys and transactions to their caller. */
export function buildOurselves(payer: Payer, { outputs, feeRate }: PaymentTerms): Built {
  const options = {
    inputs: payer.utxos,
    outputs: outputs.map(getPayee),
    feeRate: BigInt(Math.ceil(feeRate * 1_000)),
  }
  const { hex: signed, txid, fee, size } = payer.sign(options)
  const unsigned = payer.sign({ ...options, flaw: 'unsigned' }).hex
  return { unsigned, signed, txid, fee: Number(fee), size }
}

function getPayee({ amount, address, script = '' }: PaymentTerms['outputs'][number]): Payee {
  return address === undefined ? { amount, script: Buffer.from(script, 'hex') } : { amount, address }
}

/** A new invoice of 12.5 USD, and the URL that its QR code has in `r`. */
export async function createInvoiceUrl(service: PayingService, body = {}, token?: string) {
  const { invoice } = await service.createInvoice(body, token === undefined ? {} : { token })
  return { uid: invoice.uid, uri: invoice.uri, url: `${service.baseUrl}/r/${invoice.uid}` }
}

/** Fails unless the invoice is paid by that transaction, and the coin's node has it as the wallet signed it. */
export async function assertSettled(
  service: PayingService,
  { uid, coin }: { readonly uid: string; readonly coin: string },
  { txid, signed }: Pick<Built, 'txid' | 'signed'>,
): Promise<void> {
  const { status, payment } = (await service.getInvoice(uid)).invoice
  assert.equal(status, 'paid')
  assert.deepEqual([payment?.currency, payment?.txid, payment?.txids], [coin, txid, [txid]])
  assert.equal(await service.rpc(coin, 'getrawtransaction', txid), signed)
}
