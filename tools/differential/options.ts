import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { coins } from '../../src/coins/index.ts'
import { parseCount } from '../../test/helpers/options.ts'
import { programs } from './programs.ts'

export interface Options {
  readonly coins: readonly string[]
  readonly seeds: readonly number[]
  /** No new run starts after this time. */
  readonly maxMs: number
  /** The node program of a coin. */
  readonly programs: Readonly<Record<string, string>>
  /** Prints every step. */
  readonly verbose: boolean
}

const defaultSeeds = 20
const defaultSeconds = 60

export const usage = `npm run differential -- [options]

Sends the same generated transactions to the sandbox and to a real node, mines and reorganises both chains, and compares their responses.

  --coin CODE            one coin (default: every coin with an installed node)
  --seeds N              runs per coin: seeds 1 to N (default ${defaultSeeds})
  --seed N               only this seed
  --fresh                adds a random seed
  --seconds N            starts no new run after that (default ${defaultSeconds})
  --program CODE=PATH    the node program of a coin, repeatable
  --verbose              prints every step

Default programs: ${Object.entries(programs)
  .map(([code, program]) => `${code} ${program}`)
  .join(', ')}. BCH and BSV are skipped unless --program names their nodes, because
those are called bitcoind too. A node runs on loopback without peers, in a directory that is deleted afterwards.
Exit code 0: no difference. 1: a difference, or no node. 2: invalid options.
`

/** @throws {Error} with a message for an invalid option */
export function readOptions(argv: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...argv],
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
  const fixed = Array.from({ length: parseCount(values.seeds, defaultSeeds) }, (_, index) => index + 1)
  const seeds = values.seed === undefined ? fixed : [Number(values.seed)]
  if (!seeds.every(Number.isSafeInteger)) throw new Error('--seed must be an integer')
  return {
    coins: values.coin === undefined ? [...coins.keys()] : [parseCoin(values.coin)],
    seeds: values.fresh ? [randomInt(2 ** 31), ...seeds] : seeds,
    maxMs: parseCount(values.seconds, defaultSeconds) * 1_000,
    programs: { ...programs, ...Object.fromEntries(values.program.map(readProgram)) },
    verbose: values.verbose,
  }
}

function parseCoin(code: string): string {
  if (!coins.has(code as never)) throw new Error(`--coin must be one of ${[...coins.keys()].join(', ')}`)
  return code
}

function readProgram(text: string): [string, string] {
  const [code = '', ...path] = text.split('=')
  if (path.length === 0) throw new Error('--program must be CODE=PATH')
  return [parseCoin(code), path.join('=')]
}
