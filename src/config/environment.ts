import { readFileSync, statSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

export type SettingsReader = ReturnType<typeof createSettingsReader>

/** Reads one setting at a time. Errors are collected, and a harmless value is used until all settings have been read. */
export function createSettingsReader(environment: Environment, mistakes: string[]) {
  const addError = (what: string): void => void mistakes.push(what)
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined
  const isSet = (name: string): boolean => (given(name) ?? given(`${name}_FILE`)) !== undefined
  return { addError, isSet, text, integer, flag, oneOf, parsed, list, folder, secret }

  function text(name: string, usual: string): string {
    return given(name) ?? usual
  }

  function integer(name: string, usual: number, smallest: number, largest: number): number {
    const value = given(name)
    if (value === undefined) return usual
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (number >= smallest && number <= largest) return number
    addError(`${name} must be a whole number from ${smallest} to ${largest}.`)
    return usual
  }

  function flag(name: string, usual: boolean): boolean {
    return oneOf(name, ['true', 'false'], usual ? 'true' : 'false') === 'true'
  }

  function oneOf<Value extends string>(name: string, values: readonly Value[], usual: Value): Value {
    const value = given(name)
    const known = values.find((each) => each === value)
    if (value !== undefined && known === undefined) addError(`${name} must be one of ${values.join(', ')}.`)
    return known ?? usual
  }

  function parsed<Value>(name: string, usual: string, parse: (text: string) => Value): Value {
    return parsedText(name, given(name) ?? usual, usual, parse)
  }

  /** Like `parsed`, but an empty value is not replaced by the default. */
  function list<Value>(name: string, usual: string, parse: (text: string) => Value): Value {
    return parsedText(name, environment[name] ?? usual, usual, parse)
  }

  function parsedText<Value>(
    name: string,
    value: string,
    usual: string,
    parse: (text: string) => Value,
  ): Value {
    try {
      return parse(value)
    } catch (error) {
      addError(`${name}: ${error instanceof Error ? error.message : 'it is invalid'}.`)
      return parse(usual)
    }
  }

  /** The path of an existing folder, or null when none is set. */
  function folder(name: string): string | null {
    const path = given(name) ?? null
    if (path !== null && !isFolder(path)) addError(`${name} must name an existing folder.`)
    return path
  }

  /**
   * A secret, or the contents of the file that `NAME_FILE` names. An invalid value is not repeated: the error describes the expected
   * `form`.
   */
  function secret(name: string, isRight: (value: string) => boolean = () => true, form = ''): string | null {
    const value = secretText(name)
    if (value !== null && !isRight(value)) addError(`${name} must ${form}.`)
    return value
  }

  function secretText(name: string): string | null {
    const path = given(`${name}_FILE`)
    if (path === undefined) return given(name) ?? null
    if (given(name) !== undefined) addError(`Set ${name} or ${name}_FILE, not both.`)
    const value = contentOf(path)
    if (value === null) addError(`${name}_FILE names a file that cannot be read.`)
    if (value === '') addError(`${name}_FILE names an empty file.`)
    return value || null
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

/** All errors of the environment, reported together. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(['Invalid settings:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'))
    this.mistakes = mistakes
  }
}
