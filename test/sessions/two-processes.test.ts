import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command } from '../helpers/commands.ts'
import { openTestDatabase } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'

const password = 'lantern under the stairs'
const email = 'merchant@example.com'

/** A form of that process, submitted without following redirects. */
function post(baseUrl: string, path: string, fields: Readonly<Record<string, string>>, cookie = '') {
  const headers = { origin: new URL(baseUrl).origin, cookie }
  return fetch(`${baseUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })
}

test('a session started in one process is valid in another, and ending it in one ends it in both', async (t) => {
  const { url } = await openTestDatabase(t)
  const settings = { SECRET_KEY: '5e'.repeat(32) }
  const [one, two] = [
    await startProcess(t, { url, port: await freePort(), settings }),
    await startProcess(t, { url, port: await freePort(), settings }),
  ]
  const registered = await post(one.baseUrl, '/register', { email, password })
  assert.equal(registered.status, 303)
  const [cookie = ''] = registered.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const open = ({ baseUrl }: typeof one) =>
    fetch(`${baseUrl}/dashboard`, { headers: { cookie }, redirect: 'manual' }).then(({ status }) => status)
  assert.deepEqual([await open(one), await open(two)], [200, 200])
  assert.equal((await post(two.baseUrl, '/logout', {}, cookie)).status, 303)
  assert.deepEqual([await open(one), await open(two)], [303, 303])

  // Guesses at one process count in the other.
  const guess = async ({ baseUrl }: typeof one, guessed: string) =>
    (await post(baseUrl, '/login', { email, password: guessed })).status
  for (let each = 0; each < 10; each++)
    assert.equal(await guess(each % 2 === 0 ? one : two, 'wrong and wrong again'), 400)
  assert.deepEqual([await guess(one, password), await guess(two, password)], [429, 429])
  assert.deepEqual(await command(url, 'doctor'), { ok: true, violations: [] })
})
