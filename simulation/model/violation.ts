/** Something that must never be. */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** The sentence of the invariant, the same whoever breaks it. */
  readonly invariant: string

  constructor(invariant: string, facts: string) {
    super(`${invariant}: ${facts}`)
    this.invariant = invariant
  }
}
