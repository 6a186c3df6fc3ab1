import { serialise } from '../coins/codec/transaction.ts'
import type { Coin, TransactionOutput } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import { countConfirmations, type Invoice } from '../invoices/invoice.ts'
import type { ViewContext } from '../invoices/view.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { toHex } from '../kernel/hex.ts'
import { formatCoins, parseCoins, toBaseUnits } from '../kernel/money.ts'
import { RpcError } from '../networks/rpc.ts'
import type { SandboxChain } from '../networks/sandbox/sandbox.ts'
import type { PaymentAddress } from '../payment-requests/payment-address.ts'
import type { PaymentRequest } from '../payment-requests/request.ts'
import { buildTransaction, computeFundingAmount } from '../wallet/build.ts'
import { createOutputScript, generateKey, getDefaultScriptType } from '../wallet/keys.ts'
import { sign } from '../wallet/sign.ts'
import type { Utxo } from '../wallet/utxo.ts'

/** Actions of the sandbox buttons: pay as a wallet would, correctly or not, or change the chain. */
export const sandboxActions = ['exact', 'little', 'late', 'mine', 'replace', 'reorganise', 'wallet'] as const
export type SandboxAction = (typeof sandboxActions)[number]

interface SandboxActionDependencies {
  readonly chains: readonly SandboxChain[]
  readonly issue: (uid: string, coin: string) => Promise<PaymentRequest>
  readonly findPaymentAddress: (uid: string, coin: string) => Promise<PaymentAddress>
  /** The regular way to submit a payment, which records rejections. @throws {ApiError} */
  readonly submit: (payment: {
    uid: string
    pathCoin: string
    submission: { coin: string; transactions: string[] }
    arrival: Instant
    address: string
  }) => Promise<unknown>
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly getTipHeight: ViewContext['getTipHeight']
  readonly graceMs: number
  readonly clock: Clock
}

/** Share of the requested amount that an underpayment pays. */
const underpaidPercent = 99n

/** In base units: 100 000 coins. The sandbox's funds are limited. */
const maxSendAmount = 100_000n * 100_000_000n

