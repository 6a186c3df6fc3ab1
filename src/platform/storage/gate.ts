/** Runs before each statement of a Sql. */
export interface Gate {
  /** @throws once the transaction has ended */
  enter(): void
  /** Before it calls `enter`, a statement waits for this promise, if there is one. */
  pause?(): Promise<void> | undefined
  /** Records that a statement failed. Returns the error to throw. */
  fail(error: unknown): unknown
}

/** Outside a transaction every statement is independent. */
export const nonTransactionalGate: Gate = { enter: () => {}, fail: (error) => error }

export interface TransactionGate extends Gate {
  /** Ends the transaction: its Sql can no longer be used. Idempotent. */
  close(): void
  /** The first statement that failed. */
  getFailure(): { readonly error: unknown } | undefined
}

/**
 * After a failed statement a transaction can only end. PostgreSQL enforces this and silently rolls back on COMMIT. The gate enforces it for
 * both databases, so that no error is swallowed and no code relies on SQLite's leniency.
 */
export function createTransactionGate(pause?: Gate['pause']): TransactionGate {
  let isClosed = false
  let failure: { readonly error: unknown } | undefined
  return {
    ...(pause && { pause }),
    enter() {
      if (isClosed) throw new Error('this transaction has ended: its Sql can no longer be used')
      if (failure)
        throw new Error('a statement of this transaction failed: it can only be rolled back', {
          cause: failure.error,
        })
    },
    fail(error) {
      failure ??= { error }
      return error
    },
    close() {
      isClosed = true
    },
    getFailure: () => failure,
  }
}
