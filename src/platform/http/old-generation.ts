import { getHeapStatistics } from 'node:v8'

const mebibyte = 1024 * 1024
/** V8's default on 64-bit machines. */
const defaultMaxSemiSpaceMib = 64
/** The young generation is two semispaces, plus a large-object space the size of one (V8, `Heap::YoungGenerationSizeFromSemiSpaceSize`). */
const semiSpacesPerYoungGeneration = 3

const options = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`
const [, maxSemiSpaceMib = defaultMaxSemiSpaceMib] =
  /--max[-_]semi[-_]space[-_]size=(\d+)/.exec(options) ?? []
const heapLimit = getHeapStatistics().heap_size_limit

/**
 * Heap bytes available to objects that live longer than a few milliseconds, such as bodies and waiting requests. Those are promoted to the
 * old generation, but Node's heap limit also includes the young generation. With a heap of 96 MiB, the young generation is two thirds of
 * the limit.
 */
export const maxOldGenerationBytes = Math.max(
  heapLimit - Number(maxSemiSpaceMib) * semiSpacesPerYoungGeneration * mebibyte,
  heapLimit / 4,
)
