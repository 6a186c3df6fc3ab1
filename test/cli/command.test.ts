import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { createChildEnvironment } from '../helpers/child-environment.ts'
import {
  addCleanup,
  createDatabaseUrl,
  fileScope,
  openTestDatabase,
  type TestScope,
} from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

const { url } = await openTestDatabase(fileScope)
const { quittance, account, environment } = createTerminal(url)

test('commands work while the server runs: a new token works immediately, and a revoked one stops working immediately', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const commandLine = createTerminal(service.storage.url)
  const { id, token } = Object(
    (await commandLine.quittance('token create --email shop@example.com --name cli --json')).json,
  )
  await service.createInvoice({}, { token })
  await commandLine.quittance(`token revoke --id ${id}`)
  assert.equal((await service.request('/invoices', { token })).status, 401)
})

test('invoice list --email E prints what GET /invoices returns, with its filters', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const commandLine = createTerminal(service.storage.url)
  for (const memo of ['one', 'two', 'three'])
    await service.createInvoice({ memo, external_id: `order ${memo}` })
  const list = async (options: string) => {
    const { json, exit, err } = await commandLine.quittance(
      `invoice list --email shop@example.com ${options} --json`,
    )
    assert.equal(exit, 0, err)
    return json
  }
  assert.deepEqual(await list(''), (await service.request('/invoices')).json)
  const page = Object(await list('--limit 1'))
  assert.deepEqual(page, (await service.request('/invoices?limit=1')).json)
  assert.deepEqual(
    await list(`--limit 1 --cursor ${page.next_cursor}`),
    (await service.request(`/invoices?limit=1&cursor=${page.next_cursor}`)).json,
  )
  assert.deepEqual(await list('--status cancelled'), { invoices: [], next_cursor: null })
  assert.deepEqual(await list('--q two'), (await service.request('/invoices?q=two')).json)
  assert.equal(Object(await list('--created-from 2020-01-01 --created-to 2020-01-02')).invoices.length, 0)
  assert.equal(Object(await list('--paid-from 2020-01-01 --paid-to 2020-01-02')).invoices.length, 0)
  for (const wrong of [
    '--limit 0',
    '--status Paid',
    '--created-from yesterday',
    '--paid-to yesterday',
    '--cursor x',
  ])
    assert.equal((await commandLine.quittance(`invoice list --email shop@example.com ${wrong}`)).exit, 1)
  assert.equal((await commandLine.quittance('invoice list --email shop@example.com --account 1')).exit, 2)
  assert.equal((await commandLine.quittance('invoice list --email nobody@example.com')).exit, 1)
})

test('claim list shows pending claims with age and reason; claim release frees the invoice', async (t) => {
  const service = await startService(t, { destinations: ['LTC'], config: { nodeTimeoutMs: 50 } })
  const commandLine = createTerminal(service.storage.url)
  assert.deepEqual((await commandLine.quittance('claim list --json')).json, [])
  const { invoice } = await service.createInvoice()
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  const { signed, reply } = await service.pay(invoice.uid, 'LTC')
  assert.equal(reply.json.code, 'broadcast_unknown')
  const [claim, ...others] = Object((await commandLine.quittance('claim list --json')).json)
  assert.equal(others.length, 0)
  assert.partialDeepStrictEqual(claim, { invoice: invoice.uid, coin: 'LTC', txid: signed.txid })
  assert.ok(claim.age_seconds >= 0)
  assert.match(claim.reason, /network/)

  assert.equal((await commandLine.quittance('claim release --invoice unknown')).exit, 1)
  await until(async () => (await commandLine.quittance(`claim release --invoice ${invoice.uid}`)).exit === 0)
  assert.deepEqual((await commandLine.quittance('claim list --json')).json, [])
  assert.equal((await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })).status, 200)
})

test('migrate brings the database up to date, and does nothing the second time', async (t) => {
  const empty = createTerminal(await createDatabaseUrl(t))
  assert.equal((await empty.quittance('migrate')).exit, 0)
  assert.equal((await empty.quittance('migrate')).exit, 0)
})

test('pay <uri> --coin C is a wallet: it fetches, builds, signs and submits, with a newly funded key in the sandbox', async (t) => {
  const { createInvoice, getInvoice, storage } = await startService(t, {
    listen: true,
    destinations: ['DOGE', 'BTC'],
  })
  const commandLine = createTerminal(storage.url)
  const { invoice, payment_options } = await createInvoice()
  const paid = await commandLine.quittance(`pay ${invoice.uri} --coin DOGE --json`)
  assert.equal(paid.exit, 0, paid.err)
  const { payment, status } = (await getInvoice(invoice.uid)).invoice
  assert.equal(status, 'paid')
  assert.partialDeepStrictEqual(paid.json, { success: true, txid: payment?.txid })

  const repeat = await commandLine.quittance(`pay ${payment_options[0]?.uri} --coin DOGE --json`)
  assert.equal(repeat.exit, 1)
  assert.partialDeepStrictEqual(repeat.json, { success: false })
  assert.equal(
    (await commandLine.quittance('pay bitcoin:mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8 --coin BTC')).exit,
    2,
  )
  assert.equal((await commandLine.quittance(`pay ${invoice.uri}`)).exit, 2)
})

