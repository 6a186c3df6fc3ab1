// Shared by our test command lines.

/** One of these names. @throws {Error} with a message for the user */
export function chooseOne<Name extends string>(names: readonly Name[], text: string, option: string): Name {
  const known = names.find((name) => name === text)
  if (known === undefined) throw new Error(`${option} is one of ${names.join(', ')}.`)
  return known
}

/** A count of at most seven digits. @throws {Error} with a message for the user */
export function count(text: string | undefined, defaultCount: number): number {
  if (text === undefined) return defaultCount
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${text} is no count.`)
  return Number(text)
}
