import type { ChainName, Coin } from '../coins/coin.ts'
import { type Order, priceOf } from './build.ts'
import type { WalletContext } from './http.ts'
import {
  canSpend,
  defaultScriptForm,
  freshKey,
  type Key,
  readKey,
  type ScriptForm,
  scriptOf,
} from './keys.ts'
import { createNodeClient, type NodeClient } from './node.ts'
import { PayError } from './pay-error.ts'
import type { PaymentSource } from './payment-source.ts'
import { createSandboxClient } from './sandbox-coins.ts'
import type { NamedInput, Unspent } from './unspent.ts'

/** Coins and the key that can spend them; change goes back to that key. */
export interface Funds {
  readonly key: Key
  readonly inputs: readonly Unspent[]
  readonly change: Uint8Array
}

/** The requested payment, and the server that requested it. */
export interface FundingRequest extends Order {
  readonly coin: Coin
  readonly network: ChainName
  /** The payment request's URL: a sandbox is at the same origin. */
  readonly url: URL
}

/**
 * The coins that the payer names, or, in the sandbox and without any, newly created ones of exactly the right amount.
 * @throws {PayError} `option_invalid`, `coins_unavailable`
 */
export async function gatherFunds(
  world: WalletContext,
  asked: FundingRequest,
  means: PaymentSource,
): Promise<Funds> {
  const { coin, network, url } = asked
  const form = formFor(coin, means)
  if (means.inputs.length === 0) return fromSandbox(world, asked, means, form)
  if (means.key === null)
    throw new PayError('option_invalid', 'To spend inputs, name the file that holds their key.')
  const key = readKey(means.key, coin, network)
  const own = scriptOf(key, form)
  // A node that the payer names takes precedence; the sandbox is asked only when the payer does not give an amount.
  const source = means.node
    ? createNodeClient(world, means.node)
    : network === 'regtest'
      ? createSandboxClient(world, url, coin)
      : null
  const inputs = await Promise.all(
    means.inputs.map(({ amount, ...outpoint }) =>
      amount !== null && !means.node
        ? { ...outpoint, amount, script: own }
        : findUnspent(source, { ...outpoint, amount }),
    ),
  )
  if (!inputs.every(({ script }) => canSpend(coin, key, script)))
    throw new PayError('coins_unavailable', 'The key does not open one of the coins.')
  return { key, inputs, change: inputs[0]?.script ?? own }
}

async function fromSandbox(
  world: WalletContext,
  asked: FundingRequest,
  means: PaymentSource,
  form: ScriptForm,
): Promise<Funds> {
  const { coin, network, url } = asked
  if (network !== 'regtest')
    throw new PayError(
      'option_invalid',
      'Name the coins to spend: only in the sandbox does the wallet have some of its own.',
    )
  const key = means.key === null ? freshKey() : readKey(means.key, coin, network)
  const script = scriptOf(key, form)
  const coins = await createSandboxClient(world, url, coin).fund(script, priceOf(asked, script))
  return { key, inputs: [coins], change: script }
}

function formFor(coin: Coin, { form }: PaymentSource): ScriptForm {
  if (form === 'p2wpkh' && coin.signatures !== 'segwit')
    throw new PayError('option_invalid', `${coin.name} has no P2WPKH outputs.`)
  return form ?? defaultScriptForm(coin)
}

async function findUnspent(source: NodeClient | null, { amount, ...outpoint }: NamedInput): Promise<Unspent> {
  const place = `${outpoint.txid}:${outpoint.vout}`
  if (!source)
    throw new PayError(
      'option_invalid',
      `What ${place} holds is not known: write txid:vout:amount, or name a node.`,
    )
  const output = await source.output(outpoint)
  if (!output) throw new PayError('coins_unavailable', `The coins at ${place} are unknown or spent.`)
  // Signatures of older coins do not commit to the amount: a wrong one would silently go to the fee.
  if (amount !== null && amount !== output.amount)
    throw new PayError('coins_unavailable', `The node says that ${place} holds another amount.`)
  return { ...outpoint, ...output }
}
