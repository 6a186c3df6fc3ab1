import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle } from './bundle.ts'
import { collectLicenses } from './licenses.ts'
import { licensesFile, programFiles } from './program-files.ts'

/** Writes the program as one file, `bin/quittance.cjs`, with the files that it reads. Needs nothing from `node_modules`. */
export async function buildProgram(folder: string): Promise<void> {
  const metafile = await bundle(join(folder, 'bin/quittance.cjs'))
  writeFileSync(join(folder, licensesFile), collectLicenses(metafile))
  for (const [path, source] of programFiles) {
    // The manifest is part of every package.
    if (path.startsWith('..')) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(source, join(folder, path))
  }
}
