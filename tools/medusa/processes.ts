import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface ProcessOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The file that its output is appended to. */
  readonly log: string
}

export interface Process {
  readLog(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

const maxStartMs = 300_000
const maxStopMs = 30_000
const maxCommandMs = 600_000

/** Starts a program, and waits until it is ready. */
export async function startProcess(
  [program = '', ...args]: readonly string[],
  { cwd, env, log }: ProcessOptions,
  isReady: () => Promise<boolean>,
): Promise<Process> {
  const output = openSync(log, 'a')
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', output, output] })
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const end = performance.now() + maxStartMs
  while (!(await isReady())) {
    if (hasExited() || performance.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`${program} did not start:\n${readLog().slice(-5_000)}`)
    }
    await sleep(200)
  }
  return { readLog, stop }

  function readLog(): string {
    return readFileSync(log, 'utf8')
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (hasExited()) return
    const exit = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
    await exit
    clearTimeout(timer)
  }
}

/** Runs commands of a shell, and returns their output. @throws with the output when one fails */
export async function runCommands(
  commands: string,
  { cwd, env }: Pick<ProcessOptions, 'cwd' | 'env'>,
): Promise<string> {
  const options = { cwd, env, timeout: maxCommandMs, maxBuffer: 1 << 26 }
  try {
    const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', commands], options)
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${commands} failed:\n${`${stdout}${stderr}`.slice(-5_000)}`)
  }
}
