import { parseArgs } from 'node:util'
import { ConfigError } from '../config/environment.ts'
import { ApiError } from '../kernel/api-error.ts'
import { StorageError, StorageUnavailableError } from '../platform/storage/database.ts'
import { readVersion } from '../platform/version.ts'
import { accountCommands } from './accounts.ts'
import { backupCommands } from './backup.ts'
import { claimCommands } from './claims.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  type ParsedArguments,
  UsageError,
} from './command.ts'
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

/** Runs one command. Returns the exit code: 0 success, 1 failure, 2 usage or configuration error. */
export async function run(words: readonly string[], world: CommandContext): Promise<number> {
  if (words.length === 0) {
    world.out(help(commands))
    return 2
  }
  const json = words.includes('--json')
  try {
    if (words[0] === '--version') world.out(`quittance ${readVersion()}\n`)
    else if (words.includes('--help') || words[0] === 'help') world.out(helpFor(words))
    else await runCommand(words, json, world)
    return 0
  } catch (error) {
    if (json && error instanceof CommandError)
      world.out(`${JSON.stringify({ ...error.facts, error: error.message })}\n`)
    if (json && error instanceof ApiError)
      world.out(`${JSON.stringify({ error: error.message, code: error.code, ...error.members })}\n`)
    world.err(`${explain(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

async function runCommand(words: readonly string[], json: boolean, world: CommandContext): Promise<void> {
  const { command, given } = parseCommand(words)
  const answer = await command.run(given, world)
  if (answer === undefined) return
  const shown = command.formatForTerminal ? command.formatForTerminal(answer as never) : answer
  world.out(`${json ? JSON.stringify(answer) : table(shown)}\n`)
}

const findCommand = (words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))

/** The commands that begin with that word: `account create`, `account set` … */
const groupOf = (word: string | undefined): readonly Command[] =>
  commands.filter(({ name }) => name.split(' ')[0] === word)

function parseCommand(words: readonly string[]): { command: Command; given: ParsedArguments } {
  const command = findCommand(words)
  if (!command) throw unknown(words)
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
  if (parsed.positionals.length !== (command.positionalCount ?? 0)) throw new UsageError(usageOf(command))
  return { command, given: readArguments(command, parsed) }
}

function readArguments(
  command: Command,
  { positionals, values }: ReturnType<typeof parseArgs>,
): ParsedArguments {
  const optional = (option: string) => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    positionals: positionals,
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
    integer(option) {
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

/** The help for the named command or group of commands; for all commands when none is named. */
function helpFor(words: readonly string[]): string {
  const named = words.filter((word) => word !== 'help' && !word.startsWith('--'))
  const command = findCommand(named)
  if (command) return `${usageOf(command)}\n\n${command.summary}\n`
  if (named.length === 0) return help(commands)
  const group = groupOf(named[0])
  if (group.length === 0) throw unknown(named)
  return help(group)
}

function unknown(words: readonly string[]): UsageError {
  const [first = ''] = words
  const group = groupOf(first)
  if (group.length === 0) return new UsageError(`There is no command ${first}. Try: quittance --help`)
  return new UsageError(`Usage: quittance ${first} <command>\n\n${linesOf(group).trimEnd()}`)
}

const linesOf = (some: readonly Command[]): string =>
  some.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}\n`).join('')

const help = (some: readonly Command[]): string =>
  `quittance: invoices and payment requests\n\n${linesOf(some)}\nEvery command takes --json. Settings come from the environment: see .env.example.\n`

/** The message of an expected error; the stack trace of an unexpected one. */
function explain(error: unknown): string {
  const known =
    error instanceof UsageError ||
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof StorageError ||
    error instanceof ApiError
  if (known) return error.message
  if (error instanceof StorageUnavailableError)
    return `The database cannot be used at the moment: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
