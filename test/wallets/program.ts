import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { addCleanup, type TestScope } from '../helpers/databases.ts'

/** A program of `wallets/` that wraps a third-party wallet and serves calls: see `wallets/serve.js`. */
export interface Program {
  /** @throws {WalletError} what the wallet throws */
  call<ProgramResponse>(method: string, params?: Readonly<Record<string, unknown>>): Promise<ProgramResponse>
}

/** An error thrown by a wallet, with the wallet's name for it. */
export class WalletError extends Error {}

const folder = 'wallets'
/** Far longer than any wallet takes, even on a busy machine. */
const timeoutMs = 240_000
/** Debian's, whose packages it uses. */
const python = '/usr/bin/python3'
const findElectrum = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("electrum") is None)'
const areRequired = process.env.REQUIRE_SERVICES === '1'

/** For `skip:` of a test that needs wallets of npm. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutWallets: false | string =
  areRequired || existsSync(`${folder}/node_modules/.package-lock.json`)
    ? false
    : 'needs the wallets of wallets/package.json (npm ci in wallets/)'

/** Like `withoutWallets`, for a test that needs Electrum. */
export const withoutElectrum: false | string =
  areRequired || spawnSync(python, ['-c', findElectrum]).status === 0
    ? false
    : 'needs python3-electrum (Electrum 4.3.4, as in Debian 12)'

/** Starts a program of `wallets/`, or another one by its path, in a folder; it ends with the test, or with the file. */
export function startProgram(t: TestScope, file: string, cwd = '.'): Program {
  const command = file.endsWith('.py') ? python : process.execPath
  const path = resolve(file.includes('/') ? file : `${folder}/${file}`)
  const child = spawn(command, [path], { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-4_000)
  })
  // Writing to a program that has exited is reported by the call that never gets a response.
  child.stdin.on('error', () => {})
  const waiting = new Map<number, (response: ProgramResponse | null) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response: ProgramResponse = JSON.parse(line)
    waiting.get(response.id)?.(response)
    waiting.delete(response.id)
  })
  const ended = once(child, 'close').then(() => {
    for (const give of waiting.values()) give(null)
  })
  addCleanup(t, async () => {
    child.stdin.end()
    const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    await ended
    clearTimeout(late)
  })

  let calls = 0
  return { call }

  async function call<Result>(method: string, params = {}): Promise<Result> {
    const id = calls++
    const answered = new Promise<ProgramResponse | null>((give) => waiting.set(id, give))
    const late = setTimeout(() => waiting.get(id)?.(null), timeoutMs)
    if (child.exitCode !== null || child.signalCode !== null) waiting.get(id)?.(null)
    else child.stdin.write(`${JSON.stringify({ id, method, params })}\n`)
    const response = await answered
    clearTimeout(late)
    assert.ok(response, `${file} says nothing to ${method}: ${errorOutput}`)
    if (!response.error) return response.result as Result
    throw Object.assign(new WalletError(response.error.message), { name: response.error.name })
  }
}

interface ProgramResponse {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly name: string; readonly message: string }
}
