import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCookie } from './cookies.ts'
import { cleanUserAgent, formatDeviceName } from './session.ts'

test('a device is named by browser and system, or by its own user agent', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
  assert.equal(formatDeviceName(chrome), 'Chrome, Linux')
  assert.equal(formatDeviceName(`${chrome} Edg/140.0`), 'Edge, Linux')
  assert.equal(formatDeviceName(safari), 'Safari, iPhone')
  assert.equal(
    formatDeviceName('Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'),
    'Firefox, Android',
  )
  assert.equal(formatDeviceName('curl/8.5'), 'curl/8.5')
  assert.equal(formatDeviceName(''), '')
})

test('a user agent is truncated to 200 characters, without control characters', () => {
  assert.equal(cleanUserAgent(`a\u0000\u202e\nb${'c'.repeat(300)}`), `ab${'c'.repeat(198)}`)
  assert.equal(cleanUserAgent(undefined), '')
})

test('only a single, well-formed session cookie is accepted', () => {
  const { read, name } = createCookie('session', true)
  const value = 'x'.repeat(43)
  assert.equal(name, '__Host-session')
  for (const header of [
    `a=b; __Host-session=${value}`,
    `${';'.repeat(15_000)}__Host-session=${value}`,
    ` \t__Host-session=${value} ; a=__Host-session=${value}`,
  ])
    assert.equal(read(header), value, header.slice(-80))
  for (const header of [
    undefined,
    '',
    `session=${value}`,
    `x__Host-session=${value}`,
    `__host-session=${value}`,
    `__Host-session=${value}x`,
    `__Host-session="${value}"`,
    `__Host-session=${value}; __Host-session=${value}`,
    `__Host-session=${value};${'a'.repeat(16 * 1024)}`,
  ])
    assert.equal(read(header), null, header?.slice(0, 80))
})
