import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerPrefixOf, prefixesOf } from './address-prefixes.ts'

test('an address has wider prefixes: /32 and /48 of IPv6, /24 of IPv4; an invalid address has none', () => {
  const v6 = ['2001:db8::/32', '2001:db8:7::/48', '2001:db8:7:1::/64']
  assert.deepEqual(prefixesOf('2001:db8:7:1::/64'), v6)
  assert.deepEqual(prefixesOf('192.0.2.7'), ['192.0.2.0/24', '192.0.2.7'])
  assert.deepEqual(prefixesOf('unknown'), ['unknown'])
  assert.deepEqual(['2001:db8:7:1::/64', '192.0.2.7', 'unknown'].map(customerPrefixOf), [
    '2001:db8:7::/48',
    '192.0.2.0/24',
    'unknown',
  ])
})
