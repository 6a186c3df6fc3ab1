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
import { initCommand } from './init.ts'
import { invoiceCommands } from './invoices.ts'
import { keyCommands } from './keys.ts'
import { licensesCommand } from './licenses.ts'
import { listenCommand } from './listen.ts'
import { payCommand } from './pay.ts'
import { serveCommands } from './serve.ts'
import { staffCommands } from './staff.ts'
import { formatTable } from './table.ts'
import { tokenCommands } from './tokens.ts'
import { triggerCommand } from './trigger.ts'
import { upgradeCommand } from './upgrade.ts'
import { webhookCommands } from './webhooks.ts'

const commands: readonly Command[] = [
  ...serveCommands,
  upgradeCommand,
  initCommand,
  ...accountCommands,
  ...staffCommands,
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
  listenCommand,
  triggerCommand,
  licensesCommand,
]

/** Runs one command. Returns the exit code: 0 success, 1 failure, 2 usage or configuration error. */
export async function run(words: readonly string[], context: CommandContext): Promise<number> {
  const isJson = words.includes('--json')
  // Also accepted before the command, where it can't be the value of an option.
  const argv = words[0] === '--json' ? [...words.slice(1), '--json'] : words
  if (argv.every((word) => word === '--json')) {
    context.out(formatHelp(commands))
    return 2
  }
  try {
    if (argv[0] === '--version') context.out(`quittance ${readVersion()}\n`)
    else if (argv.includes('--help') || argv[0] === 'help') context.out(formatHelpFor(argv))
    else await runCommand(argv, isJson, context)
    return 0
  } catch (error) {
    if (isJson && isExpected(error)) context.out(`${JSON.stringify(buildErrorView(error))}\n`)
    context.err(`${formatError(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

async function runCommand(argv: readonly string[], isJson: boolean, context: CommandContext): Promise<void> {
  const { command, args } = parseCommand(argv)
  const result = await command.run(args, context)
  if (result === undefined) return
  const visible = command.formatForTerminal ? command.formatForTerminal(result as never) : result
  context.out(`${isJson ? JSON.stringify(result) : formatTable(visible)}\n`)
}

const findCommand = (argv: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name === argv.slice(0, name.split(' ').length).join(' '))

/** The commands that begin with that word: `account create`, `account set` … */
const findGroup = (word: string | undefined): readonly Command[] =>
  commands.filter(({ name }) => name.split(' ')[0] === word)

function parseCommand(argv: readonly string[]): { command: Command; args: ParsedArguments } {
  const command = findCommand(argv)
  if (!command) throw createUnknownCommandError(argv)
  const remainingArguments = argv.slice(command.name.split(' ').length)
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({
      args: remainingArguments,
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${formatUsage(command)}`)
  }
  const { positionalCount = 0 } = command
  if (parsed.positionals.length !== positionalCount) {
    const expected = positionalCount === 1 ? '1 argument' : `${positionalCount} arguments`
    throw new UsageError(`Expected ${expected}, got ${parsed.positionals.length}.\n${formatUsage(command)}`)
  }
  return { command, args: readArguments(command, parsed) }
}

function readArguments(
  command: Command,
  { positionals, values }: ReturnType<typeof parseArgs>,
): ParsedArguments {
  const getOptional = (option: string) => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    positionals,
    getOptional,
    getRequired(option) {
      const value = getOptional(option)
      if (value === undefined) throw new UsageError(`Missing option: --${option}.\n${formatUsage(command)}`)
      return value
    },
    getList(option) {
      const value = values[option]
      return Array.isArray(value) ? value.map(String) : []
    },
    getFlag: (option) => values[option] === true,
    getInteger(option) {
      const value = getOptional(option)
      if (value === undefined) return undefined
      if (!/^[1-9]\d{0,5}$/.test(value))
        throw new UsageError(`--${option} must be a whole number from 1 to 999999.`)
      return Number(value)
    },
    getOneOf(option, words) {
      const value = getOptional(option)
      const word = words.find((each) => each === value)
      if (value !== undefined && word === undefined)
        throw new UsageError(`--${option} must be one of ${words.join(', ')}.`)
      return word
    },
  }
}

const formatUsage = ({ name, usage }: Command): string => `Usage: quittance ${name} ${usage}`.trimEnd()

/** Help for the named command or group of commands, or for all commands. */
function formatHelpFor(argv: readonly string[]): string {
  const names = argv.filter((word) => word !== 'help' && !word.startsWith('--'))
  const command = findCommand(names)
  if (command) return `${formatUsage(command)}\n\n${command.summary}\n`
  if (names.length === 0) return formatHelp(commands)
  const group = findGroup(names[0])
  if (group.length === 0) throw createUnknownCommandError(names)
  return formatHelp(group)
}

function createUnknownCommandError(argv: readonly string[]): UsageError {
  const [first = '', second] = argv
  const group = findGroup(first)
  if (group.length === 0) return new UsageError(`Unknown command: ${first}. Try: quittance --help`)
  const usage = `Usage: quittance ${first} <command>\n\n${formatCommands(group).trimEnd()}`
  const isNamed = second !== undefined && !second.startsWith('-')
  return new UsageError(isNamed ? `Unknown command: ${first} ${second}.\n\n${usage}` : usage)
}

const formatCommands = (list: readonly Command[]): string =>
  list.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}\n`).join('')

const formatHelp = (list: readonly Command[]): string =>
  `quittance: invoices and payment requests\n\n${formatCommands(list)}\nEvery command accepts --json. Settings come from the environment: see .env.example.\n`

type ExpectedError =
  | UsageError
  | CommandError
  | ConfigError
  | StorageError
  | StorageUnavailableError
  | ApiError

const isExpected = (error: unknown): error is ExpectedError =>
  error instanceof UsageError ||
  error instanceof CommandError ||
  error instanceof ConfigError ||
  error instanceof StorageError ||
  error instanceof StorageUnavailableError ||
  error instanceof ApiError

function buildErrorView(error: ExpectedError) {
  if (error instanceof ApiError) return { error: error.message, code: error.code, ...error.members }
  return { ...(error instanceof CommandError && error.details), error: error.message }
}

/** The message of an expected error; the stack trace of an unexpected one. */
function formatError(error: unknown): string {
  if (isExpected(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
