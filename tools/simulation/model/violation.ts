/** A violated invariant. */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** The invariant as a sentence, identical for all of its violations. */
  readonly invariant: string

  constructor(invariant: string, details: string) {
    super(`${invariant}: ${details}`)
    this.invariant = invariant
  }
}
