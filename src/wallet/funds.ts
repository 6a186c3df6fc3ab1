import type { ChainName, Coin } from '../coins/coin.ts'
import { computeFundingAmount, type PaymentTerms } from './build.ts'
import type { WalletContext } from './http.ts'
import {
  canSpend,
  createOutputScript,
  generateKey,
  getDefaultScriptType,
  type Key,
  parseKey,
  type ScriptType,
} from './keys.ts'
import { createNodeClient, type NodeClient } from './node.ts'
import { PayError } from './pay-error.ts'
import type { PaymentSource } from './payment-source.ts'
import { createSandboxClient } from './sandbox-client.ts'
import type { NamedInput, Utxo } from './utxo.ts'

/** Coins and the key that can spend them; change goes back to that key. */
interface Funds {
  readonly key: Key
  readonly inputs: readonly Utxo[]
  readonly change: Uint8Array
}

/** The requested payment, and the server that requested it. */
interface FundingRequest extends PaymentTerms {
  readonly coin: Coin
  readonly network: ChainName
  /** The payment request's URL, `…/r/<uid>`. A sandbox is at `…/sandbox` on the same server. */
  readonly url: URL
}

/**
 * Returns the coins that the payer names. In the sandbox, if none are named, creates coins of exactly the right amount.
 * @throws {PayError} `option_invalid`, `coins_unavailable`
 */
export async function gatherFunds(
  context: WalletContext,
  request: FundingRequest,
  paymentSource: PaymentSource,
): Promise<Funds> {
  const { coin, network, url } = request
  const scriptType = resolveScriptType(coin, paymentSource)
  if (paymentSource.inputs.length === 0)
    return createSandboxFunds(context, request, paymentSource, scriptType)
  if (paymentSource.key === null)
    throw new PayError('option_invalid', 'To spend inputs, pass the file with their key: --key-file.')
  const key = parseKey(paymentSource.key, coin, network)
  const ownScript = createOutputScript(key, scriptType)
  // A node that the payer names takes precedence; the sandbox is queried only for amounts that the payer does not give.
  const nodeClient = paymentSource.node
    ? createNodeClient(context, paymentSource.node)
    : network === 'regtest'
      ? createSandboxClient(context, new URL('..', url), coin)
      : null
  const inputs = await Promise.all(
    paymentSource.inputs.map(({ amount, ...outpoint }) =>
      amount !== null && !paymentSource.node
        ? { ...outpoint, amount, script: ownScript }
        : findUnspent(nodeClient, { ...outpoint, amount }),
    ),
  )
  if (!inputs.every(({ script }) => canSpend(coin, key, script)))
    throw new PayError('coins_unavailable', 'The key cannot spend one of the inputs.')
  return { key, inputs, change: inputs[0]?.script ?? ownScript }
}

async function createSandboxFunds(
  context: WalletContext,
  request: FundingRequest,
  paymentSource: PaymentSource,
  scriptType: ScriptType,
): Promise<Funds> {
  const { coin, network, url } = request
  if (network !== 'regtest')
    throw new PayError(
      'option_invalid',
      'Pass the coins to spend with --input and --key-file: only the sandbox funds the wallet.',
    )
  const key = paymentSource.key === null ? generateKey() : parseKey(paymentSource.key, coin, network)
  const script = createOutputScript(key, scriptType)
  const coins = await createSandboxClient(context, new URL('..', url), coin).fund(
    script,
    computeFundingAmount(request, script),
  )
  return { key, inputs: [coins], change: script }
}

function resolveScriptType(coin: Coin, { scriptType }: PaymentSource): ScriptType {
  if (scriptType === 'p2wpkh' && coin.signatures !== 'segwit')
    throw new PayError('option_invalid', `${coin.name} has no P2WPKH outputs.`)
  return scriptType ?? getDefaultScriptType(coin)
}

async function findUnspent(
  nodeClient: NodeClient | null,
  { amount, ...outpoint }: NamedInput,
): Promise<Utxo> {
  const outpointText = `${outpoint.txid}:${outpoint.vout}`
  if (!nodeClient)
    throw new PayError(
      'option_invalid',
      `The amount of ${outpointText} is unknown: write txid:vout:amount, or pass a node with --node-file.`,
    )
  const output = await nodeClient.fetchOutput(outpoint)
  if (!output)
    throw new PayError('coins_unavailable', `The input ${outpointText} is unknown or already spent.`)
  // Signatures of older coins do not commit to the amount: a wrong one would silently go to the fee.
  if (amount !== null && amount !== output.amount)
    throw new PayError('coins_unavailable', `The node reports a different amount for ${outpointText}.`)
  return { ...outpoint, ...output }
}
