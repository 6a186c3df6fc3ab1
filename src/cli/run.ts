import { parseArgs } from 'node:util'
import { ConfigInvalid } from '../environment.ts'
import { Refused } from '../kernel/refused.ts'
import { StorageRefused, StorageUnavailable } from '../platform/storage/database.ts'
import { accountCommands } from './accounts.ts'
import { backupCommands } from './backup.ts'
import { claimCommands } from './claims.ts'
import { type Command, CommandFailed, type Given, UsageError, type World } from './command.ts'
import { conformCommand } from './conform.ts'
import { doctorCommand } from './doctor.ts'
import { proofCommands } from './event-proofs.ts'
import { eventCommands } from './events.ts'
import { invoiceCommands } from './invoices.ts'
import { keyCommands } from './keys.ts'
import { payCommand } from './pay.ts'
import { serveCommands } from './serve.ts'
import { table } from './table.ts'
import { tokenCommands } from './tokens.ts'
import { webhookCommands } from './webhooks.ts'

const commands: readonly Command[] = [
  ...serveCommands,
  ...accountCommands,
  ...tokenCommands,
  ...webhookCommands,
  ...invoiceCommands,
  ...claimCommands,
  ...eventCommands,
  ...proofCommands,
  ...keyCommands,
  doctorCommand,
  ...backupCommands,
  payCommand,
  conformCommand,
]

/** Runs one command. The exit code: 0 ok, 1 failed, 2 not understood. */
export async function run(words: readonly string[], world: World): Promise<number> {
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') {
    world.out(help())
    return words.length === 0 ? 2 : 0
  }
  const json = words.includes('--json')
  try {
    const { command, given } = read(words)
    const answer = await command.run(given, world)
    if (answer !== undefined) world.out(`${json ? JSON.stringify(answer) : table(answer)}\n`)
    return 0
  } catch (error) {
    if (json && error instanceof CommandFailed)
      world.out(`${JSON.stringify({ ...error.facts, error: error.message })}\n`)
    world.err(`${explain(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigInvalid ? 2 : 1
  }
}

function read(words: readonly string[]): { command: Command; given: Given } {
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (!command) throw new UsageError(`There is no command ${words[0]}. Try: quittance --help`)
  const args = words.slice(command.name.split(' ').length)
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({
      args,
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usageOf(command)}`)
  }
  if (parsed.positionals.length !== (command.words ?? 0)) throw new UsageError(usageOf(command))
  return { command, given: givenOf(command, parsed) }
}

function givenOf(command: Command, { positionals, values }: ReturnType<typeof parseArgs>): Given {
  const optional = (option: string) => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    words: positionals,
    optional,
    required(option) {
      const value = optional(option)
      if (value === undefined) throw new UsageError(`--${option} is missing.\n${usageOf(command)}`)
      return value
    },
    many(option) {
      const value = values[option]
      return Array.isArray(value) ? value.map(String) : []
    },
    flag: (option) => values[option] === true,
    whole(option) {
      const value = optional(option)
      if (value === undefined) return undefined
      if (!/^[1-9]\d{0,5}$/.test(value))
        throw new UsageError(`--${option} is a whole number from 1 to 999999.`)
      return Number(value)
    },
    oneOf(option, words) {
      const value = optional(option)
      const word = words.find((each) => each === value)
      if (value !== undefined && word === undefined)
        throw new UsageError(`--${option} is one of ${words.join(', ')}.`)
      return word
    },
  }
}

const usageOf = ({ name, usage }: Command): string => `Usage: quittance ${name} ${usage}`.trimEnd()

function help(): string {
  const lines = commands.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}\n`,
  )
  return `quittance: invoices and payment requests\n\n${lines.join('')}\nEvery command takes --json. Settings come from the environment: see .env.example.\n`
}

/** What a person can do something with; the stack of what nobody expected. */
function explain(error: unknown): string {
  const known =
    error instanceof UsageError ||
    error instanceof CommandFailed ||
    error instanceof ConfigInvalid ||
    error instanceof StorageRefused ||
    error instanceof Refused
  if (known) return error.message
  if (error instanceof StorageUnavailable)
    return `The database cannot be used at the moment: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
