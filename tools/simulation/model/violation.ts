/** Something that must never happen. */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** The invariant in words, identical for all of its violations. */
  readonly invariant: string

  constructor(invariant: string, facts: string) {
    super(`${invariant}: ${facts}`)
    this.invariant = invariant
  }
}
