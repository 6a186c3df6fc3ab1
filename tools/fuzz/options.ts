import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Hunt } from './hunt.ts'

export interface Options extends Hunt {
  /** Null: all of them. */
  readonly target: string | null
  /** A single input in hex to run. */
  readonly input: string | null
  /** Writes new inputs to `fuzz/corpus`. */
  readonly keep: boolean
}

const usual = { executions: 1_000_000, seconds: 60 }

export const usage = `npm run fuzz -- [options]

  --target NAME      one target (all)
  --executions N     of each target (${usual.executions})
  --seconds N        at most so long for each (${usual.seconds})
  --seed N           where chance begins (a fresh one)
  --keep             writes the inputs that are worth keeping to fuzz/corpus
  --input HEX        runs this input of --target, and nothing else
`

/** @throws {Error} with a message for an invalid option */
export function readOptions(words: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...words],
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
  if (values.input !== undefined && values.target === undefined) throw new Error('--input needs a --target.')
  return {
    target: values.target ?? null,
    input: values.input ?? null,
    keep: values.keep,
    executions: count(values.executions, usual.executions),
    seconds: count(values.seconds, usual.seconds),
    seed: count(values.seed, randomInt(1, 2 ** 32)),
  }
}

function count(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`${text} is no count.`)
  return Number(text)
}
