export type Result<T> = { readonly value: T } | { readonly error: unknown }

/** A transaction that takes longer yields to the event loop between its statements. */
const maxTurnMs = 8

/** Rejects transactions that await anything except the database. */
export interface TransactionGuard {
  /** Runs `work`. The result is an error if it awaits anything except the database. */
  run<T>(work: () => Promise<T>): Promise<Result<T>>
  /** If the transaction has run for `maxTurnMs`, a promise that resolves in the next turn of the event loop; otherwise undefined. */
  pause(): Promise<void> | undefined
  stop(): void
}

/**
 * A transaction that awaits anything except the database would block all others. SQLite responds within the same turn of the event loop:
 * a transaction that is neither done nor paused when the turn ends must be awaiting something else. One timer serves a whole group.
 */
export function startTransactionGuard(): TransactionGuard {
  let abandon = () => {}
  let timer = setImmediate(onTurnEnd)
  let turnStart = performance.now()
  let paused: Promise<void> | undefined
  return {
    run: <T>(work: () => Promise<T>) =>
      new Promise<Result<T>>((resolve) => {
        turnStart = performance.now()
        abandon = () =>
          resolve({ error: new Error('a transaction awaited something other than the database') })
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
    stop: () => clearImmediate(timer),
  }

  function onTurnEnd(): void {
    timer = setImmediate(onTurnEnd)
    if (!paused) abandon()
  }
}
