interface Context {
  /** The text of a value that is neither an object nor an array. */
  readonly source?: string
}

/** Parses JSON. Numbers become `JSON.rawJSON`, so that writing them again doesn't round them. @throws {SyntaxError} */
export const parseRawNumbers = (text: string): unknown => JSON.parse(text, rawNumber)

/** Parses JSON. Numbers become their text. @throws {SyntaxError} */
export const parseNumbersAsText = (text: string): unknown =>
  JSON.parse(text, (_key, value, { source }: Context) => (typeof value === 'number' ? source : value))

/**
 * Parses JSON. Integers that a `number` represents exactly stay numbers; all other numbers become `JSON.rawJSON`.
 * @throws {SyntaxError}
 */
export const parseSafeIntegers = (text: string): unknown =>
  JSON.parse(text, (key, value, context: Context) =>
    Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
      ? value
      : rawNumber(key, value, context),
  )

function rawNumber(_key: string, value: unknown, { source }: Context): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value
}
