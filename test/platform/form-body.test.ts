import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAlert, openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const password = 'lantern under the stairs'
const service = await startService(fileScope, { destinations: ['LTC'] })
const { accounts, stores } = service

/** A form of ours with a raw body. */
const send = (browser: ReturnType<typeof openBrowser>, path: string, body: string) =>
  browser.sendRequest(path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(service.baseUrl).origin,
      'sec-fetch-site': 'same-origin',
    },
  })

test('a form with a duplicate field gets 400, whatever the values, and changes nothing', async () => {
  const email = 'repeated@example.com'
  const { id } = await accounts.create({ email, password })
  const stranger = openBrowser(service)
  const secret = `password=${password.replaceAll(' ', '+')}`
  for (const body of [
    `email=${email}&email=${email}&${secret}`,
    `email=${email}&${secret}&${secret}`,
    `email=other%40example.com&e%6dail=${email}&${secret}`,
  ]) {
    const { status, text } = await send(stranger, '/login', body)
    assert.equal(status, 400, body)
    assert.ok(getAlert(text))
    assert.equal(stranger.jar.has('session'), false)
  }
  assert.equal((await send(stranger, '/login', `email=${email}&${secret}`)).status, 303)
  const hooks = '/dashboard/settings/webhooks'
  const twice = await send(stranger, hooks, 'url=https%3A%2F%2Fa.example&url=https%3A%2F%2Fb.example')
  assert.equal(twice.status, 400)
  assert.deepEqual(await stores.webhookEndpoints.listByAccount(id), [])
  // Each checkbox has its own name.
  const ticks = 'url=https%3A%2F%2Fa.example.com&type+invoice.paid=on&type+invoice.created=on'
  assert.equal((await send(stranger, hooks, ticks)).status, 303)
  assert.equal((await stores.webhookEndpoints.listByAccount(id))[0]?.types.length, 2)
})

test('the sandbox buttons accept each field once', async () => {
  const { uid } = (await service.createInvoice()).invoice
  const path = `/checkout/${uid}/sandbox`
  const twice = await send(openBrowser(service), path, 'action=pay&action=mine&coin=LTC')
  assert.equal(twice.status, 400)
  assert.equal((await service.stores.invoices.find(uid))?.status, 'unpaid')
})
