import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createChildEnvironment } from './child-environment.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Runs a command in its own process, as an operator does; returns its `--json` output. Rejects if it fails. */
export async function command(url: string, line: string): Promise<unknown> {
  const { PGPASSWORD = '' } = process.env
  const env = {
    ...createChildEnvironment(),
    ...(PGPASSWORD && { PGPASSWORD }),
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
  }
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...line.split(' '), '--json'], {
    env,
  })
  return JSON.parse(stdout)
}
