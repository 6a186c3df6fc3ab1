import assert from 'node:assert/strict'

/** The ratio of the measured sizes: linear growth costs eight times as much, quadratic growth 64 times. */
const factor = 8
const maxGrowth = 3 * factor
/** Cheaper work is harmless, and its measurements are mostly noise. */
const floorMs = 40
const maxRuns = 5

/**
 * Fails if work on a text of `size` costs disproportionately more than on a text of an eighth of that. Measures the CPU time of this thread
 * and takes the cheapest of several runs, so other processes can't make it fail.
 */
export async function assertLinear(
  name: string,
  size: number,
  work: (size: number) => unknown | Promise<unknown>,
): Promise<void> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 0; run < maxRuns; run++) {
    small = Math.min(small, await measureCpuMs(() => work(size / factor)))
    large = Math.min(large, await measureCpuMs(() => work(size)))
    if (large < floorMs || large < small * maxGrowth) return
  }
  assert.fail(`${name}: ${size} characters take ${large} ms, an eighth of them ${small} ms`)
}

async function measureCpuMs(work: () => unknown | Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Combining marks in descending order of their classes: normalisation sorts them, which takes quadratic time. */
export const combiningMarks = (size: number): string =>
  ['\u0301', '\u0323', '\u0334']
    .map((mark) => mark.repeat(Math.ceil(size / 3)))
    .join('')
    .slice(0, size)
