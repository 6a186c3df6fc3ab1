/** Later parts are not indexed: people search for the beginning or the end. */
const maxPartStart = 64

/**
 * The parts by which a search finds an external id, in lower case: the text after each separator, and the trailing digits with and without
 * leading zeros. `Order-0043` has `order-0043`, `0043` and `43`. An id that is already in lower case is omitted itself, since it has its
 * own index. Only ASCII letters change case, as in both databases: migration 0029 computes the same in SQL.
 */
export function listExternalIdParts(externalId: string): string[] {
  const id = lowerAscii(externalId)
  const digits = findTrailingDigits(id)
  const parts = [id, ...listSuffixes(id), digits, digits.replace(/^0+/, '')]
  return [...new Set(parts)].filter((part) => part !== '' && part !== externalId)
}

export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (character) => character.toLowerCase())

function findTrailingDigits(id: string): string {
  let start = id.length
  while (start > 0 && /[0-9]/.test(id.charAt(start - 1))) start--
  return id.slice(start)
}

function* listSuffixes(id: string): Generator<string> {
  const characters = [...id]
  for (const [index, character] of characters.entries()) {
    const previousCharacter = characters[index - 1]
    if (previousCharacter === undefined || index > maxPartStart) continue
    if (isSeparator(previousCharacter) && !isSeparator(character)) yield characters.slice(index).join('')
  }
}

const isSeparator = (character: string): boolean => character <= '~' && !/[0-9a-z]/.test(character)
