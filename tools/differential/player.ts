import type { CoinCode } from '../../src/coins/index.ts'
import { readObject } from '../../src/networks/node/read-response.ts'
import { nodes } from '../../src/networks/sandbox/nodes.ts'
import { build } from './build.ts'
import { getVerdict, maskIds, type Spendable, type TestChain } from './chain.ts'
import { getRelayFeeRate, type Miner } from './funds.ts'
import type { Draft, Step } from './scenario.ts'

/** The result of a step. If the chains differ, the sandbox is wrong. */
export interface Outcome {
  /** Of the transaction sent, by `sendrawtransaction`. */
  readonly verdict?: string
  /** The result of `testmempoolaccept` before that. */
  readonly test?: string
  /** The requested coin, as in `gettxout`. */
  readonly coin?: unknown
  /** The transactions in the mempool by name. */
  readonly pool: readonly string[]
}

/** Plays the steps of one seed on one chain. */
export function createPlayer(chain: TestChain, miner: Miner, funds: readonly Spendable[]) {
  const coins = new Map(funds.map((coin, index): [string, Spendable] => [`fund ${index}`, coin]))
  const sent: { readonly hex: string; readonly txid: string }[] = []
  const canTest = nodes[chain.coin.code as CoinCode].testsAcceptance !== 'none'
  return { play }

  async function play(step: Step): Promise<Outcome> {
    const outcome = await applyStep(step)
    const txids = await chain.call('getrawmempool')
    const pool = Array.isArray(txids) ? txids.map(getName).sort() : []
    return { ...outcome, pool }
  }

  async function applyStep(step: Step): Promise<Partial<Outcome>> {
    switch (step.kind) {
      case 'send':
        return send(step.draft)
      case 'resend':
        return submit(sent[step.index]?.hex ?? '')
      case 'mine':
        await miner.mine(step.blocks)
        return {}
      case 'reorganise':
        await miner.reorganise(step.depth)
        return {}
      case 'query':
        return { coin: await query(step.coin) }
    }
  }

  async function send(draft: Draft): Promise<Partial<Outcome>> {
    const info = readObject(await chain.call('getblockchaininfo'))
    const [height, medianTime] = [Number(info.blocks), Number(info.mediantime)]
    const { coin } = chain
    const built = build(draft, { coin, coins, relayFeeRate: getRelayFeeRate(coin), height, medianTime })
    for (const [vout, output] of built.outputs.entries()) coins.set(`tx ${sent.length}:${vout}`, output)
    sent.push(built)
    return submit(built.hex)
  }

  async function submit(hex: string): Promise<Partial<Outcome>> {
    const test = canTest ? await testAcceptance(hex) : undefined
    return {
      ...(test !== undefined && { test }),
      verdict: await getVerdict(chain.call('sendrawtransaction', hex)),
    }
  }

  async function testAcceptance(hex: string): Promise<string> {
    let verdict = ''
    const error = await getVerdict(
      chain.call('testmempoolaccept', [hex]).then((results) => {
        const result = readObject(Array.isArray(results) ? results[0] : null)
        verdict = result.allowed === true ? 'accepted' : maskIds(String(result['reject-reason']))
      }),
    )
    return error === 'accepted' ? verdict : error
  }

  async function query(name: string): Promise<unknown> {
    const coin = coins.get(name)
    if (!coin) return null
    const views: unknown[] = []
    for (const withPool of [true, false]) {
      const response = await chain.call('gettxout', coin.txid, coin.vout, withPool)
      const { confirmations, coinbase } = response === null ? {} : readObject(response)
      views.push(response === null ? null : { confirmations: Number(confirmations), coinbase })
    }
    return views
  }

  function getName(txid: unknown): string {
    const index = sent.findIndex((transaction) => transaction.txid === txid)
    return index < 0 ? 'unknown' : `tx ${index}`
  }
}

export type Player = ReturnType<typeof createPlayer>
