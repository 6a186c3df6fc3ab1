import type { ChainName, Coin } from '../coins/coin.ts'
import { type Order, priceOf } from './build.ts'
import { PayFailed } from './failed.ts'
import type { World } from './http.ts'
import { freshKey, type Key, opens, readKey, type ScriptForm, scriptOf, usualForm } from './keys.ts'
import type { Means } from './means.ts'
import { type Node, nodeAt } from './node.ts'
import { sandboxAt } from './sandbox-coins.ts'
import type { NamedInput, Unspent } from './unspent.ts'

/** Coins and the key that opens them; change goes back to that key. */
export interface Funds {
  readonly key: Key
  readonly inputs: readonly Unspent[]
  readonly change: Uint8Array
}

/** Where the payment was asked for, and what it must do. */
export interface Asked extends Order {
  readonly coin: Coin
  readonly network: ChainName
  /** The payment request's own: a sandbox lies beside it. */
  readonly url: URL
}

/**
 * The coins that the payer names, or, in the sandbox and without any, new ones of just the right amount.
 * @throws {PayFailed} `option_invalid`, `coins_unavailable`
 */
export async function gatherFunds(world: World, asked: Asked, means: Means): Promise<Funds> {
  const { coin, network, url } = asked
  const form = formFor(coin, means)
  if (means.inputs.length === 0) return fromSandbox(world, asked, means, form)
  if (means.key === null)
    throw new PayFailed('option_invalid', 'To spend inputs, name the file that holds their key.')
  const key = readKey(means.key, coin, network)
  const own = scriptOf(key, form)
  // A node that the payer names has the last word; the sandbox is asked only for what the payer does not say.
  const source = means.node
    ? nodeAt(world, means.node)
    : network === 'regtest'
      ? sandboxAt(world, url, coin)
      : null
  const inputs = await Promise.all(
    means.inputs.map(({ amount, ...outpoint }) =>
      amount !== null && !means.node
        ? { ...outpoint, amount, script: own }
        : look(source, { ...outpoint, amount }),
    ),
  )
  if (!inputs.every(({ script }) => opens(coin, key, script)))
    throw new PayFailed('coins_unavailable', 'The key does not open one of the coins.')
  return { key, inputs, change: inputs[0]?.script ?? own }
}

async function fromSandbox(world: World, asked: Asked, means: Means, form: ScriptForm): Promise<Funds> {
  const { coin, network, url } = asked
  if (network !== 'regtest')
    throw new PayFailed(
      'option_invalid',
      'Name the coins to spend: only in the sandbox does the wallet have some of its own.',
    )
  const key = means.key === null ? freshKey() : readKey(means.key, coin, network)
  const script = scriptOf(key, form)
  const coins = await sandboxAt(world, url, coin).fund(script, priceOf(asked, script))
  return { key, inputs: [coins], change: script }
}

function formFor(coin: Coin, { form }: Means): ScriptForm {
  if (form === 'p2wpkh' && coin.signatures !== 'segwit')
    throw new PayFailed('option_invalid', `${coin.name} has no P2WPKH outputs.`)
  return form ?? usualForm(coin)
}

async function look(source: Node | null, { amount, ...outpoint }: NamedInput): Promise<Unspent> {
  const place = `${outpoint.txid}:${outpoint.vout}`
  if (!source)
    throw new PayFailed(
      'option_invalid',
      `What ${place} holds is not known: write txid:vout:amount, or name a node.`,
    )
  const output = await source.output(outpoint)
  if (!output) throw new PayFailed('coins_unavailable', `The coins at ${place} are unknown or spent.`)
  // Signatures of the older coins do not commit to the amount: a wrong one would silently go to the fee.
  if (amount !== null && amount !== output.amount)
    throw new PayFailed('coins_unavailable', `The node says that ${place} holds another amount.`)
  return { ...outpoint, ...output }
}
