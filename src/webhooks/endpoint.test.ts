import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverOf } from './endpoint.ts'

test("limits apply per host name: port, path, case and trailing dot don't matter", () => {
  for (const url of [
    'https://shop.example/a',
    'http://shop.example:8080/b',
    'https://SHOP.example.:444/',
    'https://shop.example./',
    'https://shop.example../',
  ])
    assert.equal(serverOf(url), 'shop.example', url)
  assert.notEqual(serverOf('https://other.shop.example/'), 'shop.example')
  assert.equal(serverOf('http://[2001:db8::1]:80/'), '[2001:db8::1]')
})
