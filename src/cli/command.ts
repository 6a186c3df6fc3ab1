import type { ParseArgsOptionsConfig } from 'node:util'

/** What a command sees of the world. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Buffer | string>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Ends a command that runs on. */
  readonly stopped: AbortSignal
}

/** One command of the command line. */
export interface Command {
  /** As it is typed: `token create`. */
  readonly name: string
  /** What follows the name: `--email E --name N`. */
  readonly usage: string
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** How many words stand behind the name. */
  readonly words?: number
  /** The answer, for `--json` as it is. Undefined: the command has said what it had to say. */
  run(given: Given, world: World): Promise<unknown>
}

export interface Given {
  readonly words: readonly string[]
  /** @throws {UsageError} when it was not given */
  required(option: string): string
  optional(option: string): string | undefined
  many(option: string): readonly string[]
  flag(option: string): boolean
  /** A number from 1 to 999 999. @throws {UsageError} when it is none */
  whole(option: string): number | undefined
  /** @throws {UsageError} when it is another word */
  oneOf<Word extends string>(option: string, words: readonly Word[]): Word | undefined
}

/** The command was called in a way that it does not take: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command could not do it: exit 1, with this sentence, and with `facts` for programs. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly facts: Readonly<Record<string, unknown>>

  constructor(message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.facts = facts
  }
}

export const string = { type: 'string' } as const
export const strings = { type: 'string', multiple: true } as const
export const flag = { type: 'boolean' } as const