test('exit code 2 for usage errors: no command, an unknown command or option, a missing option', async () => {
  for (const line of [
    '',
    'nothing',
    'account',
    'token',
    'token create',
    'token create --email a@b',
    'token list --email a@b --x',
    'migrate now',
    'token list extra --email a@b',
    'pay',
  ]) {
    const { exit, err } = await quittance(line)
    assert.equal(exit, 2, line)
    if (line !== '') assert.match(err, /Usage: quittance|Unknown command|Missing option/)
  }
})

test('a usage error says which command is unknown, or how many arguments were expected', async () => {
  assert.match(
    (await quittance('account foo')).err,
    /^Unknown command: account foo\.\n\nUsage: quittance account/,
  )
  assert.match(
    (await quittance('migrate now')).err,
    /^Expected 0 arguments, got 1\.\nUsage: quittance migrate/,
  )
  assert.match((await quittance('pay')).err, /^Expected 1 argument, got 0\.\nUsage: quittance pay/)
})

test('--help lists every command, one per line', async () => {
  const { exit, out } = await quittance('--help')
  assert.equal(exit, 0)
  for (const name of [
    'serve',
    'migrate',
    'doctor',
    'account create',
    'account set-destination',
    'account set',
    'destination advance',
    'token create',
    'token list',
    'token revoke',
    'invoice list',
    'claim list',
    'claim release',
    'backup',
    'restore',
    'pay',
  ])
    assert.match(out, new RegExp(`^  ${name}( |$)`, 'm'))
})

test('with --json every expected error is JSON too, and --json may come first', async () => {
  for (const [text, settings, exit, error] of [
    ['token list --json', {}, 2, /^Missing option: --email/],
    ['nothing --json', {}, 2, /^Unknown command: nothing/],
    ['claim release --invoice x --json', {}, 1, /^That invoice has no open claim/],
    ['claim list --json', { PORT: 'x' }, 2, /^Invalid settings:/],
    [
      'claim list --json',
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/none' },
      1,
      /^The database is not available/,
    ],
  ] as const) {
    const outcome = await quittance(text, '', settings)
    assert.equal(outcome.exit, exit, text)
    assert.match(String(Object(outcome.json).error), error, text)
  }
  assert.deepEqual((await quittance('--json claim list')).json, [])
})

test('without --json the output is human-readable', async () => {
  const email = await account('reader')
  const { out } = await quittance(`token create --email ${email} --name till`)
  assert.match(out, /^name +till$/m)
  assert.match((await quittance(`token list --email ${email}`)).out, /^id +name +scope/)
  assert.equal((await quittance('claim list')).out, '(none)\n')
})

test('invalid settings exit with 2 and list all errors; an unusable database exits with 1 and a one-line message', async () => {
  const { exit, err } = await quittance('token list --email a@b.c', '', { PORT: 'x', QUOTE_SECONDS: 'y' })
  assert.equal(exit, 2)
  assert.match(err, /PORT .*\n.*QUOTE_SECONDS/)
  const unreachable = await quittance('token list --email a@b.c', '', {
    DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/none',
  })
  assert.equal(unreachable.exit, 1)
  assert.equal(unreachable.err, 'The database is not available: connect ECONNREFUSED 127.0.0.1:1\n')
})

/** Runs the program itself and collects its output. */
function program(t: TestScope, words: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['src/main.ts', ...words], {
    env: { ...createChildEnvironment(), ...environment, ...more },
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (part) => {
    texts.out += part
  })
  child.stderr.on('data', (part) => {
    texts.err += part
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  addCleanup(t, async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, texts, ended }
}

test('the program exits with the exit code of its command', async (t) => {
  const [ok, failed, usage] = [
    program(t, ['claim', 'list', '--json']),
    program(t, ['token', 'list', '--email', 'nobody@example.com']),
    program(t, ['nothing']),
  ]
  assert.deepEqual(await Promise.all([ok.ended, failed.ended, usage.ended]), [0, 1, 2])
  assert.equal(ok.texts.out, '[]\n')
  assert.match(failed.texts.err, /^No account has that email address\.\n$/)
})

test('serve prints the address, a merchant, its token and a first curl command; after SIGTERM it exits with 0', async (t) => {
  const { texts, child, ended } = program(t, ['serve'], {
    DATABASE_URL: await createDatabaseUrl(t),
    PORT: '0',
    BASE_URL: 'http://localhost:3000',
  })
  await until(async () => texts.out.includes('npm run -s quittance -- pay'))
  assert.match(texts.out, /Quittance is ready at http:\/\/localhost:3000 \(regtest\)/)
  assert.match(texts.out, /merchant +shop@example\.com\n +token +qt_[\w-]{43}/)
  assert.match(texts.out, /curl -s http:\/\/localhost:3000\/invoices -u qt_[\w-]{43}:/)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.equal(texts.err, '')
})

test('serve reports an address in use in one line', async (t) => {
  const { createServer } = await import('node:net')
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => new Promise((resolve) => other.close(resolve)))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { texts, ended } = program(t, ['serve'], { PORT: `${port}` })
  assert.equal(await ended, 1)
  assert.match(texts.err, /^Cannot listen on 127\.0\.0\.1:\d+: the port is already in use; set PORT\.\n$/)
})
