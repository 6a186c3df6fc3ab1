import type { Outpoint, Output } from '../coins/coin.ts'
import { second } from '../kernel/clock.ts'
import { type BaseUnits, formatCoins, parseCoins } from '../kernel/money.ts'
import { PayFailed } from './failed.ts'
import { ask, isObject, NoAnswer, printable, type World } from './http.ts'

/** What the wallet asks a coin's node, or a sandbox that speaks like one. */
export interface Node {
  /** What an outpoint holds; null when it is unknown or spent. */
  output(outpoint: Outpoint): Promise<Output | null>
  /** Any method; a `bigint` among the parameters is an amount in base units and goes out as an exact decimal in coins. */
  call(method: string, parameters: readonly Parameter[]): Promise<unknown>
}

export type Parameter = string | number | boolean | BaseUnits

const timeoutMs = 15 * second

/**
 * A node's JSON-RPC at `url`, whose user and password become HTTP Basic credentials.
 * Its calls throw {PayFailed} `coins_unavailable` when there is no answer, or the node's own no.
 */
export function nodeAt({ fetch }: Pick<World, 'fetch'>, url: URL): Node {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  const headers = { 'content-type': 'application/json', ...credentials(url) }
  return { call, output }

  async function call(method: string, parameters: readonly Parameter[]): Promise<unknown> {
    const answer = await ask(fetch, bare, { headers, body: question(method, parameters), timeoutMs }).catch(
      silent,
    )
    const { result, error } = parse(answer.text)
    if (answer.status === 200 && result !== undefined && !error) return result
    const said = isObject(error) ? printable(error.message) : ''
    // No path in the sentence: that of a hosted node may hold its password.
    const sentence = said
      ? `The node refused ${method}: ${said}.`
      : `There is no node at ${bare.host}: it answered ${method} with status ${answer.status}.`
    throw new PayFailed('coins_unavailable', sentence)
  }

  async function output({ txid, vout }: Outpoint): Promise<Output | null> {
    const found = await call('gettxout', [txid, vout, true])
    if (found === null) return null
    const { value, scriptPubKey } = isObject(found) ? found : {}
    const amount = typeof value === 'string' ? parseCoins(value) : null
    const hex = isObject(scriptPubKey) ? scriptPubKey.hex : null
    if (amount === null || typeof hex !== 'string')
      throw new PayFailed('coins_unavailable', 'The node answered gettxout in a form that is not known.')
    return { amount, script: Uint8Array.from(Buffer.from(hex, 'hex')) }
  }
}

/** By hand, since an amount such as 0.10000001 must not pass through a float. */
function question(method: string, parameters: readonly Parameter[]): string {
  const texts = parameters.map((value) =>
    typeof value === 'bigint' ? formatCoins(value) : JSON.stringify(value),
  )
  return `{"jsonrpc":"1.0","id":"pay","method":${JSON.stringify(method)},"params":[${texts.join(',')}]}`
}

/** Numbers come out as the text in which they were sent: amounts of coins are decimals. */
function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    )
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function credentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function silent(fault: unknown): never {
  if (!(fault instanceof NoAnswer)) throw fault
  throw new PayFailed('coins_unavailable', `The node did not answer: ${fault.message}.`, {}, fault)
}
