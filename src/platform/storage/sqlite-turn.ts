export type Result<T> = { readonly value: T } | { readonly error: unknown }

/** A transaction that takes longer yields to the event loop between its statements. */
const maxTurnMs = 8

/** Guards transactions that must await nothing except the database. */
export interface Turn {
  /** Runs `work`. The result is an error if it awaits anything except the database. */
  run<T>(work: () => Promise<T>): Promise<Result<T>>
  /** Resolves in the next turn of the event loop if the transaction has used up this one, otherwise undefined. */
  pause(): Promise<void> | undefined
  end(): void
}

/**
 * A transaction that awaits something else would block every other one. SQLite answers within the same turn of the event loop, so a
 * transaction that is not done when the turn ends, and that is not paused, awaits something else. One timer serves a whole group.
 */
export function beginTurn(): Turn {
  let abandon = () => {}
  let timer = setImmediate(onTurnEnd)
  let turnStart = performance.now()
  let paused: Promise<void> | undefined
  return {
    run: <T>(work: () => Promise<T>) =>
      new Promise<Result<T>>((resolve) => {
        turnStart = performance.now()
        abandon = () =>
          resolve({ error: new Error('A transaction awaited something other than the database.') })
        work().then(
          (value) => resolve({ value }),
          (error: unknown) => resolve({ error }),
        )
      }),
    pause() {
      if (performance.now() - turnStart < maxTurnMs) return undefined
      paused ??= new Promise((resolve) => {
        setImmediate(() => {
          paused = undefined
          turnStart = performance.now()
          resolve()
        })
      })
      return paused
    },
    end: () => clearImmediate(timer),
  }

  function onTurnEnd(): void {
    timer = setImmediate(onTurnEnd)
    if (!paused) abandon()
  }
}
