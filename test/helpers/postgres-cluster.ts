import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { addCleanup, type TestScope } from './databases.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** A PostgreSQL server for one test, that may be stopped, killed and filled up. */
export interface PostgresCluster {
  readonly port: number
  /** The URL of a database in it. */
  getUrl(name: string, port?: number): string
  /** A new empty database; returns its URL. */
  create(name: string): Promise<string>
  /** Runs a statement as the owner. */
  sendRequest(statement: string, name?: string): Promise<pg.QueryResult>
  /** `immediate`: without a checkpoint, as after a power cut; committed data is recovered at the start. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Waits until it responds, and starts it if it has exited. Returns whether it had. */
  ensure(): Promise<boolean>
}

const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse()
const isRoot = process.getuid?.() === 0

/** For `skip:`. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutPostgresPrograms: false | string =
  process.env.REQUIRE_SERVICES !== '1' && initdb === undefined
    ? 'needs PostgreSQL on this machine (/usr/lib/postgresql/*/bin/initdb)'
    : false

const owner = 'test'

/** Creates a cluster in a new folder below `parent`, starts it, and removes it at the end. The machine's main cluster is not touched. */
export async function startPostgres(t: TestScope, parent = tmpdir()): Promise<PostgresCluster> {
  if (initdb === undefined) throw new Error('initdb is not there')
  const folder = mkdtempSync(join(parent, 'quittance-pg-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const user = unprivileged(folder)
  prepare(initdb, { data, password, user })
  let server: ChildProcess | undefined
  addCleanup(t, async () => {
    await stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return { port, getUrl, create, sendRequest, stop, start, ensure }

  function getUrl(name: string, at = port): string {
    return `postgres://${owner}:${password}@127.0.0.1:${at}/${name}`
  }

  async function create(name: string): Promise<string> {
    await sendRequest(`create database ${name}`)
    return getUrl(name)
  }

  async function sendRequest(statement: string, name = 'postgres'): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: getUrl(name) })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }

  async function start(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_wal_size=16MB',
      'min_wal_size=2MB',
    ]
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])]
    const child = spawn(join(dirname(initdb ?? ''), 'postgres'), args, { stdio: 'ignore', ...user })
    server = child
    // Also if the tests end before their hooks could run.
    const end = () => void child.kill('SIGQUIT')
    process.once('exit', end)
    child.once('exit', () => process.removeListener('exit', end))
    await until(async () => child.exitCode !== null || (await isReady()))
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`)
  }

  async function ensure(): Promise<boolean> {
    const isOver = async () => server?.exitCode !== null || server.signalCode !== null
    await until(async () => (await isOver()) || (await isReady()))
    if (!(await isOver())) return false
    await start()
    return true
  }

  function isReady(): Promise<boolean> {
    return sendRequest('select 1').then(
      () => true,
      () => false,
    )
  }

  async function stop(how: 'fast' | 'immediate'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exit
  }
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL does not run as root: then it runs as the user `postgres`, who gets the folder. */
function unprivileged(folder: string): User {
  if (!isRoot) return {}
  const getId = (kind: string) => Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [getId('-u'), getId('-g')]
  chownSync(folder, uid, gid)
  return { uid, gid }
}

function prepare(
  program: string,
  { data, password, user }: { data: string; password: string; user: User },
): void {
  const file = join(dirname(data), 'password')
  writeFileSync(file, password, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid)
  const args = ['-D', data, '-U', owner, `--pwfile=${file}`, '--auth=scram-sha-256', '--encoding=UTF8']
  // The initial files of a cluster that lasts for a minute don't have to be synced to disk; later writes are.
  const { status, stderr } = spawnSync(
    program,
    [...args, '--locale=C.UTF-8', '--no-sync', '--wal-segsize=1'],
    {
      encoding: 'utf8',
      ...user,
    },
  )
  rmSync(file)
  if (status !== 0) throw new Error(`initdb ended with ${status}: ${stderr}`)
}
