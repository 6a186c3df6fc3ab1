// What command lines of ours have in common.

/** One of these names. @throws {Error} in words for whoever typed it */
export function oneOf<Name extends string>(names: readonly Name[], given: string, option: string): Name {
  const known = names.find((name) => name === given)
  if (known === undefined) throw new Error(`${option} is one of ${names.join(', ')}.`)
  return known
}

/** A number of things, of at most seven digits. @throws {Error} in words for whoever typed it */
export function count(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${text} is no count.`)
  return Number(text)
}
