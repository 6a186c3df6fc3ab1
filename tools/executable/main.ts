import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildExecutable } from './build.ts'

/** `npm run build:executable`: builds the single executable `dist/quittance`, or the file named by its argument. */
const [target = 'dist/quittance'] = process.argv.slice(2)
mkdirSync(dirname(target), { recursive: true })
await buildExecutable(target)
