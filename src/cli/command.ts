import type { ParseArgsOptionsConfig } from 'node:util'

/** A command's environment. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Buffer | string>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Stops a long-running command. */
  readonly stopSignal: AbortSignal
}

/** One command of the command line. */
export interface Command {
  /** The name as typed: `token create`. */
  readonly name: string
  /** The arguments after the name: `--email E --name N`. */
  readonly usage: string
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** Number of positional arguments after the name. */
  readonly positionalCount?: number
  /** Returns the result, printed as is for `--json`; undefined if the command has printed its own output. */
  run(args: ParsedArguments, context: CommandContext): Promise<unknown>
  /** The part of the result that is shown without `--json`; all of it by default. */
  formatForTerminal?(result: never): unknown
}

export interface ParsedArguments {
  readonly positionals: readonly string[]
  /** @throws {UsageError} if it is missing */
  getRequired(option: string): string
  getOptional(option: string): string | undefined
  getList(option: string): readonly string[]
  getFlag(option: string): boolean
  /** A number from 1 to 999 999. @throws {UsageError} for anything else */
  getInteger(option: string): number | undefined
  /** @throws {UsageError} if it is not one of these words */
  getOneOf<Word extends string>(option: string, words: readonly Word[]): Word | undefined
}

/** The command was called incorrectly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command failed: exit code 1, with this message, and with `details` for programs. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly details: Readonly<Record<string, unknown>>

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.details = details
  }
}

export const stringOption = { type: 'string' } as const
export const stringListOption = { type: 'string', multiple: true } as const
export const flagOption = { type: 'boolean' } as const
