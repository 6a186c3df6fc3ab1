/** A number that keeps its source text (TC39 proposal "JSON.parse source text access"; available since Node 22). */
interface RawJson {
  readonly rawJSON: string
}

interface JSON {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
  /** `source` is the source text of the value; undefined for objects and arrays. */
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown
}
