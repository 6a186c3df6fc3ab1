import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAsset, isSea } from 'node:sea'

/** Whether this program is a single executable, which contains its own files. */
export const isExecutable = isSea()

/** Whether this program is bundled into one file, as in a package, an image or an executable. Otherwise it runs from its source. */
export const isBundled = !import.meta.filename.endsWith('.ts')

/** Reads a file that belongs to the program. `path` is relative to `src`. Packages and the executable contain these files under the same paths. */
export function readProgramFile(path: string): Buffer {
  if (isExecutable) return Buffer.from(getAsset(path))
  return readFileSync(join(import.meta.dirname, '..', path))
}
