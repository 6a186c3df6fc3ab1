import type { Coin } from '../coins/coin.ts'
import type { BaseUnits } from '../kernel/money.ts'
import type { WalletContext } from './http.ts'
import { createNodeClient, type NodeClient } from './node.ts'
import { PayError } from './pay-error.ts'
import type { Utxo } from './utxo.ts'

/** One coin's embedded chain on the server that requested the payment. */
interface SandboxClient extends NodeClient {
  /** Creates an output of exactly `amount` for `script`, which can be spent immediately. */
  fund(script: Uint8Array, amount: BaseUnits): Promise<Utxo>
}

/** A client for the sandbox of `coin` below `baseUrl`. If there is none, its calls fail. */
export function createSandboxClient(
  context: Pick<WalletContext, 'fetch'>,
  baseUrl: URL,
  coin: Coin,
): SandboxClient {
  const node = createNodeClient(context, new URL(`${baseUrl.href.replace(/\/$/, '')}/sandbox/${coin.code}`))
  return { ...node, fund }

  async function fund(script: Uint8Array, amount: BaseUnits): Promise<Utxo> {
    const address = coin.scriptToAddress(script, 'regtest')
    if (address === null)
      throw new PayError('coins_unavailable', 'The sandbox can only pay scripts that have an address.')
    const txid = await callForText('sandbox_fund', [address, amount])
    const { outputs } = coin.parse(await callForText('getrawtransaction', [txid]))
    const vout = outputs.findIndex(
      (output) => output.amount === amount && Buffer.compare(output.script, script) === 0,
    )
    if (vout < 0)
      throw new PayError('coins_unavailable', 'The sandbox sent a different amount than requested.')
    return { txid, vout, amount, script }
  }

  async function callForText(method: string, parameters: readonly (string | BaseUnits)[]): Promise<string> {
    const result = await node.call(method, parameters)
    if (typeof result === 'string') return result
    throw new PayError('coins_unavailable', `The sandbox returned an unexpected response to ${method}.`)
  }
}
