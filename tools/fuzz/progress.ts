import { maxInputBytes } from './mutate.ts'

/** Two numbers, and the input. */
const headerBytes = 8

export const createSharedMemory = (): SharedArrayBuffer => new SharedArrayBuffer(headerBytes + maxInputBytes)

/** A thread's current input, visible from another thread. If it hangs, this is the input. */
export function createProgress(shared: SharedArrayBuffer) {
  const header = new Int32Array(shared, 0, 2)
  const bytes = new Uint8Array(shared, headerBytes)
  return { begin, runs, input }

  function begin(input: Uint8Array): void {
    bytes.set(input.subarray(0, maxInputBytes))
    header[1] = input.length
    Atomics.add(header, 0, 1)
  }

  /** Changes with every run. */
  function runs(): number {
    return Atomics.load(header, 0)
  }

  function input(): Uint8Array {
    return bytes.slice(0, header[1])
  }
}
