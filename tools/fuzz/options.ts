import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { FuzzOptions } from './fuzz-target.ts'

export interface Options extends FuzzOptions {
  /** Null: all of them. */
  readonly target: string | null
  /** A single input in hex to run. */
  readonly input: string | null
  /** Writes new inputs to `tools/fuzz/corpus`. */
  readonly keep: boolean
}

const defaults = { executions: 1_000_000, seconds: 60 }

export const usage = `npm run fuzz -- [options]

  --target NAME      one target (default: all)
  --executions N     per target (default ${defaults.executions})
  --seconds N        time limit per target (default ${defaults.seconds})
  --seed N           seed of the random numbers (default: random)
  --keep             writes new inputs to tools/fuzz/corpus
  --input HEX        runs only this input of --target
`

/** @throws {Error} with a message for an invalid option */
export function readOptions(argv: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      target: { type: 'string' },
      executions: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      input: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  if (values.input !== undefined && values.target === undefined) throw new Error('--input needs a --target')
  return {
    target: values.target ?? null,
    input: values.input ?? null,
    keep: values.keep,
    executions: parseCount(values.executions, defaults.executions),
    seconds: parseCount(values.seconds, defaults.seconds),
    seed: parseCount(values.seed, randomInt(1, 2 ** 32)),
  }
}

function parseCount(text: string | undefined, defaultCount: number): number {
  if (text === undefined) return defaultCount
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`${text} is not a positive integer`)
  return Number(text)
}
