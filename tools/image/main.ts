import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStages } from './build.ts'
import { parseDockerfile, readImageConfig } from './dockerfile.ts'
import { startPostgres } from './postgres.ts'
import { createBase } from './root.ts'
import { runImage } from './run.ts'
import { runStep } from './step.ts'

/**
 * `npm run prove:image`, as root, for machines without Docker: runs the instructions of the Dockerfile in a fresh Debian, and its command
 * with a read-only root, on SQLite and on PostgreSQL. Needs debootstrap.
 */
const folder = mkdtempSync(join(tmpdir(), 'quittance-image-'))
const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'))
const [last] = stages.slice(-1)
if (!last) throw new Error('the Dockerfile has no stage')
try {
  const base = join(folder, 'base')
  await runStep('base', () => createBase(base))
  const root = await runStep('build', () => buildStages(stages, base, folder))
  const image = readImageConfig(last)
  const sqlite = 'sqlite:/data/quittance.db'
  await runStep('run on SQLite', () => runImage(root, image, { original: sqlite, restored: sqlite }))
  const postgres = await runStep('PostgreSQL', () => startPostgres(base, join(folder, 'postgres')))
  try {
    await runStep('run on PostgreSQL', () => runImage(root, image, postgres))
  } finally {
    await postgres.stop()
  }
} finally {
  rmSync(folder, { recursive: true })
}
