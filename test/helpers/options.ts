// Shared by our test command lines.

/** Returns the name that the option chooses. @throws {Error} with a message for the user */
export function chooseOne<Name extends string>(names: readonly Name[], text: string, option: string): Name {
  const known = names.find((name) => name === text)
  if (known === undefined) throw new Error(`${option} must be one of ${names.join(', ')}`)
  return known
}

/** Parses a count of at most seven digits. @throws {Error} with a message for the user */
export function parseCount(text: string | undefined, defaultCount: number): number {
  if (text === undefined) return defaultCount
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${text} must be a number from 1 to 9 999 999`)
  return Number(text)
}
