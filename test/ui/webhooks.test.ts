import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, type Device, devices } from './pages.ts'

const skip = skipOnPostgres
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off' }
const service = skip ? null : await startService(fileScope, { listen: true, destinations: ['LTC'], settings })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const password = 'lantern under the stairs'
const path = '/dashboard/settings/webhooks'

/** A merchant with a password, signed in. */
async function open(t: TestContext, name: string, device?: Device) {
  const { accounts } = service ?? assert.fail()
  const email = `${name}@example.com`
  const account = await accounts.create({ email, password, currency: 'USD' })
  const { token } = await accounts.createToken(email, { name: 'first' })
  return { ...(await openSignedIn(t, account, device)), token }
}

for (const device of devices)
  test(`${device.name}: webhooks and deliveries work, empty and full`, { skip }, async (t) => {
    const { request } = service ?? assert.fail()
    const { page, forms, token, checkPage } = await open(t, device.name, device)
    const show = async (address: string, name: string) => {
      await page.goto(address)
      await checkPage(name)
    }
    await show(path, 'webhooks-empty')
    await show(`${path}/new`, 'webhooks-new')
    await show('/dashboard/deliveries', 'deliveries-empty')

    const [good, bad] = [
      await openReceiver(t),
      await openReceiver(
        t,
        respondWith(500, {}, '<h1>Internal Server Error</h1>\nat handler (/srv/shop.js:1:1)'),
      ),
    ]
    const add = async (body: object) =>
      String((await request('/api/v1/webhooks', { method: 'POST', token, body })).json.id)
    const first = await add({ url: good.url, description: 'The web shop' })
    const second = await add({
      url: `${bad.url}/a-rather-long-path/that-never-ends/as-they-do`,
      types: ['webhook.*', 'invoice.paid', 'invoice.reversed'],
    })
    const off = await add({ url: 'https://shop.example.com/hooks', enabled: false })
    await forms.submit(`${path}/${first}/test`)
    const failing = await forms.submit(`${path}/${second}/test`)
    await until(async () => good.received.length === 1 && bad.received.length === 1)
    await until(async () => !/data-device/.test((await forms.get('/dashboard/deliveries')).text))

    await show(path, 'webhooks')
    await show(`${path}/${second}`, 'webhooks-endpoint')
    await show(`${path}/${off}`, 'webhooks-off')
    await show(await forms.submit(`${path}/${first}/secret/rotate`, { password }), 'webhooks-secret')
    await show('/dashboard/deliveries', 'deliveries')
    await show('/dashboard/deliveries?status=pending', 'deliveries-nothing-fits')
    await page.goto(failing)
    await page.locator('details.response-body summary').click()
    await checkPage('deliveries-one')
  })

test('in the browser: add an endpoint, test it, see the response arrive, reveal its secret, resend, delete it', {
  skip,
}, async (t) => {
  const receiver = await openReceiver(t, respondWith(503))
  const { page, faults } = await open(t, 'walking')
  const findButton = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(path)
  await page.getByRole('link', { name: 'Add webhook' }).click()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('Description').fill('Walked')
  await page.getByLabel('invoice.paid', { exact: true }).check()
  await findButton('Add webhook').click()
  assert.match((await page.getByRole('status').first().textContent()) ?? '', /Webhook added/)

  await findButton('Send test event').click()
  // Without a reload: the page refreshes itself.
  await page.getByText('Failed', { exact: true }).waitFor()
  receiver.respond = respondWith(200, {}, 'thanks')
  await findButton('Resend').click()
  await page.locator('.attempts').getByText('Delivered', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Walked' }).click()

  await page.getByLabel('Password').fill('wrong')
  await findButton('Show secret').click()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /password is wrong/)
  await page.getByLabel('Password').fill(password)
  await findButton('Show secret').click()
  assert.match(await page.getByLabel('Signing secret').inputValue(), /^whsec_/)
  await page.reload()
  assert.equal(await page.getByLabel('Signing secret').count(), 0)
  await page.getByLabel('Password').fill(password)
  await findButton('Rotate secret').click()
  assert.equal(await page.locator('input[value^="whsec_"]').count(), 2)

  await page.getByText('Delete this webhook').click()
  await findButton('Delete webhook').click()
  await page.getByText('No webhooks yet').waitFor()
  assert.deepEqual(faults, [])
})
