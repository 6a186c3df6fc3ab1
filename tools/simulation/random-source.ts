import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { generateId } from '../../src/kernel/ids.ts'
import type { SeededRandom } from './seeded-random.ts'

let source: SeededRandom | null = null
let drawCount = 0

/**
 * From now on everything that this process draws from the system's random source follows from
 * `createSeededRandom`, so that a repeated run has the same ids. The process is changed and not the service, which
 * has no option for guessable ids.
 */
export function seedRandomSource(createSeededRandom: SeededRandom): void {
  const original = crypto.randomFillSync
  if (source === null) {
    const seededFill = (bytes: Uint8Array) => {
      drawCount++
      source?.fill(bytes)
      return bytes
    }
    crypto.randomFillSync = seededFill as typeof original
    syncBuiltinESMExports()
  }
  source = createSeededRandom
  // Ids use a block of random bytes drawn ahead. The rest of the last block belongs to another run.
  for (const before = drawCount; drawCount === before; ) generateId(0)
}
