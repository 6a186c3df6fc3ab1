import { fileURLToPath } from 'node:url'

/**
 * Runs Quittance as a process of its own. A run of all tests bundles the program once, as in a package, because the bundle starts in half
 * the time. Otherwise the program runs from its source.
 */
export const program: readonly string[] = [
  process.execPath,
  process.env.TEST_PROGRAM ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
]
