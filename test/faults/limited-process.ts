import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServiceEnvironment } from '../helpers/child-environment.ts'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { program } from '../helpers/program.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { until } from '../helpers/until.ts'

const mebibyte = 1024 * 1024

export interface ProcessLimits {
  readonly url: string
  readonly settings?: Readonly<Record<string, string>>
  /** The limit of open files, sockets included. */
  readonly files?: number
  /** The heap limit, in mebibytes. */
  readonly heap?: number
}

export type LimitedProcess = Awaited<ReturnType<typeof startLimitedProcess>>

/** The service as a process with limited resources, whose memory is monitored. */
export async function startLimitedProcess(t: TestScope, { url, settings, files, heap }: ProcessLimits) {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const limit = files === undefined ? '' : `ulimit -n ${files} && `
  // The young generation is that of `npm start`.
  const memory = ['--max-semi-space-size=8', ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])]
  const [node = '', main = ''] = program
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', node, ...memory, main, 'serve'], {
    env: { ...createServiceEnvironment(url, port), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    errorOutput += part.toString()
  })
  const exit = once(child, 'exit')
  let highest = 0
  const watching = setInterval(() => void measure(), 100)
  addCleanup(t, () => {
    clearInterval(watching)
    return stop('SIGKILL')
  })
  await until(async () => !isRunning() || (await isReady(baseUrl)))
  assert.ok(isRunning(), errorOutput)
  return { baseUrl, isRunning, stop, errorOutput: () => errorOutput, highestMib: () => highest / mebibyte }

  function isRunning(): boolean {
    return child.exitCode === null && child.signalCode === null
  }

  async function measure(): Promise<void> {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    highest = Math.max(highest, Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024)
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
    if (isRunning()) child.kill(signal)
    const [code, ended] = await exit
    return ended ?? code
  }
}

export async function isReady(baseUrl: string): Promise<boolean> {
  return (await sendRequest(baseUrl, '/health/ready').catch(() => null))?.status === 200
}
