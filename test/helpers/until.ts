import assert from 'node:assert/strict'

/** Far longer than anything here takes, even on a busy machine: a test that waits in vain fails. */
const timeoutMs = 240_000
const pollIntervalMs = 20

/** Waits until the condition holds, for work in the background. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) assert.fail('the condition never became true')
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}
