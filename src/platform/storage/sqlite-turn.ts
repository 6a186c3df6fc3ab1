export type Result<T> = { readonly value: T } | { readonly error: unknown }

/** Watches over transactions that must be done within one turn of the event loop. */
export interface Turn {
  /** What came of `work`; an error when it awaits anything but the database. */
  outcome<T>(work: () => Promise<T>): Promise<Result<T>>
  end(): void
}

/**
 * A transaction that awaits something else would hold up every other one. SQLite answers within the same turn of the event loop,
 * so a body that is not done when the turn ends has strayed. One timer serves a whole group.
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
