/** Code that reads untrusted input, and the properties of its result. */
export interface Target {
  /** Initial inputs, in addition to the corpus. */
  readonly initialInputs: readonly Uint8Array[]
  /** Words and numbers that mean something to the code, inserted at random. */
  readonly words: readonly (string | Uint8Array)[]
  /** Runs the code on that input. Throws unless it returns a correct result or its documented error. */
  run(input: Uint8Array): void
}

const utf8 = new TextDecoder()

/** Decodes bytes as text. Invalid UTF-8 becomes the replacement character, as in a request body. */
export const decodeText = (input: Uint8Array): string => utf8.decode(input)

export const encodeText = (text: string): Uint8Array => Buffer.from(text)

/** Returns the result, or null if the code rejected the input with an error that `isRejection` accepts. Any other error is a failure. */
export function getResultOrNull<Result>(
  read: () => Result,
  isRejection: (error: unknown) => boolean,
): Result | null {
  try {
    return read()
  } catch (error) {
    if (isRejection(error)) return null
    throw error
  }
}
