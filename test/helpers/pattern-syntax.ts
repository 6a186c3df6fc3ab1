/** A parsed regular expression. A `mask` has a bit for each character of `alphabet` that it matches. */
export type Pattern =
  | { readonly kind: 'characters'; readonly mask: bigint }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'no boundary' }
  | { readonly kind: 'look-around'; readonly part: Pattern }

export interface ParsedPattern {
  readonly pattern: Pattern
  /** The masks of all characters, and of `\w`. */
  readonly characters: bigint
  readonly wordCharacters: bigint
}

/** Stands for all characters: Latin-1, and one of each kind that patterns distinguish. */
const samples = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ...'\u0130\u017f\u212a\u0301\u0660\u06f0\u066b\u2028\u202e\u200e\u2066\u2212\u3000\u3002\uff1d\ufeff\ufffe漢אΩ😀',
  '\ud800',
  '\ue000',
]

/** Parses the syntax that this repository uses. @throws {Error} on unsupported syntax, such as backreferences */
export function parsePattern(source: string, flags: string): ParsedPattern {
  const escaped = [...source.matchAll(/\\u([0-9a-f]{4})/gi)].map(([, hex = '']) => Number.parseInt(hex, 16))
  const alphabet = [...new Set([...samples, ...source, ...escaped.map((code) => String.fromCharCode(code))])]
  const masks = new Map<string, bigint>()
  const atoms =
    source.match(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|./gisu) ??
    []
  let position = 0
  const pattern = choice()
  if (position < atoms.length) throw new Error(`/${source}/${flags}: unexpected ${atoms[position]}`)
  return { pattern, characters: createMask('[^]'), wordCharacters: createMask('\\w') }

  /** Asks V8 itself what an atom matches. */
  function createMask(atom: string): bigint {
    const known = masks.get(atom)
    if (known !== undefined) return known
    const expression = new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gym]/g, ''))
    const mask = alphabet.reduce(
      (bits, character, index) => (expression.test(character) ? bits | (1n << BigInt(index)) : bits),
      0n,
    )
    masks.set(atom, mask)
    return mask
  }

  function take(...tokens: readonly string[]): boolean {
    const isThere = tokens.every((atom, offset) => atoms[position + offset] === atom)
    if (isThere) position += tokens.length
    return isThere
  }

  function choice(): Pattern {
    const parts = [sequence()]
    while (take('|')) parts.push(sequence())
    return { kind: 'choice', parts }
  }

  function sequence(): Pattern {
    const parts: Pattern[] = []
    while (position < atoms.length && atoms[position] !== '|' && atoms[position] !== ')')
      parts.push(createRepetition(term()))
    return { kind: 'sequence', parts }
  }

  function term(): Pattern {
    if (take('^')) return { kind: 'start' }
    if (take('$')) return { kind: 'end' }
    if (take('\\b')) return { kind: 'boundary' }
    if (take('\\B')) return { kind: 'no boundary' }
    if (take('(')) return group()
    const atom = atoms[position++] ?? ''
    if (/^\\[1-9k]/.test(atom) || '*+?'.includes(atom))
      throw new Error(`/${source}/${flags}: ${atom} is not supported`)
    return { kind: 'characters', mask: createMask(atom === '{' || atom === '}' ? `\\${atom}` : atom) }
  }

  function group(): Pattern {
    const isLookAround = take('?', '=') || take('?', '!') || take('?', '<', '=') || take('?', '<', '!')
    if (!isLookAround && !take('?', ':') && take('?', '<')) while (!take('>')) position++
    const part = choice()
    if (!take(')')) throw new Error(`/${source}/${flags}: a group does not end`)
    return isLookAround ? { kind: 'look-around', part } : part
  }

  function createRepetition(part: Pattern): Pattern {
    const range = rangeAt()
    if (!range) return part
    take('?')
    return { kind: 'repeat', part, min: range[0], max: range[1] }
  }

  function rangeAt(): readonly [number, number] | null {
    if (take('*')) return [0, Number.POSITIVE_INFINITY]
    if (take('+')) return [1, Number.POSITIVE_INFINITY]
    if (take('?')) return [0, 1]
    const counts = /^\{(\d+)(?:(,)(\d*))?\}/.exec(atoms.slice(position, position + 20).join(''))
    if (!counts) return null
    const [text, min = '', comma, max] = counts
    position += text.length
    return [Number(min), comma === undefined ? Number(min) : max ? Number(max) : Number.POSITIVE_INFINITY]
  }
}
