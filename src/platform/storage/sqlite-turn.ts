export type Result<T> = { readonly value: T } | { readonly error: unknown }

/** Guards transactions that must finish within one turn of the event loop. */
export interface Turn {
  /** The outcome of `work`; an error when it awaits anything but the database. */
  outcome<T>(work: () => Promise<T>): Promise<Result<T>>
  end(): void
}

/**
 * A transaction that awaits something else would block every other one. SQLite answers within the same turn of the event loop, so a
 * transaction that is not done when the turn ends awaits something else. One timer serves a whole group.
 */
export function beginTurn(): Turn {
  let abandon = () => {}
  let timer = setImmediate(turnEnded)
  return {
    outcome: <T>(work: () => Promise<T>) =>
      new Promise<Result<T>>((resolve) => {
        abandon = () =>
          resolve({ error: new Error('A transaction awaited something other than the database.') })
        work().then(
          (value) => resolve({ value }),
          (error: unknown) => resolve({ error }),
        )
      }),
    end: () => clearImmediate(timer),
  }

  function turnEnded(): void {
    timer = setImmediate(turnEnded)
    abandon()
  }
}
