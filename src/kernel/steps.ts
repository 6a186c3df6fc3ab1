/** Long work split into steps: it yields after each step, and no step takes more than a few milliseconds. */
export type Steps<T> = Generator<void, T>

/** Runs all steps synchronously: for work that is known to be small, or where nothing else is waiting. */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs steps and yields to the event loop between them. */
export type RunSteps = <T>(steps: Steps<T>) => Promise<T>

/**
 * Creates a runner that alternates between all its work, one step per turn of the event loop: many large requests block the loop no longer
 * than one does. Work that finishes in its first step never waits.
 */
export function createStepRunner(nextTurn: (work: () => void) => void = setImmediate): RunSteps {
  const queue: (() => boolean)[] = []
  return run

  function run<T>(steps: Steps<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const runStep = () => {
        try {
          const step = steps.next()
          if (step.done) resolve(step.value)
          return step.done === true
        } catch (error) {
          reject(error)
          return true
        }
      }
      if (!runStep()) enqueue(runStep)
    })
  }

  function enqueue(runStep: () => boolean): void {
    queue.push(runStep)
    if (queue.length === 1) nextTurn(runNext)
  }

  function runNext(): void {
    const [runStep] = queue
    const isDone = runStep?.() ?? true
    queue.shift()
    if (runStep && !isDone) queue.push(runStep)
    if (queue.length > 0) nextTurn(runNext)
  }
}
