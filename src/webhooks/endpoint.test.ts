import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getServerName } from './endpoint.ts'

test("limits apply per host name: port, path, case and trailing dot don't matter", () => {
  for (const url of [
    'https://shop.example/a',
    'http://shop.example:8080/b',
    'https://SHOP.example.:444/',
    'https://shop.example./',
    'https://shop.example../',
  ])
    assert.equal(getServerName(url), 'shop.example', url)
  assert.notEqual(getServerName('https://other.shop.example/'), 'shop.example')
  assert.equal(getServerName('http://[2001:db8::1]:80/'), '[2001:db8::1]')
})
