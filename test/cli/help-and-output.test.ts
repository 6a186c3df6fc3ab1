import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { addCleanup, createDatabaseUrl, fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'

const { quittance } = createTerminal(await createDatabaseUrl(fileScope))

test('<command> --help shows only that command', async () => {
  for (const line of ['token create --help', 'help token create', 'token create --email a@b --help']) {
    const { exit, out } = await quittance(line)
    assert.equal(exit, 0)
    assert.match(out, /^Usage: quittance token create --email E --name N/)
    assert.doesNotMatch(out, /token list|account create/)
  }
  const { exit, err } = await quittance('nothing --help')
  assert.deepEqual([exit, /Unknown command: nothing/.test(err)], [2, true])
})

test('a prefix of several commands lists them, with and without --help', async () => {
  const helped = await quittance('account --help')
  assert.equal(helped.exit, 0)
  const alone = await quittance('account')
  assert.equal(alone.exit, 2)
  for (const text of [helped.out, alone.err]) {
    for (const name of ['create', 'set', 'set-destination', 'reset', 'invite'])
      assert.match(text, new RegExp(`^  account ${name}( |$)`, 'm'))
    assert.doesNotMatch(text, /token create/)
  }
  assert.match((await quittance('account nonsense')).err, /account create/)
})

test('--version prints the package version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual((await quittance('--version')).out, `quittance ${version}\n`)
})

test('invoice list prints a table with one line per invoice and the cursor of the next page', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { invoice } = await service.createInvoice({ memo: 'two\ncoffees', external_id: 'order-1' })
  assert.equal((await service.pay(invoice.uid, 'LTC')).reply.status, 200)
  await service.createInvoice()
  const list = (words: string) =>
    createTerminal(service.storage.url).quittance(`invoice list --email shop@example.com ${words}`)
  const { out } = await list('')
  const lines = out.trimEnd().split('\n')
  assert.equal(lines.length, 3)
  assert.match(lines[0] ?? '', /^created_at +status +amount +paid +external_id +memo +uid$/)
  const { payment } = (await service.getInvoice(invoice.uid)).invoice
  assert.match(
    lines[2] ?? '',
    new RegExp(`paid +12.5 USD +${payment?.amount} LTC +order-1 +two coffees +${invoice.uid}`),
  )
  const { json } = await list('--limit 1 --json')
  assert.equal(
    (await list('--limit 1')).out.trimEnd().split('\n').at(-1),
    `More: --cursor ${Object(json).next_cursor}`,
  )
})

test('pay prints raw transactions only with --json', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const { quittance } = createTerminal(service.storage.url)
  const pay = async (more: string) => {
    const { invoice } = await service.createInvoice()
    const { out, exit, err } = await quittance(`pay ${invoice.uri} --coin LTC${more}`)
    assert.equal(exit, 0, err)
    return out
  }
  const out = await pay('')
  assert.match(out, /^txid +[0-9a-f]{64}$/m)
  assert.doesNotMatch(out, /[0-9a-f]{65}/)
  assert.match(await pay(' --json'), /"transactions":\["[0-9a-f]{65,}"\]/)
})

test('conform explains what to do after a failure, and is not ok when no payment request is offered', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const { quittance } = createTerminal(service.storage.url)
  const { invoice } = await service.createInvoice()
  await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  assert.match((await quittance(`conform ${invoice.uri}`)).err, /Create a new invoice and run conform/)
  // It responds to everything, and offers no coin.
  for (const body of ['{}', '{"paymentOptions":[]}', '<html></html>']) {
    const server = createServer(
      (_request, reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    addCleanup(t, () => new Promise((resolve) => server.close(resolve)))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r/1`
    const { exit, json, err } = await quittance(`conform ${url} --json`)
    assert.deepEqual([exit, Object(json).ok], [1, false], body)
    assert.match(err, /run conform again/)
  }
})

test('printed links use BASE_URL if it is set, otherwise the URL of the service that uses the database', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const { quittance } = createTerminal(service.storage.url)
  for (const [settings, base] of [
    [{}, service.baseUrl],
    [{ PORT: '1' }, service.baseUrl],
    [{ BASE_URL: 'http://localhost:1' }, 'http://localhost:1'],
  ] as const) {
    for (const line of ['account reset --email shop@example.com', 'account invite --email new@example.com']) {
      const { url } = Object((await quittance(`${line} --json`, '', settings)).json)
      assert.equal(String(url).startsWith(`${base}/`), true, url)
    }
  }
  const { invoice } = await service.createInvoice()
  const { json } = await quittance('invoice list --email shop@example.com --json', '', { PORT: '1' })
  assert.equal(Object(json).invoices[0].invoice.uri, invoice.uri)
})

test('a service that cannot listen does not change the printed links', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const { quittance } = createTerminal(service.storage.url)
  const taken = { PORT: new URL(service.baseUrl).port, BASE_URL: 'http://localhost:1' }
  const { exit, err } = await quittance('serve', '', taken)
  assert.deepEqual([exit, /Cannot listen/.test(err)], [1, true], err)
  const { url } = Object((await quittance('account reset --email shop@example.com --json')).json)
  assert.equal(String(url).startsWith(`${service.baseUrl}/`), true, url)
})
