import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createChildEnvironment } from './child-environment.ts'
import { program } from './program.ts'

/** Runs a command in its own process, as an operator does; returns its `--json` output. Rejects if it fails. */
export async function command(url: string, line: string): Promise<unknown> {
  const { PGPASSWORD = '' } = process.env
  const env = {
    ...createChildEnvironment(),
    ...(PGPASSWORD && { PGPASSWORD }),
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
  }
  const [file = '', ...words] = program
  const { stdout } = await promisify(execFile)(file, [...words, ...line.split(' '), '--json'], { env })
  return JSON.parse(stdout)
}
