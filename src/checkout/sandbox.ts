import { serialise } from '../coins/codec/transaction.ts'
import type { Coin, Output } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { baseUnits, formatCoins } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { RpcError } from '../networks/rpc.ts'
import type { SandboxChain } from '../networks/sandbox/sandbox.ts'
import type { PaymentRequest } from '../payment-requests/request.ts'
import { build, priceOf } from '../wallet/build.ts'
import { freshKey, scriptOf, usualForm } from '../wallet/keys.ts'
import { sign } from '../wallet/sign.ts'
import type { Unspent } from '../wallet/unspent.ts'

/** What the buttons of the sandbox do: pay as a wallet would, rightly or wrongly, or change what the chain says. */
export const sandboxDeeds = ['exact', 'little', 'late', 'mine', 'replace', 'reorganise'] as const
export type SandboxDeed = (typeof sandboxDeeds)[number]

export interface SandboxParts {
  readonly chains: readonly SandboxChain[]
  readonly issue: (uid: string, coin: string) => Promise<PaymentRequest>
  /** The one way in for payments, whose refusals are noted. @throws {Refused} */
  readonly submit: (payment: {
    uid: string
    pathCoin: string
    submission: { coin: string; transactions: string[] }
    arrival: Instant
  }) => Promise<unknown>
  /** The payment of a paid invoice. */
  readonly payment: (uid: string) => Promise<{ coin: CoinCode; txid: string; confirmations: number } | null>
  readonly graceMs: number
  readonly clock: Clock
}

/** Of what is asked, so much is paid by who pays too little. */
const littlePercent = 99n

/** Pays and disturbs with the sandbox's coins. A payment that is refused is no failure here: it is what the payer's page then tells. */
export function sandboxDeedsOn(parts: SandboxParts) {
  const chains = new Map(parts.chains.map((chain) => [chain.coin, chain]))
  return async function act(deed: SandboxDeed, uid: string, coin: CoinCode): Promise<void> {
    switch (deed) {
      case 'exact':
      case 'little':
      case 'late':
        return pay(deed, uid, coin)
      case 'mine':
        return (await chainOf(uid)).chain.mine()
      case 'replace':
        return replace(uid)
      case 'reorganise':
        return reorganise(uid)
    }
  }

  async function pay(deed: 'exact' | 'little' | 'late', uid: string, code: CoinCode): Promise<void> {
    const coin = coins.get(code)
    const chain = chains.get(code)
    if (!coin || !chain) throw new Refused('not_found')
    const request = await parts.issue(uid, code).catch(passState)
    if (!request) return
    const outputs = request.outputs.map(({ script, amount }) => ({
      script: Buffer.from(script, 'hex'),
      amount: deed === 'little' ? baseUnits((amount * littlePercent) / 100n) : amount,
    }))
    const hex = await signedPayment(coin, chain, { outputs, feeRate: request.feeRate })
    // Who is late has signed for a price that holds no more when the payment arrives.
    const arrival = deed === 'late' ? request.expiresAt + parts.graceMs : parts.clock.now()
    await handIn(uid, code, hex, arrival)
  }

  async function handIn(uid: string, coin: CoinCode, hex: string, arrival: Instant): Promise<void> {
    const submission = { coin, transactions: [hex] }
    try {
      await parts.submit({ uid, pathCoin: coin, submission, arrival })
    } catch (error) {
      // The payer's page tells why.
      if (!(error instanceof Refused)) throw error
    }
  }

  /** Somebody spends the coins elsewhere, and a block takes that. */
  async function replace(uid: string): Promise<void> {
    const { chain, txid, confirmations } = await chainOf(uid)
    if (confirmations > 0) return
    await chain.answer('sandbox_replace', [txid]).catch(passChange)
    await chain.mine()
  }

  /** Another branch of the chain grows longer, in which the coins were spent elsewhere. */
  async function reorganise(uid: string): Promise<void> {
    const { chain, txid, confirmations } = await chainOf(uid)
    if (confirmations > 0) await chain.answer('sandbox_reorganise', [confirmations, [txid]]).catch(passChange)
  }

  async function chainOf(uid: string) {
    const payment = await parts.payment(uid)
    const chain = payment && chains.get(payment.coin)
    if (!chain) throw new Refused('not_found')
    return { chain, ...payment }
  }
}

/** That an invoice is not to be paid any more stands on its page. */
function passState(error: unknown): null {
  if (error instanceof Refused && error.status === 400) return null
  throw error
}

/** The chain has gone on since the page was drawn, perhaps by a second press: what became of it the page tells. */
function passChange(error: unknown): void {
  if (!(error instanceof RpcError)) throw error
}

/** A transaction of fresh coins that pays these outputs and the fee, and nothing else. */
async function signedPayment(
  coin: Coin,
  chain: SandboxChain,
  order: { readonly outputs: readonly Output[]; readonly feeRate: bigint },
): Promise<string> {
  const key = freshKey()
  const change = scriptOf(key, usualForm(coin))
  const input = await fund(coin, chain, { script: change, amount: priceOf({ coin, ...order }, change) })
  const draft = build({ coin, ...order, inputs: [input], change })
  return Buffer.from(serialise(sign(coin, draft, key))).toString('hex')
}

async function fund(coin: Coin, chain: SandboxChain, { script, amount }: Output): Promise<Unspent> {
  const address = coin.addressFor(script, 'regtest')
  const txid = String(await chain.answer('sandbox_fund', [address, formatCoins(amount)]))
  const { outputs } = coin.parse(String(await chain.answer('getrawtransaction', [txid])))
  const vout = outputs.findIndex(
    (output) => output.amount === amount && Buffer.compare(output.script, script) === 0,
  )
  return { txid, vout, script, amount }
}
