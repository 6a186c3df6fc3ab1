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
    throw new PayError('option_invalid', 'To spend inputs, pass the file with their key: --key-file.')
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
    throw new PayError('coins_unavailable', 'The key cannot spend one of the inputs.')
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
      'Pass the coins to spend with --input and --key-file: only the sandbox funds the wallet.',
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
      `The amount of ${place} is unknown: write txid:vout:amount, or pass a node with --node-file.`,
    )
  const output = await source.output(outpoint)
  if (!output) throw new PayError('coins_unavailable', `The input ${place} is unknown or already spent.`)
  // Signatures of older coins do not commit to the amount: a wrong one would silently go to the fee.
  if (amount !== null && amount !== output.amount)
    throw new PayError('coins_unavailable', `The node reports a different amount for ${place}.`)
  return { ...outpoint, ...output }
}
