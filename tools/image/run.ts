import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/helpers/free-port.ts'
import type { ImageConfig } from './dockerfile.ts'
import { buildCommand, dropCapabilities, runProgram } from './root.ts'

/** The start period of the health check. */
const maxStartMs = 60_000

/** Mounts the root read-only, except for the volumes and a /tmp in memory, as compose.yaml runs the image. */
const mountScript = `set -e
root=$1; volumes=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
for volume in $volumes; do mount --bind "$root.volumes$volume" "$root$volume"; done
exec "$@"`

/** Starts the image's command, checks it as Docker would, pays an invoice in the sandbox, and stops it. */
export async function runImage(root: string, image: ImageConfig): Promise<void> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  // A new volume begins with the image's content at its path.
  for (const volume of image.volumes) {
    runProgram('mkdir', '-p', join(`${root}.volumes`, volume, '..'))
    runProgram('cp', '-a', join(root, volume), join(`${root}.volumes`, volume))
  }
  const args = buildCommand(root, image, image.command)
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...image.env, PORT: `${port}`, BASE_URL: baseUrl }
  const service = spawn(
    'unshare',
    ['--mount', 'sh', '-c', mountScript, 'sh', root, image.volumes.join(' '), ...args],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  service.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  try {
    await waitUntilHealthy(service, image, env)
    checkProcess(service, root, image)
    await payInvoice(service, image, { env, baseUrl, token: await findToken(() => output) })
    const exit = once(service, 'exit')
    service.kill('SIGTERM')
    assert.deepEqual(await exit, [0, null])
  } finally {
    service.kill('SIGKILL')
  }
}

/** Runs a command next to the service, as `docker exec` does. */
function execute(
  service: ChildProcess,
  { user }: ImageConfig,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
) {
  const namespaces = [`--target=${service.pid}`, '--mount', '--root', '--wd']
  const privileges = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...dropCapabilities]
  return execFileSync('nsenter', [...namespaces, ...privileges, ...args], {
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

async function waitUntilHealthy(
  service: ChildProcess,
  image: ImageConfig,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const end = performance.now() + maxStartMs
  for (;;) {
    try {
      execute(service, image, env, image.healthCheck)
      return
    } catch (error) {
      if (service.exitCode !== null || performance.now() > end) throw error
    }
    await sleep(200)
  }
}

/** Checks the user, capabilities and mounts of the running service. */
function checkProcess({ pid }: ChildProcess, root: string, { volumes }: ImageConfig): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m)
  assert.match(status, /^CapEff:\t0+$/m)
  assert.match(status, /^CapBnd:\t0+$/m)
  assert.match(status, /^NoNewPrivs:\t1$/m)
  const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').matchAll(/^\d+ \d+ \S+ \S+ (\S+) (\w+)/gm)
  const mounts = [...lines].map(([, path, access]) => `${path} ${access}`)
  const writable = [...volumes, '/proc', '/tmp'].map((path) => `${path} rw`)
  assert.deepEqual(mounts.sort(), ['/ ro', ...writable].sort())
  assert.ok(statSync(join(`${root}.volumes`, '/data/quittance.db')).size > 0)
}

async function findToken(output: () => string): Promise<string> {
  for (;;) {
    const [token] = /\bqt_[\w-]+/.exec(output()) ?? []
    if (token !== undefined) return token
    await sleep(100)
  }
}

async function payInvoice(
  service: ChildProcess,
  image: ImageConfig,
  { env, baseUrl, token }: { env: NodeJS.ProcessEnv; baseUrl: string; token: string },
): Promise<void> {
  const created = await fetch(`${baseUrl}/invoices`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${token}:`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 12.5, currency: 'USD' }),
  })
  const { invoice } = (await created.json()) as { invoice: { uid: string; uri: string } }
  execute(service, image, env, ['node', 'dist/main.js', 'pay', invoice.uri, '--coin', 'DOGE'])
  const paid = await (await fetch(`${baseUrl}/invoices/${invoice.uid}`)).json()
  assert.partialDeepStrictEqual(paid, { invoice: { status: 'paid' } })
}
