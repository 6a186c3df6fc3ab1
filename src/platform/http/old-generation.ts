import { getHeapStatistics } from 'node:v8'

const mebibyte = 1024 * 1024
/** V8's default on 64-bit machines. */
const defaultMaxSemiSpaceMib = 64
/** The young generation: two semispaces, and as much again for its large objects (V8, `Heap::YoungGenerationSizeFromSemiSpaceSize`). */
const semiSpaces = 3

const options = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`
const [, maxSemiSpaceMib = defaultMaxSemiSpaceMib] =
  /--max[-_]semi[-_]space[-_]size=(\d+)/.exec(options) ?? []
const heapLimit = getHeapStatistics().heap_size_limit

/**
 * Heap bytes available to objects that live longer than a few milliseconds, such as bodies and waiting requests. Node's heap limit also
 * includes the young generation, which cannot hold them: with a heap of 96 MiB, it is two thirds of the limit.
 */
export const maxOldGenerationBytes = Math.max(
  heapLimit - Number(maxSemiSpaceMib) * semiSpaces * mebibyte,
  heapLimit / 4,
)
