import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { newId } from '../../src/kernel/ids.ts'
import type { Seeded } from './seeded.ts'

let source: Seeded | null = null
let drawnAt = 0

/**
 * Whatever this process draws from the system's random source follows from `seeded` from now on, so that the ids of a run are the same when it
 * is run again. It is the process that is changed and not the service: nothing there can be told to make ids that can be guessed.
 */
export function drawFrom(seeded: Seeded): void {
  const real = crypto.randomFillSync
  if (source === null) {
    const fake = (bytes: Uint8Array) => {
      drawnAt++
      source?.fill(bytes)
      return bytes
    }
    crypto.randomFillSync = fake as typeof real
    syncBuiltinESMExports()
  }
  source = seeded
  // Ids are made of blocks that are drawn ahead: what is left of the last one belongs to another run.
  for (const before = drawnAt; drawnAt === before; ) newId(0)
}
