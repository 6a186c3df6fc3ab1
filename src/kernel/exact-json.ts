interface ReviverContext {
  /** The text of a value that is neither an object nor an array. */
  readonly source?: string
}

/** Parses JSON. Numbers become `JSON.rawJSON`, so that `JSON.stringify` writes them unrounded. @throws {SyntaxError} */
export const parseRawNumbers = (text: string): unknown => JSON.parse(text, toRawNumber)

/** Parses JSON. Numbers become strings with their source text. @throws {SyntaxError} */
export const parseNumbersAsText = (text: string): unknown =>
  JSON.parse(text, (_key, value, { source }: ReviverContext) => (typeof value === 'number' ? source : value))

/**
 * Parses JSON. Integers that a `number` represents exactly stay numbers; all other numbers become `JSON.rawJSON`.
 * @throws {SyntaxError}
 */
export const parseSafeIntegers = (text: string): unknown =>
  JSON.parse(text, (key, value, context: ReviverContext) =>
    Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
      ? value
      : toRawNumber(key, value, context),
  )

function toRawNumber(_key: string, value: unknown, { source }: ReviverContext): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value
}
