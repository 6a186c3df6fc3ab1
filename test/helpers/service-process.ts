import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterwards, type Ending } from './databases.ts'
import { basic } from './service.ts'
import { until } from './until.ts'

const root = `${import.meta.dirname}/../..`

/** The service in a process of its own, as an operator runs it; ended after the test. `settings`: its environment. */
export async function startProcess(t: Ending, settings: Readonly<Record<string, string>>) {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: root,
    env: { ...settings, PATH: process.env.PATH, PORT: String(port), BASE_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const exit = once(child, 'exit')
  afterwards(t, kill)
  await until(async () => output.includes('is ready at') || child.exitCode !== null)
  assert.equal(child.exitCode, null, output)
  return {
    baseUrl,
    output: () => output,
    /** The signal that ended it, once it has ended. */
    ended: async () => {
      await exit
      return child.signalCode
    },
    kill,
    request,
  }

  /** Ends it as a power cut does. */
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await exit
  }

  /** The status and the JSON; rejects when the process ends before it answers. */
  async function request(
    path: string,
    { method = 'GET', token, body }: { method?: string; token: string; body?: unknown },
  ): Promise<{ readonly status: number; readonly json: unknown }> {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: basic(token),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
  }
}

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : assert.fail()
}
