import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { generateId } from '../../src/kernel/ids.ts'
import type { SeededRandom } from './seeded-random.ts'

let source: SeededRandom | null = null
let drawCount = 0

/**
 * Makes `random` the source of all random bytes of this process, so that a repeated run has the same ids. It changes
 * the process and not the service, which has no option for guessable ids.
 */
export function seedRandomSource(random: SeededRandom): void {
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
  source = random
  // Ids use a block of random bytes drawn ahead. The rest of the last block belongs to another run.
  for (const before = drawCount; drawCount === before; ) generateId(0)
}
