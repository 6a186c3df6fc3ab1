import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { addUser } from '../src/platform/storage/postgres-client.ts'
import { createAuthenticator } from './helpers/authenticator.ts'
import { openBrowser } from './helpers/browser.ts'
import { addCleanup, createDatabaseUrl, testedKind } from './helpers/databases.ts'
import { freePort } from './helpers/free-port.ts'
import { startProcess } from './helpers/process.ts'
import type { Service } from './helpers/service.ts'
import { until } from './helpers/until.ts'

const execute = promisify(execFile)
const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** A root with the built executable, the system libraries that it loads, the name `localhost`, and nothing else: no Node, no source, no `node_modules`. */
async function buildRoot(t: TestContext): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'quittance-root-'))
  addCleanup(t, () => rmSync(root, { recursive: true }))
  const executable = join(root, 'quittance')
  const [, builder = ''] = /^exec node (\S+)$/.exec(scripts['build:executable']) ?? []
  await execute(process.execPath, [builder, executable])
  const { stdout } = await execute('ldd', [executable])
  for (const [library] of stdout.matchAll(/\/\S+/g)) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    copyFileSync(library, join(root, library))
  }
  mkdirSync(join(root, 'data'))
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  return root
}

/** The words that run the executable with `root` as the root of its file system. */
function commandIn(root: string): string[] {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
  return ['unshare', ...user, '--root', root, '/quittance']
}

/** Sends requests of a test's browser to a process. */
const createRequest =
  (baseUrl: string): Service['request'] =>
  async (path, { method = 'GET', headers = {}, body } = {}) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      redirect: 'manual',
      ...(typeof body === 'string' && { body }),
    })
    const text = await reply.text()
    const replyHeaders = { ...Object.fromEntries(reply.headers), 'set-cookie': reply.headers.getSetCookie() }
    return { status: reply.status, headers: replyHeaders, text, bytes: Buffer.from(text), json: {} }
  }

test('the single executable serves, takes a payment, adds a passkey and runs commands where nothing else is installed', async (t) => {
  const root = await buildRoot(t)
  const command = commandIn(root)
  const isSqlite = testedKind === 'sqlite'
  const url = isSqlite ? 'sqlite:/data/quittance.db' : addUser(await createDatabaseUrl(t))
  const run = async (...words: string[]): Promise<string> => {
    const [program = '', ...rest] = [...command, ...words]
    const env = { PATH: process.env.PATH, DATABASE_URL: url }
    const running = execute(program, rest, { env })
    running.child.stdin?.end('password1\n')
    return (await running).stdout
  }
  assert.equal(await run('--version'), `quittance ${version}\n`)
  const { stdout: help } = await execute(process.execPath, ['src/main.ts', '--help'])
  assert.equal(await run('--help'), help)
  assert.match(await run('licenses'), /^Node\.js v24.*^fastify \d/ms)

  const port = await freePort()
  const site = { origin: `http://localhost:${port}`, rpId: 'localhost' }
  const settings = { WORKERS: isSqlite ? '1' : '2', BASE_URL: site.origin }
  const service = await startProcess(t, { url, port, settings, command })
  await until(async () => /Quittance is ready/.test(service.output()))
  const [token = ''] = /\bqt_[\w-]+/.exec(service.output()) ?? []
  const created = await fetch(`${service.baseUrl}/invoices`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${token}:`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 12.5, currency: 'USD' }),
  })
  const { invoice } = (await created.json()) as { invoice: { uid: string; uri: string } }
  const payment = JSON.parse(await run('pay', invoice.uri, '--coin', 'DOGE', '--json'))
  assert.equal(payment.success, true)
  const paid = await (await fetch(`${service.baseUrl}/invoices/${invoice.uid}`)).json()
  assert.partialDeepStrictEqual(paid, { invoice: { status: 'paid' } })

  const page = await (await fetch(`${service.baseUrl}/`)).text()
  const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)]
  assert.ok(assets.length > 0)
  for (const [, asset] of assets) assert.equal((await fetch(`${service.baseUrl}${asset}`)).status, 200)
  const { url: link } = JSON.parse(await run('account', 'reset', '--email', 'shop@example.com', '--json'))
  const owner = openBrowser({ baseUrl: site.origin, request: createRequest(service.baseUrl) })
  await owner.submit(new URL(link).pathname, { password: 'lantern under the stairs' })
  const passkeys = '/dashboard/settings/security/passkeys'
  const name = 'Phone'
  const options = JSON.parse((await owner.post(`${passkeys}/options`, { name })).text)
  await owner.submit(passkeys, { name, credential: createAuthenticator(site).create(options) })

  const email = ['--email', 'a@example.com']
  await assert.rejects(run('account', 'create', ...email, '--password-stdin'), /common/)
  assert.equal(JSON.parse(await run('doctor', '--json')).ok, true)
  if (isSqlite) assert.ok(JSON.parse(await run('backup', '--to', '/data/backup', '--json')).bytes > 0)
  await service.stop()
  assert.equal(await service.waitUntilEnded(), 0)
})
