/** A number that keeps the text it was written in (TC39 proposal "JSON.parse source text access"; Node 22 and later have it). */
interface RawJson {
  readonly rawJSON: string
}

interface JSON {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
  /** `source` is the text of the value; it is missing for objects and arrays. */
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown
}
