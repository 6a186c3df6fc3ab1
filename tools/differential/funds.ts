import assert from 'node:assert/strict'
import type { Coin } from '../../src/coins/coin.ts'
import { findCoin } from '../../src/coins/index.ts'
import { parseCoins } from '../../src/kernel/money.ts'
import { readObject } from '../../src/networks/node/read-response.ts'
import { nodes } from '../../src/networks/sandbox/nodes.ts'
import { listScriptForms, type ScriptType } from '../../test/helpers/script-forms.ts'
import { build } from './build.ts'
import type { Spendable, TestChain } from './chain.ts'
import { plainDraft } from './scenario.ts'

/** The outputs that a coinbase is split into. */
const coinsPerSplit = 100
/** By then the first coinbases are mature, also in DOGE, and all heights are above those used as lock times. */
const initialBlocks = 250
/** Start time of both chains in seconds since 1970. Their clocks stand still between blocks. */
const startTime = 1_790_000_000
const secondsBetweenBlocks = 600

/** Mines, sets the time, and issues coins on one chain. */
export interface Miner {
  mine(blocks: number): Promise<void>
  /** Replaces the last blocks with empty ones. */
  reorganise(depth: number): Promise<void>
  /** Mined outputs of the first form, each issued once. */
  issueCoins(count: number): Promise<readonly Spendable[]>
}

export const getFirstForm = (coin: Coin): ScriptType =>
  listScriptForms(coin)[0] ?? assert.fail('this coin has no script form')

/** The address that mined blocks pay: that of the first form. */
export const getMinerAddress = (coin: Coin): string =>
  coin.scriptToAddress(getFirstForm(coin).output, 'regtest') ?? assert.fail('the first form has no address')

export async function createMiner(chain: TestChain): Promise<Miner> {
  const { coin } = chain
  const form = getFirstForm(coin)
  const available: Spendable[] = []
  let time = startTime
  let coinbases = 0
  await chain.setTime(time)
  await chain.call('generatetoaddress', initialBlocks, getMinerAddress(coin))
  return { mine, reorganise, issueCoins }

  async function mine(blocks: number): Promise<void> {
    for (let count = 0; count < blocks; count++) {
      time += secondsBetweenBlocks
      await chain.setTime(time)
      await chain.call('generatetoaddress', 1, getMinerAddress(coin))
    }
  }

  async function reorganise(depth: number): Promise<void> {
    // With the same timestamp the block would be identical to the one that the node was just told to reject.
    await chain.setTime(++time)
    await chain.reorganise(depth)
  }

  async function issueCoins(count: number): Promise<readonly Spendable[]> {
    if (available.length < count) available.push(...(await split()))
    return available.splice(0, count)
  }

  async function split(): Promise<readonly Spendable[]> {
    const block = readObject(await chain.call('getblock', await chain.call('getblockhash', ++coinbases)))
    assert.ok(Array.isArray(block.tx))
    const txid = String(block.tx[0])
    const { value } = readObject(await chain.call('gettxout', txid, 0))
    const amount = parseCoins(JSON.isRawJSON(value) ? value.rawJSON : String(value)) ?? assert.fail()
    const draft = {
      ...plainDraft,
      inputs: [{ coin: 'coinbase', sequence: 0xffff_ffff }],
      outputs: Array.from({ length: coinsPerSplit }, () => form),
    }
    const coins = new Map([['coinbase', { txid, vout: 0, amount, form }]])
    const built = build(draft, { coin, coins, relayFeeRate: getRelayFeeRate(coin), height: 0, medianTime: 0 })
    await chain.call('sendrawtransaction', built.hex)
    await mine(1)
    return built.outputs
  }
}

/** The relay fee rate in base units per 1 000 bytes. */
export function getRelayFeeRate({ code }: Coin): bigint {
  const knownCoin = findCoin(code) ?? assert.fail()
  return nodes[knownCoin.code].relayFeeRate || knownCoin.feeRate.floor
}
