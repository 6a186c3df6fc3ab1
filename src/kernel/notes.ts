/** What the operator hears of beside requests. */
export interface Notes {
  /** Something is wrong, and may need a hand. */
  warn(message: string, facts?: object): void
  /** All is well, or well again. */
  info(message: string, facts?: object): void
}

/** Where nobody listens: a command says what it has to say in its answer. */
export const silent: Notes = { warn: () => {}, info: () => {} }
