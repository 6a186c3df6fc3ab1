import { getErrorMessage } from '../../src/kernel/error-message.ts'
import { compareCoin } from './compare.ts'
import { readVersion } from './node.ts'
import { type Options, readOptions, usage } from './options.ts'

// Compares the sandbox with real nodes: see docs/reliability.md.
//
//   npm run differential                          every coin with an installed node
//   npm run differential -- --coin LTC --seed 7
//   npm run differential -- --help

const write = (text: string): void => void process.stdout.write(`${text}\n`)

const options = parseOptions()
if (options === 'help') write(usage)
else if (options) await compareAll(options)

function parseOptions(): Options | 'help' | null {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    write(getErrorMessage(error))
    process.exitCode = 2
    return null
  }
}

async function compareAll(options: Options): Promise<void> {
  const deadline = performance.now() + options.maxMs
  let compared = 0
  for (const code of options.coins) {
    const program = options.programs[code]
    const version = program === undefined ? null : readVersion(program)
    if (program === undefined || version === null) {
      write(`${code.padEnd(5)} skipped: ${program ?? 'its node'} is not installed`)
      continue
    }
    compared++
    write(`${code.padEnd(5)} ${version}`)
    const { seeds, verbose } = options
    const differences = await compareCoin({ code, program, seeds, deadline, verbose, write })
    if (differences > 0) process.exitCode = 1
  }
  if (compared === 0) {
    write('No node is installed: nothing was compared.')
    process.exitCode = 1
  }
}
