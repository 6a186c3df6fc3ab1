import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCustomerPrefix, listAddressPrefixes } from './address-prefixes.ts'

test('an address has wider prefixes: /32 and /48 of IPv6, /24 of IPv4; an invalid address has none', () => {
  const v6 = ['2001:db8::/32', '2001:db8:7::/48', '2001:db8:7:1::/64']
  assert.deepEqual(listAddressPrefixes('2001:db8:7:1::/64'), v6)
  assert.deepEqual(listAddressPrefixes('192.0.2.7'), ['192.0.2.0/24', '192.0.2.7'])
  assert.deepEqual(listAddressPrefixes('unknown'), ['unknown'])
  assert.deepEqual(['2001:db8:7:1::/64', '192.0.2.7', 'unknown'].map(getCustomerPrefix), [
    '2001:db8:7::/48',
    '192.0.2.0/24',
    'unknown',
  ])
})
