import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Machine } from './machine.ts'

const maxRunMs = 900_000

/** Creates a copy of the files that Git tracks. Its `scp` copies to and from the folders of `hosts`. */
export function createComputer(
  folder: string,
  hosts: Readonly<Record<string, string>>,
): Pick<Machine, 'run'> {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name !== '')) cpSync(file, join(folder, file))
  const programs = `${folder}-programs`
  mkdirSync(programs)
  const substitutions = Object.entries(hosts).map(([host, root]) => `-e 's|^${host}:|${root}|'`)
  const scp = `#!/bin/sh\nset -e\nfor path; do set -- "$@" "$(echo "$path" | sed ${substitutions.join(' ')})"; shift; done\nexec cp "$@"\n`
  writeFileSync(join(programs, 'scp'), scp, { mode: 0o755 })
  return { run }

  function run(commands: string): void {
    execFileSync('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
      timeout: maxRunMs,
    })
  }
}
