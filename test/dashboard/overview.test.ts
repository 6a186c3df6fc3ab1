import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fileScope } from '../helpers/databases.ts'
import { insertDeliveries, insertSales } from '../helpers/insert-sales.ts'
import { cards, findLinks, getPlainText, noon, startOverview } from '../helpers/overview.ts'

const service = await startOverview(fileScope)
const { seller } = service

test('the first steps are ticked when done, and disappear when all required ones are done', async () => {
  const { id, email, token, browser, readPage } = await seller('steps', [])
  const left = (text: string): string[] =>
    [...text.matchAll(/<li class="first-step"( data-done)?[^>]*>/g)].map(([, done]) =>
      done ? 'done' : 'open',
    )
  // Name, destination, any wallet, invoice, payment, webhook, token.
  assert.deepEqual(left(await readPage()), ['open', 'done', 'open', 'open', 'open', 'open', 'done'])
  await service.accounts.change(email, { name: 'Lantern Books' })
  assert.deepEqual(left(await readPage()), ['done', 'done', 'open', 'open', 'open', 'open', 'done'])
  await service.createInvoice({}, { token })
  assert.deepEqual(left(await readPage()), ['done', 'done', 'open', 'done', 'open', 'open', 'done'])

  const body = { url: 'https://shop.example/hook', types: ['invoice.paid'] }
  const { status, text } = await service.request('/api/v1/webhooks', { method: 'POST', token, body })
  assert.equal(status, 200, text)
  assert.deepEqual(left(await readPage()), ['done', 'done', 'open', 'done', 'open', 'done', 'done'])
  // A revoked token doesn't count.
  for (const each of await service.accounts.listTokens(email)) await service.accounts.revokeToken(each.id)
  assert.deepEqual(left(await readPage()), ['done', 'done', 'open', 'done', 'open', 'done', 'open'])
  await service.accounts.createToken(email, { name: 'new' })
  await insertSales(service, id, [{ paidAt: noon }])
  const done = (await browser.get('/dashboard')).text
  assert.deepEqual(left(done), [])
  assert.doesNotMatch(done, /First steps/)
})

test('the first steps recommend accepting payments from any wallet until the merchant turns it on', async () => {
  const { email, browser, readPage } = await seller('recommended', [])
  const step = async (): Promise<string> => {
    const items = [...(await readPage()).matchAll(/<li class="first-step"[\s\S]*?<\/li>/g)].map(
      ([item]) => item,
    )
    return items.find((item) => item.includes('Accept payments from any wallet')) ?? assert.fail()
  }
  const open = await step()
  assert.match(open, /\(optional\)/)
  assert.match(open, /Recommended: /)
  const [, href = ''] = /href="([^"]+)"/.exec(open) ?? []
  const [path = '', id = ''] = href.split('#')
  assert.match(
    (await browser.get(path)).text,
    new RegExp(`<section[^>]* id="${id}"><h2>Payments from any wallet`),
  )
  await browser.submit(path, { any_wallet_shown: 'yes', any_wallet: 'on' })
  assert.match(await step(), /^<li class="first-step" data-done>/)
  await service.accounts.change(email, { acceptsAnyWallet: false })
  assert.equal(await step(), open)
})

test('the command of the first steps runs as shown, and contains no token', async () => {
  const { email, token, readPage } = await seller('command', [])
  // The command is shown with the open step, because no token exists yet.
  for (const each of await service.accounts.listTokens(email)) await service.accounts.revokeToken(each.id)
  const text = await readPage()
  assert.ok(!text.includes(token))
  const [, shown = ''] = /<pre class="command"[^>]*><code>([\s\S]*?)<\/code>/.exec(text) ?? []
  const command = shown.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, TOKEN: (await service.accounts.createToken(email, { name: 'new' })).token },
  })
  const { invoice } = JSON.parse(stdout)
  assert.deepEqual([invoice.status, invoice.currency, invoice.amount], ['unpaid', 'USD', 25])
  assert.match(await readPage(), new RegExp(`/dashboard/invoices/${invoice.uid}"`))
})

test('undelivered webhooks are counted and linked', async () => {
  const { id, readPage } = await seller('failed', [])
  assert.doesNotMatch(await readPage(), /status=failed/)
  await insertDeliveries(service, id, ['dead', 'dead', 'delivered'])
  const text = await readPage()
  assert.match(getPlainText(text), /Undelivered webhooks: 2\./)
  assert.match(text, /href="\/dashboard\/deliveries\?status=failed"/)
})

test('a new account sees what to do next, and only zeros', async () => {
  const { readPage } = await seller('new', [])
  const text = await readPage()
  assert.deepEqual(cards(text), [
    'Today $0.00 Invoices: 0',
    '7 days $0.00 Invoices: 0',
    '30 days $0.00 Invoices: 0',
  ])
  assert.match(getPlainText(text), /No payments in USD in this period/)
  assert.match(getPlainText(text), /No invoices yet Create one at the Till/)
  assert.deepEqual(findLinks(text), [])
})

test('a viewer sees figures and latest invoices of the other account, in its time zone, and no to-dos', async () => {
  const owner = await seller('granting', [{ paidAt: Date.parse('2026-03-29T18:20Z'), amount: '7' }], {
    zone: 'Asia/Kathmandu',
    currency: 'EUR',
  })
  await insertSales(service, owner.id, [{ paidAt: noon, amount: '8', currency: 'EUR' }])
  const viewer = await seller('viewing', [{ paidAt: noon, amount: '99' }])
  const query = `?account=${owner.id}`
  assert.equal((await viewer.browser.get(`/dashboard${query}`)).status, 404)
  await service.request('/api/v1/account/links', {
    method: 'POST',
    token: owner.token,
    body: { email: viewer.email },
  })
  const text = await viewer.readPage(query)
  assert.equal(cards(text)[0], 'Today €8.00 Invoices: 1 $7.00 · Invoices: 1')
  assert.doesNotMatch(text, /First steps|class="command"|\/dashboard\/deliveries|\/dashboard\/till|\$99/)
  for (const link of findLinks(text)) assert.match(link, new RegExp(`[?&]account=${owner.id}$`))
  assert.match(text, new RegExp(`/dashboard/invoices/${owner.uids[0]}\\?account=${owner.id}"`))
  assert.match(text, new RegExp(`href="/dashboard\\?account=${owner.id}&#38;period=30d"`))
  // Signing out is the only write on it.
  assert.deepEqual(
    [...text.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, action]) => action),
    ['/logout'],
  )
})

test('the page conforms to its Content-Security-Policy: no inline style or script', async () => {
  const { readPage } = await seller('policy', [{ paidAt: noon }])
  const text = await readPage()
  assert.doesNotMatch(text, / style=|<style|<script(?![^>]* src=)/)
})
