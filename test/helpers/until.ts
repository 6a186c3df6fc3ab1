import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Far longer than anything here takes, even on a busy machine: a test that waits in vain fails. */
const timeoutMs = 240_000
/** Conditions are often requests to the service, which would keep a core busy: pauses grow to a fifth of the time waited so far. */
const [minPauseMs, maxPauseMs] = [20, 250] as const

/** Waits until the condition holds, for work in the background. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now()
  while (!(await condition())) {
    const waitedMs = performance.now() - start
    if (waitedMs > timeoutMs) assert.fail('the condition never became true')
    await sleep(Math.min(maxPauseMs, Math.max(minPauseMs, waitedMs / 5)))
  }
}
