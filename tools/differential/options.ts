import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { coins } from '../../src/coins/index.ts'
import { count } from '../../test/helpers/options.ts'
import { programs } from './programs.ts'

export interface Options {
  readonly coins: readonly string[]
  readonly seeds: readonly number[]
  /** Nothing new starts after this. */
  readonly maxMs: number
  /** The node program of a coin. */
  readonly programs: Readonly<Record<string, string>>
  /** Prints every step. */
  readonly verbose: boolean
}

const defaultSeeds = 20
const defaultSeconds = 60

export const usage = `npm run differential -- [options]

Sends the same generated transactions to the sandbox and to a real node, mines and reorganises both chains, and compares what they answer.

  --coin CODE            one coin (every one whose node is installed)
  --seeds N              runs of each coin: seeds 1 to N (${defaultSeeds})
  --seed N               this seed alone
  --fresh                one more seed, which nobody has seen before
  --seconds N            begins no new run after that (${defaultSeconds})
  --program CODE=PATH    the node of a coin, may be repeated
  --verbose              shows every step

Nodes looked for: ${Object.entries(programs)
  .map(([code, program]) => `${code} ${program}`)
  .join(', ')}. BCH and BSV are left out unless --program names their nodes, for
these are called bitcoind as well. A node runs on loopback, in a folder that is deleted afterwards, and connects to nobody.
Exit 0: no difference. 1: a difference, or no node. 2: wrong options.
`

/** @throws {Error} with a message for an invalid option */
export function readOptions(words: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...words],
    options: {
      coin: { type: 'string' },
      seeds: { type: 'string' },
      seed: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      program: { type: 'string', multiple: true, default: [] },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const fixed = Array.from({ length: count(values.seeds, defaultSeeds) }, (_, place) => place + 1)
  const seeds = values.seed === undefined ? fixed : [Number(values.seed)]
  if (!seeds.every(Number.isSafeInteger)) throw new Error('--seed is a whole number.')
  return {
    coins: values.coin === undefined ? [...coins.keys()] : [knownCoin(values.coin)],
    seeds: values.fresh ? [randomInt(2 ** 31), ...seeds] : seeds,
    maxMs: count(values.seconds, defaultSeconds) * 1_000,
    programs: { ...programs, ...Object.fromEntries(values.program.map(readProgram)) },
    verbose: values.verbose,
  }
}

function knownCoin(code: string): string {
  if (!coins.has(code as never)) throw new Error(`--coin is one of ${[...coins.keys()].join(', ')}.`)
  return code
}

function readProgram(text: string): [string, string] {
  const [code = '', ...path] = text.split('=')
  if (path.length === 0) throw new Error('--program is CODE=PATH.')
  return [knownCoin(code), path.join('=')]
}
