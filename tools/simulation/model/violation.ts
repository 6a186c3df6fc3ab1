/** Something that must never be. */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** The invariant in words: the same text for every violation of it. */
  readonly invariant: string

  constructor(invariant: string, facts: string) {
    super(`${invariant}: ${facts}`)
    this.invariant = invariant
  }
}
