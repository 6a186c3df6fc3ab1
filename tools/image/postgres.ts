import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/helpers/free-port.ts'
import { buildCommand, runInRoot, runProgram } from './root.ts'
import type { DatabaseUrls } from './run.ts'

const maxStartMs = 60_000
const user = 'quittance'
const data = '/var/lib/postgresql/data'

/** Installs Debian's PostgreSQL, in the version of compose.yaml, into a copy of `base`. Starts it with two empty databases. */
export async function startPostgres(
  base: string,
  root: string,
): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const [, version] = /image: postgres:(\d+)/.exec(readFileSync('compose.yaml', 'utf8')) ?? []
  const programs = `/usr/lib/postgresql/${version}/bin`
  const [port, password] = [await freePort(), randomBytes(16).toString('hex')]
  const env = { PGHOST: '127.0.0.1', PGPORT: `${port}`, PGUSER: user, PGPASSWORD: password }
  const run = (name: string, text: string) => runInRoot(root, { workdir: '/', user: name, env }, text)
  runProgram('cp', '-a', base, root)
  run('root', `apt-get update && apt-get install -y --no-install-recommends postgresql-${version}`)
  writeFileSync(join(root, 'tmp/password'), password)
  run(
    'postgres',
    `${programs}/initdb --pgdata=${data} --username=${user} --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8`,
  )
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=/tmp', `port=${port}`]
  const server = spawn(
    'unshare',
    buildCommand(root, { workdir: '/', user: 'postgres' }, [
      `${programs}/postgres`,
      ...['-D', data],
      ...settings.flatMap((setting) => ['-c', setting]),
    ]).slice(1),
    { stdio: 'inherit', env: { PATH: '/usr/bin:/bin' } },
  )
  const exit = once(server, 'exit')
  try {
    await createDatabases()
  } catch (error) {
    await stop()
    throw error
  }
  const getUrl = (name: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`
  return { original: getUrl('quittance'), restored: getUrl('restored'), stop }

  async function createDatabases(): Promise<void> {
    const end = performance.now() + maxStartMs
    for (;;) {
      try {
        run('postgres', `${programs}/pg_isready --quiet`)
        break
      } catch (error) {
        if (server.exitCode !== null || performance.now() > end) throw error
      }
      await sleep(200)
    }
    for (const name of ['quittance', 'restored']) run('postgres', `${programs}/createdb ${name}`)
  }

  async function stop(): Promise<void> {
    server.kill('SIGINT')
    await exit
  }
}
