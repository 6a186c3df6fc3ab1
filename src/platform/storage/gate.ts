/** Stands before each statement of a Sql. */
export interface Gate {
  /** @throws when no statement may run any more */
  enter(): void
  /** Notes that a statement failed; what to throw. */
  fail(error: unknown): unknown
}

/** Outside of a transaction every statement stands for itself. */
export const openGate: Gate = { enter: () => {}, fail: (error) => error }

export interface TransactionGate extends Gate {
  /** The transaction is over: who kept its Sql cannot use it any more. Idempotent. */
  close(): void
  /** The first statement that failed. */
  failure(): { readonly error: unknown } | undefined
}

/**
 * After a failed statement a transaction can only end. PostgreSQL has it so and, on COMMIT, silently rolls back; here it
 * holds for both, so that nothing is swallowed and nobody comes to rely on SQLite's leniency.
 */
export function transactionGate(): TransactionGate {
  let over = false
  let failure: { readonly error: unknown } | undefined
  return {
    enter() {
      if (over) throw new Error('This transaction is over: its Sql cannot be used any more.')
      if (failure)
        throw new Error('A statement of this transaction failed: it can only end.', { cause: failure.error })
    },
    fail(error) {
      failure ??= { error }
      return error
    },
    close() {
      over = true
    },
    failure: () => failure,
  }
}
