import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServiceEnvironment } from './child-environment.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { program } from './program.ts'
import { until } from './until.ts'

/** The service as a process of its own, as an operator starts it. */
export interface RunningProcess {
  readonly baseUrl: string
  readonly pid: number
  /** Its standard output so far. */
  output(): string
  /** Resolves with the signal or exit code. */
  waitUntilEnded(): Promise<string | number>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts `serve` on a database and a port, and waits until it is ready. */
export async function startProcess(
  t: TestScope,
  {
    url,
    port,
    settings = {},
    command = program,
  }: {
    url: string
    port: number
    settings?: Readonly<Record<string, string>>
    /** Runs the program. */
    command?: readonly string[]
  },
): Promise<RunningProcess> {
  const baseUrl = `http://127.0.0.1:${port}`
  const environment = {
    ...createServiceEnvironment(url, port),
    // Many processes of many tests share one server.
    DATABASE_CONNECTIONS: '4',
    ...settings,
  }
  const [file = '', ...words] = command
  const child = spawn(file, [...words, 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  // Another program on its port may accept the connection and never respond.
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  let written = ''
  child.stdout.on('data', (part: Buffer) => {
    written += part.toString()
  })
  addCleanup(t, () => stop('SIGKILL'))
  await until(async () => ended.signal.aborted || (await isReady(baseUrl, ended.signal)))
  assert.ok(isRunning(child), written)
  return { baseUrl, pid: child.pid ?? 0, output: () => written, waitUntilEnded, stop }

  async function waitUntilEnded(): Promise<string | number> {
    const [code, signal] = await exit
    return signal ?? code
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (isRunning(child)) child.kill(signal)
    await exit
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

async function isReady(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/health/ready`, { signal })).ok
  } catch {
    return false
  }
}
