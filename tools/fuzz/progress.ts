import { maxInputBytes } from './mutate.ts'

/** The number of runs and the input's length, before the input. */
const headerBytes = 8

export const createSharedMemory = (): SharedArrayBuffer => new SharedArrayBuffer(headerBytes + maxInputBytes)

/** Shares a thread's current input with another thread, which reports it if the first one hangs. */
export function createProgress(shared: SharedArrayBuffer) {
  const header = new Int32Array(shared, 0, 2)
  const bytes = new Uint8Array(shared, headerBytes)
  return { begin, countRuns, getInput }

  function begin(input: Uint8Array): void {
    bytes.set(input.subarray(0, maxInputBytes))
    header[1] = input.length
    Atomics.add(header, 0, 1)
  }

  /** Changes with every run. */
  function countRuns(): number {
    return Atomics.load(header, 0)
  }

  function getInput(): Uint8Array {
    return bytes.slice(0, header[1])
  }
}
