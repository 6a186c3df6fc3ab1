import { serialise } from '../../src/coins/codec/transaction.ts'
import type { Coin, TransactionOutput } from '../../src/coins/coin.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { type BaseUnits, toBaseUnits } from '../../src/kernel/money.ts'
import { buildTransaction, sumAmounts } from '../../src/wallet/build.ts'
import { createOutputScript, generateKey, getDefaultScriptType, type Key } from '../../src/wallet/keys.ts'
import { type CheckedPaymentRequest, fetchPaymentRequest } from '../../src/wallet/request.ts'
import { createSandboxClient } from '../../src/wallet/sandbox-client.ts'
import { sign } from '../../src/wallet/sign.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'
import type { Child } from './children/child.ts'
import type { Load, Request } from './load/load.ts'
import { runInParallel } from './shop.ts'

/** A chain that funds us and accepts transactions. */
export interface Funding {
  readonly coin: Coin & { readonly code: CoinCode }
  fund(script: Uint8Array, amount: BaseUnits): Promise<Utxo>
  send(hex: string): Promise<void>
  mine(): Promise<void>
}

/** The outputs that an invoice asks a wallet to pay. */
export interface RequestedPayment extends Pick<CheckedPaymentRequest, 'outputs' | 'feeRate'> {
  readonly uid: string
}

export interface SignedPayment {
  readonly uid: string
  readonly hex: string
  readonly inputs: readonly Utxo[]
}

export function getCoin(code: CoinCode): Funding['coin'] {
  const coin = coins.get(code)
  if (!coin) throw new Error(`unknown coin ${code}`)
  return { ...coin, code }
}

const walletContext = { fetch, now: Date.now, wait: async () => {} }

/** Funds payments from the sandbox of a running service. */
export function createSandboxFunding({ url }: Child, code: CoinCode): Funding {
  const coin = getCoin(code)
  const sandbox = createSandboxClient(walletContext, url, coin)
  return {
    coin,
    fund: sandbox.fund,
    send: async (hex) => void (await sandbox.call('sendrawtransaction', [hex])),
    mine: async () => {
      const minerAddress = coin.scriptToAddress(createOutputScript(generateKey(), 'p2pkh'), 'regtest') ?? ''
      await sandbox.call('generatetoaddress', [1, minerAddress])
    },
  }
}

/** Fetches the payment request of each invoice, as a wallet does. The first request for a coin allocates an address. */
export function requestPayments(
  { url }: Child,
  code: CoinCode,
  uids: readonly string[],
): Promise<RequestedPayment[]> {
  const coin = getCoin(code)
  return runInParallel(uids, async (uid) => {
    const { outputs, feeRate } = await fetchPaymentRequest(walletContext, new URL(`/r/${uid}`, url), coin)
    return { uid, outputs, feeRate }
  })
}

/** Upper bound for the fee of a payment with two inputs at any floor rate. */
const feeAllowance = toBaseUnits(100_000n)

/** Pays each request with a transaction of two inputs and two outputs. When it returns, the coins to spend are mined. */
export async function signPayments(
  funding: Funding,
  requested: readonly RequestedPayment[],
): Promise<SignedPayment[]> {
  if (requested.length === 0) return []
  const { coin } = funding
  const key = generateKey()
  const halves = requested.map(({ outputs }) => toBaseUnits(sumAmounts(outputs) / 2n + feeAllowance))
  const utxos = await createCoins(
    funding,
    key,
    halves.flatMap((half) => [half, half]),
  )
  return requested.map(({ uid, outputs, feeRate }, index) => {
    const inputs = utxos.slice(2 * index, 2 * index + 2)
    const change = createOutputScript(key, getDefaultScriptType(coin))
    return { uid, inputs, hex: buildSignedHex(coin, key, { inputs, outputs, feeRate, change }) }
  })
}

/** Real wallets' coins come from small transactions, and a node reads the parents of each transaction. */
const maxOutputs = 20

/** The coins of one funded output: all of its shares fit into a standard transaction. */
const maxCoins = 20_000

async function createCoins(funding: Funding, key: Key, amounts: readonly BaseUnits[]): Promise<Utxo[]> {
  const utxos: Utxo[] = []
  for (let from = 0; from < amounts.length; from += maxCoins)
    utxos.push(...(await splitFunds(funding, key, amounts.slice(from, from + maxCoins))))
  return utxos
}

/** Creates coins of exactly these amounts: one funded output, split in two steps by the wallet's transactions. */
async function splitFunds(funding: Funding, key: Key, amounts: readonly BaseUnits[]): Promise<Utxo[]> {
  const { coin } = funding
  const script = createOutputScript(key, getDefaultScriptType(coin))
  const parts: TransactionOutput[][] = []
  for (let from = 0; from < amounts.length; from += maxOutputs) {
    parts.push(amounts.slice(from, from + maxOutputs).map((amount) => ({ script, amount })))
  }
  const stepOutputs = parts.map((outputs) => ({
    script,
    amount: toBaseUnits(sumAmounts(outputs) + estimateFee(coin, outputs.length)),
  }))
  const fund = await funding.fund(
    script,
    toBaseUnits(sumAmounts(stepOutputs) + estimateFee(coin, stepOutputs.length)),
  )
  const shares = await split(fund, stepOutputs)
  await funding.mine()
  const utxos: Utxo[] = []
  for (const [index, share] of shares.entries()) utxos.push(...(await split(share, parts[index] ?? [])))
  await funding.mine()
  return utxos

  async function split(input: Utxo, outputs: readonly TransactionOutput[]): Promise<Utxo[]> {
    const plan = { inputs: [input], outputs, feeRate: coin.feeRate.floor, change: script }
    const hex = buildSignedHex(coin, key, plan)
    await funding.send(hex)
    const { id: txid } = coin.parse(hex)
    return outputs.map((output, vout) => ({ txid, vout, ...output }))
  }
}

/** Enough for a transaction with that many outputs: each is below 40 bytes, and the rest below 400. */
const estimateFee = ({ feeRate }: Coin, outputs: number): bigint =>
  (feeRate.floor * BigInt(400 + 40 * outputs)) / 1_000n

function buildSignedHex(
  coin: Coin,
  key: Key,
  plan: Omit<Parameters<typeof buildTransaction>[0], 'coin'>,
): string {
  return Buffer.from(serialise(sign(coin, buildTransaction({ coin, ...plan }), key))).toString('hex')
}

/** Submits each payment once. */
export function createPaymentLoad(url: URL, code: CoinCode, payments: readonly SignedPayment[]): Load {
  const requests = payments.map(({ uid, hex }): Request => {
    const body = JSON.stringify({ currency: code, transactions: [hex] })
    return { method: 'POST', path: `/payments/json/${code}/${uid}`, body }
  })
  return { url, headers: { 'content-type': 'application/json' }, requests }
}
