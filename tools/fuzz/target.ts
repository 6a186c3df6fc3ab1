/** Code that reads what strangers write, and what has to hold of its answer. */
export interface Target {
  /** Inputs to begin with; those of the corpus come along. */
  readonly beginnings: readonly Uint8Array[]
  /** Words and numbers that mean something to the code: put into inputs by chance. */
  readonly words: readonly (string | Uint8Array)[]
  /** Gives the code that input. Throws when it answers with anything but a right result or the refusal that it documents. */
  run(input: Uint8Array): void
}

const utf8 = new TextDecoder()

/** Bytes as text; what is no UTF-8 becomes the replacement character, as in a body that arrives. */
export const textOf = (input: Uint8Array): string => utf8.decode(input)

export const bytesOf = (text: string): Uint8Array => Buffer.from(text)

/** The answer, or null when the code refused as `isRefusal` says; anything else that it throws is a flaw. */
export function orRefused<Answer>(read: () => Answer, isRefusal: (error: unknown) => boolean): Answer | null {
  try {
    return read()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
