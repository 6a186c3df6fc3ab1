import { readFileSync, statSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

export type Reader = ReturnType<typeof reader>

/** Reads one setting each; what is wrong is noted, and a harmless value stands in until all have been read. */
export function reader(environment: Environment, mistakes: string[]) {
  const mistake = (what: string): void => void mistakes.push(what)
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined
  const isSet = (name: string): boolean => (given(name) ?? given(`${name}_FILE`)) !== undefined
  return { mistake, isSet, text, whole, flag, oneOf, parsed, list, folder, secret }

  function text(name: string, usual: string): string {
    return given(name) ?? usual
  }

  function whole(name: string, usual: number, smallest: number, largest: number): number {
    const value = given(name)
    if (value === undefined) return usual
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (number >= smallest && number <= largest) return number
    mistake(`${name} is a whole number from ${smallest} to ${largest}.`)
    return usual
  }

  function flag(name: string, usual: boolean): boolean {
    return oneOf(name, ['true', 'false'], usual ? 'true' : 'false') === 'true'
  }

  function oneOf<Value extends string>(name: string, values: readonly Value[], usual: Value): Value {
    const value = given(name)
    const known = values.find((each) => each === value)
    if (value !== undefined && known === undefined) mistake(`${name} is one of ${values.join(', ')}.`)
    return known ?? usual
  }

  function parsed<Value>(name: string, usual: string, parse: (text: string) => Value): Value {
    return parsedText(name, given(name) ?? usual, usual, parse)
  }

  /** As `parsed`, but an empty list is not the usual one. */
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
      mistake(`${name}: ${error instanceof Error ? error.message : 'it cannot be read'}.`)
      return parse(usual)
    }
  }

  /** The path of a folder that is there, or null when none is named. */
  function folder(name: string): string | null {
    const path = given(name) ?? null
    if (path !== null && !isFolder(path)) mistake(`${name} names no folder.`)
    return path
  }

  /** A secret, or what is in the file that `NAME_FILE` names. One that is not right is not repeated: its `form` is told. */
  function secret(name: string, isRight: (value: string) => boolean = () => true, form = ''): string | null {
    const value = secretText(name)
    if (value !== null && !isRight(value)) mistake(`${name} is ${form}.`)
    return value
  }

  function secretText(name: string): string | null {
    const path = given(`${name}_FILE`)
    if (path === undefined) return given(name) ?? null
    if (given(name) !== undefined) mistake(`Set ${name} or ${name}_FILE, not both.`)
    const value = contentOf(path)
    if (value === null) mistake(`${name}_FILE names a file that cannot be read.`)
    if (value === '') mistake(`${name}_FILE names an empty file.`)
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

/** Every mistake of the environment, told together. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(['The settings cannot be used:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'))
    this.mistakes = mistakes
  }
}
