import type { Coin } from '../coins/coin.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { PayFailed } from './failed.ts'
import type { World } from './http.ts'
import { type Node, nodeAt } from './node.ts'
import type { Unspent } from './unspent.ts'

/** The embedded chain of one coin, at the server that asked for the payment. */
export interface Sandbox extends Node {
  /** Pays exactly `amount` to `script` out of nothing: spendable at once. */
  fund(script: Uint8Array, amount: BaseUnits): Promise<Unspent>
}

/** The sandbox of `coin` beside `url`, whether it is there or not: without one, its calls say so. */
export function sandboxAt(world: Pick<World, 'fetch'>, url: URL, coin: Coin): Sandbox {
  const node = nodeAt(world, new URL(`/sandbox/${coin.code}`, url.origin))
  return { ...node, fund }

  async function fund(script: Uint8Array, amount: BaseUnits): Promise<Unspent> {
    const address = coin.addressFor(script, 'regtest')
    if (address === null)
      throw new PayFailed('coins_unavailable', 'The sandbox can only pay scripts that have an address.')
    const txid = await text('sandbox_fund', [address, amount])
    const { outputs } = coin.parse(await text('getrawtransaction', [txid]))
    const vout = outputs.findIndex(
      (output) => output.amount === amount && Buffer.compare(output.script, script) === 0,
    )
    if (vout < 0)
      throw new PayFailed('coins_unavailable', 'The sandbox sent another amount than it was asked for.')
    return { txid, vout, amount, script }
  }

  async function text(method: string, parameters: readonly (string | BaseUnits)[]): Promise<string> {
    const result = await node.call(method, parameters)
    if (typeof result === 'string') return result
    throw new PayFailed('coins_unavailable', `The sandbox answered ${method} in a form that is not known.`)
  }
}
