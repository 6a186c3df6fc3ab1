import type { Outpoint, TransactionOutput } from '../coins/coin.ts'
import { second } from '../kernel/clock.ts'
import { parseNumbersAsText } from '../kernel/exact-json.ts'
import { fromHex } from '../kernel/hex.ts'
import { type BaseUnits, formatCoins, parseCoins } from '../kernel/money.ts'
import { isObject, NoResponseError, sendRequest, toPrintable, type WalletContext } from './http.ts'
import { PayError } from './pay-error.ts'

/** The wallet's calls to a coin's node, or to a sandbox with the same interface. */
export interface NodeClient {
  /** The output at an outpoint; null when it is unknown or spent. */
  fetchOutput(outpoint: Outpoint): Promise<TransactionOutput | null>
  /** Calls any method. A `bigint` parameter is an amount in base units and is sent as an exact decimal in coins. */
  call(method: string, parameters: readonly Parameter[]): Promise<unknown>
}

type Parameter = string | number | boolean | BaseUnits

const timeoutMs = 15 * second

/**
 * A client for a node's JSON-RPC at `url`, whose user and password become HTTP Basic credentials.
 * Its calls throw {PayError} `coins_unavailable` when there is no response, or the node returns an error.
 */
export function createNodeClient({ fetch }: Pick<WalletContext, 'fetch'>, url: URL): NodeClient {
  const urlWithoutCredentials = new URL(url)
  urlWithoutCredentials.username = ''
  urlWithoutCredentials.password = ''
  const headers = { 'content-type': 'application/json', ...createAuthorization(url) }
  return { call, fetchOutput }

  async function call(method: string, parameters: readonly Parameter[]): Promise<unknown> {
    const response = await sendRequest(fetch, urlWithoutCredentials, {
      headers,
      body: formatRequest(method, parameters),
      timeoutMs,
    }).catch(throwUnavailable)
    const { result, error } = parseResponse(response.text)
    if (response.status === 200 && result !== undefined && !error) return result
    const errorMessage = isObject(error) ? toPrintable(error.message) : ''
    // Omit the path: a hosted node's path may contain its password.
    const message = errorMessage
      ? `The node rejected ${method}: ${errorMessage}.`
      : `There is no node at ${urlWithoutCredentials.host}: ${method} returned status ${response.status}.`
    throw new PayError('coins_unavailable', message)
  }

  async function fetchOutput({ txid, vout }: Outpoint): Promise<TransactionOutput | null> {
    const result = await call('gettxout', [txid, vout, true])
    if (result === null) return null
    const { value, scriptPubKey } = isObject(result) ? result : {}
    const amount = typeof value === 'string' ? parseCoins(value) : null
    const hex = isObject(scriptPubKey) ? scriptPubKey.hex : null
    if (amount === null || typeof hex !== 'string')
      throw new PayError('coins_unavailable', 'The node returned an unexpected response to gettxout.')
    return { amount, script: fromHex(hex) }
  }
}

/** Built as text, because an amount such as 0.10000001 must not pass through a float. */
function formatRequest(method: string, parameters: readonly Parameter[]): string {
  const texts = parameters.map((value) =>
    typeof value === 'bigint' ? formatCoins(value) : JSON.stringify(value),
  )
  return `{"jsonrpc":"1.0","id":"pay","method":${JSON.stringify(method)},"params":[${texts.join(',')}]}`
}

/** Numbers are parsed as their original text: coin amounts are decimals. */
function parseResponse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseNumbersAsText(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function createAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function throwUnavailable(error: unknown): never {
  if (!(error instanceof NoResponseError)) throw error
  throw new PayError('coins_unavailable', `The node did not respond: ${error.message}.`, {}, error)
}
