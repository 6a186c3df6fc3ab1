import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from 'amqplib'
import { addCleanup, type TestScope } from './databases.ts'
import { freePort } from './free-port.ts'

/** A RabbitMQ node for one test, which it may break. */
export interface RabbitNode {
  readonly url: string
  /** Starts it, also after `kill`. */
  start(): Promise<void>
  /** Kills it as a power cut does. */
  kill(): Promise<void>
  /** `rabbitmqctl` */
  ctl(...words: readonly string[]): Promise<string>
}

/** Debian's wrapper scripts in the path change the user; these don't. */
const folders = ['/usr/lib/rabbitmq/bin', '/opt/rabbitmq/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']
const scripts = folders.find((folder) => existsSync(join(folder, 'rabbitmq-server')))

/** For `skip:` of a test that needs it. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutRabbitNode: false | string =
  process.env.REQUIRE_SERVICES !== '1' && scripts === undefined ? 'needs rabbitmq-server' : false

/** Prepares a node in a new folder, on loopback, with names and ports of its own; it runs after `start`, and ends with the test. */
export async function openRabbitNode(t: TestScope): Promise<RabbitNode> {
  const folder = await mkdtemp(join(tmpdir(), 'rabbitmq-'))
  const port = await freePort()
  const { environment, mapper } = await prepare(folder, port)
  let server: ChildProcess | null = null
  addCleanup(t, async () => {
    await kill()
    mapper.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  return { url, start, kill, ctl }

  async function start(): Promise<void> {
    server = spawn(join(scripts ?? '', 'rabbitmq-server'), { env: environment, stdio: 'ignore' })
    while (!(await isReady(url))) {
      if (server.exitCode !== null) throw new Error(`rabbitmq-server ended with ${server.exitCode}`)
      await sleep(100)
    }
  }

  /** The broker is a child process of the script. */
  async function kill(): Promise<void> {
    if (!server) return
    const pid = Number(await readFile(environment.RABBITMQ_PID_FILE, 'utf8'))
    process.kill(pid, 'SIGKILL')
    const { exitCode, signalCode } = server
    if (exitCode === null && signalCode === null)
      await new Promise((resolve) => server?.once('exit', resolve))
    server = null
  }

  async function ctl(...words: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(join(scripts ?? '', 'rabbitmqctl'), [...words], {
      env: environment,
    })
    return stdout
  }
}

/** Prepares the settings, and starts a port mapper of the node's own, because a shared one would outlive the test. */
async function prepare(folder: string, port: number) {
  const [mapperPort, innerPort] = [await freePort(), await freePort()]
  const environment = {
    PATH: process.env.PATH ?? '',
    // The folder of the cookie that authenticates the command line.
    HOME: folder,
    ERL_EPMD_PORT: String(mapperPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `q${randomBytes(4).toString('hex')}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(innerPort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'generated'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
  }
  await writeFile(environment.RABBITMQ_CONF_ENV_FILE, '')
  await writeFile(environment.RABBITMQ_CONFIG_FILE, '')
  await writeFile(environment.RABBITMQ_ENABLED_PLUGINS_FILE, '[].')
  const mapper = spawn('epmd', { env: environment, stdio: 'ignore' })
  return { environment, mapper }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const model = await connect(url, { timeout: 2_000 })
    await model.close()
    return true
  } catch {
    return false
  }
}
