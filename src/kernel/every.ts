/** Work that is done again and again, one round after the other. */
export interface Repeating {
  /** Begins the next round now. */
  wake(): void
  /** Ends after the round under way. */
  stop(): Promise<void>
}

/** Does `work`, waits `ms`, and so on. A round that fails is told to `failed`, and the next one comes all the same. */
export function every(ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void): Repeating {
  let stopped = false
  let woken = false
  let wakeUp = (): void => {}
  const ended = run()
  return {
    wake: () => {
      woken = true
      wakeUp()
    },
    stop: async () => {
      stopped = true
      wakeUp()
      await ended
    },
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false
      try {
        await work()
      } catch (error) {
        failed(error)
      }
      if (!stopped && !woken) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