/** Pays with sandbox coins, mines and reorganises blocks. A rejected payment is not an error here: the checkout page shows it. */
export function createSandboxActions(dependencies: SandboxActionDependencies) {
  const chains = new Map(dependencies.chains.map((chain) => [chain.coin, chain]))
  /** @param amount decimal number of coins, for `wallet` */
  return async function runAction(
    action: SandboxAction,
    uid: string,
    coin: CoinCode,
    amount: string,
  ): Promise<void> {
    switch (action) {
      case 'exact':
      case 'little':
      case 'late':
        return pay(action, uid, coin)
      case 'mine':
        return (await findPaidChain(uid)).chain.mine()
      case 'replace':
        return replace(uid)
      case 'reorganise':
        return reorganise(uid)
      case 'wallet':
        return send(uid, coin, amount)
    }
  }

  async function pay(action: 'exact' | 'little' | 'late', uid: string, code: CoinCode): Promise<void> {
    const coin = coins.get(code)
    const chain = chains.get(code)
    if (!coin || !chain) throw new ApiError('not_found')
    const request = await dependencies.issue(uid, code).catch(ignoreUnpayableInvoice)
    if (!request) return
    const outputs = request.outputs.map(({ script, amount }) => ({
      script: Buffer.from(script, 'hex'),
      amount: action === 'little' ? toBaseUnits((amount * underpaidPercent) / 100n) : amount,
    }))
    const hex = await createPayment(coin, chain, { outputs, feeRate: request.feeRate })
    // A late payment is signed for a quote that has expired when the payment arrives.
    const arrival = action === 'late' ? request.expiresAt + dependencies.graceMs : dependencies.clock.now()
    await submitTransaction(uid, code, hex, arrival)
  }

  /** Sends an amount to the invoice's address, without a payment protocol. */
  async function send(uid: string, code: CoinCode, text: string): Promise<void> {
    const coin = coins.get(code)
    const chain = chains.get(code)
    if (!coin || !chain) throw new ApiError('not_found')
    const { address } = await dependencies.findPaymentAddress(uid, code)
    const { feeRate } = await dependencies.issue(uid, code)
    const script = coin.addressToScript(address, 'regtest') ?? new Uint8Array()
    const amount = parseCoins(text.trim())
    if (amount === null || amount < coin.getDustLimit(script) || amount > maxSendAmount)
      throw new ApiError('body_invalid', `Send an amount in ${code} that the network accepts.`)
    const hex = await createPayment(coin, chain, { outputs: [{ script, amount }], feeRate })
    await chain.handle('sendrawtransaction', [hex])
  }

  async function submitTransaction(
    uid: string,
    coin: CoinCode,
    hex: string,
    arrival: Instant,
  ): Promise<void> {
    const submission = { coin, transactions: [hex] }
    try {
      await dependencies.submit({ uid, pathCoin: coin, submission, arrival, address: 'sandbox' })
    } catch (error) {
      // The payer's page shows the reason.
      if (!(error instanceof ApiError)) throw error
    }
  }

  /** Spends the coins in a conflicting transaction and mines it. */
  async function replace(uid: string): Promise<void> {
    const { chain, txid, confirmations } = await findPaidChain(uid)
    if (confirmations > 0) return
    await chain.handle('sandbox_replace', [txid]).catch(ignoreChainChange)
    await chain.mine()
  }

  /** Reorganises to a longer branch in which the coins were spent elsewhere. */
  async function reorganise(uid: string): Promise<void> {
    const { chain, txid, confirmations } = await findPaidChain(uid)
    if (confirmations > 0)
      await chain.handle('sandbox_reorganise', [confirmations, [txid]]).catch(ignoreChainChange)
  }

  async function findPaidChain(uid: string) {
    const invoice = await dependencies.find(uid)
    if (invoice?.status !== 'paid') throw new ApiError('not_found')
    const { payment } = invoice
    const { coin, txids } = payment
    const chain = chains.get(coin)
    if (!chain) throw new ApiError('not_found')
    const confirmations = countConfirmations(payment, dependencies.getTipHeight(coin))
    return { chain, txid: txids.at(-1) ?? '', confirmations }
  }
}

/** The page already shows that the invoice is no longer payable. */
function ignoreUnpayableInvoice(error: unknown): null {
  if (error instanceof ApiError && error.status === 400) return null
  throw error
}

/** The chain has changed since the page was rendered, perhaps because of a second click. The page shows the outcome. */
function ignoreChainChange(error: unknown): void {
  if (!(error instanceof RpcError)) throw error
}

/** Creates a signed transaction with a newly funded input that pays exactly these outputs and the fee. */
async function createPayment(
  coin: Coin,
  chain: SandboxChain,
  payment: { readonly outputs: readonly TransactionOutput[]; readonly feeRate: bigint },
): Promise<string> {
  const key = generateKey()
  const change = createOutputScript(key, getDefaultScriptType(coin))
  const input = await fund(coin, chain, {
    script: change,
    amount: computeFundingAmount({ coin, ...payment }, change),
  })
  const draft = buildTransaction({ coin, ...payment, inputs: [input], change })
  return toHex(serialise(sign(coin, draft, key)))
}

async function fund(coin: Coin, chain: SandboxChain, { script, amount }: TransactionOutput): Promise<Utxo> {
  const address = coin.scriptToAddress(script, 'regtest')
  const txid = String(await chain.handle('sandbox_fund', [address, formatCoins(amount)]))
  const { outputs } = coin.parse(String(await chain.handle('getrawtransaction', [txid])))
  const vout = outputs.findIndex(
    (output) => output.amount === amount && Buffer.compare(output.script, script) === 0,
  )
  return { txid, vout, script, amount }
}
