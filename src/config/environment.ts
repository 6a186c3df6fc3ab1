import { readFileSync, statSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

export type SettingsReader = ReturnType<typeof createSettingsReader>

/** Reads one setting at a time. Errors are collected, and the default replaces an invalid value until all settings have been read. */
export function createSettingsReader(environment: Environment, errors: string[]) {
  const addError = (message: string): void => void errors.push(message)
  const getValue = (name: string): string | undefined => environment[name]?.trim() || undefined
  const isSet = (name: string): boolean => (getValue(name) ?? getValue(`${name}_FILE`)) !== undefined
  return {
    addError,
    isSet,
    readText,
    readInteger,
    readFlag,
    readOneOf,
    parse,
    readList,
    readFolder,
    readSecret,
  }

  function readText(name: string, defaultValue: string): string {
    return getValue(name) ?? defaultValue
  }

  function readInteger(name: string, defaultValue: number, min: number, max: number): number {
    const value = getValue(name)
    if (value === undefined) return defaultValue
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    addError(`${name} must be a whole number from ${min} to ${max}.`)
    return defaultValue
  }

  function readFlag(name: string, defaultValue: boolean): boolean {
    return readOneOf(name, ['true', 'false'], defaultValue ? 'true' : 'false') === 'true'
  }

  function readOneOf<Value extends string>(
    name: string,
    values: readonly Value[],
    defaultValue: Value,
  ): Value {
    const value = getValue(name)
    const match = values.find((each) => each === value)
    if (value !== undefined && match === undefined) addError(`${name} must be one of ${values.join(', ')}.`)
    return match ?? defaultValue
  }

  function parse<Value>(name: string, defaultValue: string, parser: (text: string) => Value): Value {
    return parseOrDefault(name, getValue(name) ?? defaultValue, defaultValue, parser)
  }

  /** Like `parse`, but an empty value is not replaced by the default. */
  function readList<Value>(name: string, defaultValue: string, parser: (text: string) => Value): Value {
    return parseOrDefault(name, environment[name] ?? defaultValue, defaultValue, parser)
  }

  function parseOrDefault<Value>(
    name: string,
    value: string,
    defaultValue: string,
    parser: (text: string) => Value,
  ): Value {
    try {
      return parser(value)
    } catch (error) {
      addError(`${name}: ${error instanceof Error ? error.message : 'it is invalid'}.`)
      return parser(defaultValue)
    }
  }

  /** The path of an existing folder, or null when none is set. */
  function readFolder(name: string): string | null {
    const path = getValue(name) ?? null
    if (path !== null && !isFolder(path)) addError(`${name} must name an existing folder.`)
    return path
  }

  /**
   * A secret, or the contents of the file that `NAME_FILE` names. The error for an invalid value contains only the `requirement`, not the
   * value.
   */
  function readSecret(
    name: string,
    isValid: (value: string) => boolean = () => true,
    requirement = '',
  ): string | null {
    const value = readSecretText(name)
    if (value !== null && !isValid(value)) addError(`${name} must ${requirement}.`)
    return value
  }

  function readSecretText(name: string): string | null {
    const path = getValue(`${name}_FILE`)
    if (path === undefined) return getValue(name) ?? null
    if (getValue(name) !== undefined) addError(`Set ${name} or ${name}_FILE, not both.`)
    const value = readFile(path)
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

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

/** All invalid settings, reported together. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly errors: readonly string[]

  constructor(errors: readonly string[]) {
    super(['Invalid settings:', ...errors.map((error) => `  ${error}`)].join('\n'))
    this.errors = errors
  }
}
