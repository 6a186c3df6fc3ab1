import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Coin } from '../../src/coins/coin.ts'
import { type CoinCode, findCoin } from '../../src/coins/index.ts'
import { nodes } from '../../src/networks/sandbox/nodes.ts'
import { listScriptForms } from '../../test/helpers/script-forms.ts'
import { createSeededRandom } from '../../test/helpers/seeded.ts'
import type { TestChain } from './chain.ts'
import { createMiner, getMinerAddress, type Miner } from './funds.ts'
import { openNode } from './node.ts'
import { createPlayer, type Player } from './player.ts'
import { openSandboxChain } from './sandbox.ts'
import { createScenario, type Draft, describe, type Step } from './scenario.ts'

export interface Comparison {
  readonly code: string
  readonly program: string
  readonly seeds: readonly number[]
  /** No new seed starts after this `performance.now()`. */
  readonly deadline: number
  readonly verbose: boolean
  write(text: string): void
}

/** Number of coins at the start of each seed. */
const fundsPerSeed = 6

/** Plays every seed on both chains; returns how many seeds had a difference. */
export async function compareCoin(comparison: Comparison): Promise<number> {
  const coin = findCoin(comparison.code) ?? assert.fail(`${comparison.code} is not a known coin`)
  const chains: TestChain[] = []
  try {
    chains.push(await openSandboxChain(coin), await openNode(coin, comparison.program, getMinerAddress(coin)))
    const fundedChains: FundedChain[] = []
    for (const chain of chains) fundedChains.push({ chain, miner: await createMiner(chain) })
    return await playSeeds(comparison, coin, fundedChains)
  } finally {
    for (const chain of chains) await chain.close()
  }
}

interface FundedChain {
  readonly chain: TestChain
  readonly miner: Miner
}

async function playSeeds(
  comparison: Comparison,
  coin: Coin,
  chains: readonly FundedChain[],
): Promise<number> {
  const { code, seeds, deadline, write } = comparison
  write(`${code.padEnd(5)} seeds ${seeds.join(', ')}`)
  const verdicts = new Map<string, number>()
  let differences = 0
  let played = 0
  for (const seed of seeds) {
    if (performance.now() > deadline) break
    const players: Player[] = []
    for (const { chain, miner } of chains)
      players.push(createPlayer(chain, miner, await miner.issueCoins(fundsPerSeed)))
    const steps = createScenario(createSeededRandom(hashSeed(seed)), {
      forms: listScriptForms(coin),
      fees: listFees(code),
      funds: fundsPerSeed,
    })
    if (!(await playSteps(comparison, { seed, steps, players, verdicts }))) differences++
    played++
  }
  const total = [...verdicts.values()].reduce((sum, count) => sum + count, 0)
  write(
    `${code.padEnd(5)} ${played} of ${seeds.length} seeds, ${total} responses, ${differences} seeds with a difference`,
  )
  for (const [verdict, count] of [...verdicts].sort(([, a], [, b]) => b - a)) {
    write(`${String(count).padStart(8)}  ${verdict}`)
  }
  // A run without comparisons proves nothing.
  return played === 0 ? 1 : differences
}

/** Whether both chains gave the same responses in every step. */
async function playSteps(
  { code, program, verbose, write }: Comparison,
  run: {
    readonly seed: number
    readonly steps: readonly Step[]
    readonly players: readonly Player[]
    readonly verdicts: Map<string, number>
  },
): Promise<boolean> {
  const log: string[] = []
  let sent = 0
  for (const step of run.steps) {
    log.push(describe(step, sent))
    if (step.kind === 'send') sent++
    const responses: unknown[] = []
    for (const player of run.players) responses.push(await player.play(step))
    if (verbose) write(`  ${log.at(-1)}\n      ${JSON.stringify(responses[0])}`)
    const [sandboxResponse, nodeResponse] = responses
    if (!isDeepStrictEqual(sandboxResponse, nodeResponse)) {
      write(`\nseed ${run.seed}, after\n  ${log.join('\n  ')}\n`)
      write(`  sandbox  ${JSON.stringify(sandboxResponse)}\n  node     ${JSON.stringify(nodeResponse)}\n`)
      write(`npm run differential -- --coin ${code} --program ${code}=${program} --seed ${run.seed}\n`)
      for (const player of run.players) await player.play({ kind: 'mine', blocks: 1 })
      return false
    }
    if (sandboxResponse && typeof sandboxResponse === 'object' && 'verdict' in sandboxResponse) {
      const verdict = String(sandboxResponse.verdict)
      run.verdicts.set(verdict, (run.verdicts.get(verdict) ?? 0) + 1)
    }
  }
  for (const player of run.players) await player.play({ kind: 'mine', blocks: 1 })
  return true
}

/** Over RPC, Dogecoin's node accepts what its peers reject; the sandbox responds like the peers (decision 7). */
function listFees(code: string): readonly Draft['fee'][] {
  const high = [5, 20, 'all', 'below zero'] as const
  const { relayFeeRate } = nodes[code as CoinCode]
  return code === 'DOGE' || relayFeeRate === 0n ? high : [0, 0.5, 0.95, 1.05, 2, ...high]
}

const hashSeed = (seed: number): number =>
  createHash('sha256').update(`differential ${seed}`).digest().readInt32LE()
