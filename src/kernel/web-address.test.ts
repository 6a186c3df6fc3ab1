import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkBaseUrl,
  checkRedirectUrl,
  checkWebhookUrl,
  isPublicAddress,
  isSameAddress,
} from './web-address.ts'

const isRejected = (url: string, allowPrivate = false) => 'problem' in checkWebhookUrl(url, { allowPrivate })

/** In every spelling, the host is this machine or in a non-public network. */
const privateHosts = [
  '127.0.0.1',
  '127.255.255.254',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '169.254.169.254',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '100.64.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'shop.localhost',
]

for (const host of privateHosts) {
  test(`a webhook to ${host} is rejected at creation`, () => {
    assert.equal(isRejected(`http://${host}/`), true)
    assert.equal(isRejected(`https://${host}:443/hook`), true)
  })
}

const malformed = [
  'http://user:pass@shop.example/',
  'http://user@shop.example/',
  'http://shop.example#@127.0.0.1/',
  'http://127.0.0.1\\@shop.example/',
  'http://shop.example\\@127.0.0.1/',
  'http://[fe80::1%25lo]/',
  'http://shop.example\t/',
  'http:// shop.example/',
  'http://shop.example/\n',
  'shop.example/hook',
  '//shop.example/hook',
  'http://',
  `https://shop.example/${'x'.repeat(2_048)}`,
  ...[22, 25, 3000, 5432, 5672, 6379, 8080, 8443].map((port) => `http://shop.example:${port}/`),
  ...[
    'file:///etc/passwd',
    'gopher://shop.example/',
    'data:text/plain,x',
    'ftp://shop.example/',
    'javascript:1',
  ],
]

for (const url of malformed) {
  test(`a webhook to ${JSON.stringify(url.slice(0, 60))} is rejected at creation`, () => {
    assert.equal(isRejected(url), true)
  })
}

test('a public server is accepted on port 80 or 443, by name or address', () => {
  for (const url of [
    'https://shop.example/hook?a=1',
    'http://shop.example:80/',
    'http://shop.example:443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://localhost.example/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
  ]) {
    assert.deepEqual(checkWebhookUrl(url, { allowPrivate: false }), { url })
  }
})

test('WEBHOOK_ALLOW_PRIVATE allows private addresses and any port, and nothing else', () => {
  assert.equal(isRejected('http://127.0.0.1:3001/', true), false)
  assert.equal(isRejected('http://[::1]:3001/', true), false)
  assert.equal(isRejected('http://localhost:8080/hook', true), false)
  for (const url of ['http://user@127.0.0.1/', 'file:///etc/passwd', 'http://127.0.0.1/#x'])
    assert.equal(isRejected(url, true), true)
})

test('an invalid address is not public', () => {
  for (const text of ['', 'shop.example', '1.2.3', '0x8.8.8.8', '8.8.8.8 ', '::g'])
    assert.equal(isPublicAddress(text), false)
})

test('two notations of one address are equal', () => {
  assert.equal(isSameAddress('2606:4700::1111', '2606:4700:0:0:0:0:0:1111'), true)
  assert.equal(isSameAddress('8.8.8.8', '8.8.4.4'), false)
  assert.equal(isSameAddress('', '8.8.8.8'), false)
})

test('a payer is redirected to https, or to http on localhost', () => {
  const isAccepted = (url: string) => 'url' in checkRedirectUrl(url)
  for (const url of [
    'https://shop.example/thanks#top',
    'http://localhost:8080/',
    'http://shop.localhost:8080/',
    'http://127.0.0.1/',
    'http://127.0.1.1/',
    'http://[::1]/',
  ])
    assert.equal(isAccepted(url), true, url)
  for (const url of [
    'http://shop.example/',
    'javascript:alert(1)',
    'https://user@shop.example/',
    'http://localhost.example/',
    'http://notlocalhost/',
    'http://127.0.0.1.example/',
    'http://192.168.0.1/',
    'http://[::ffff:127.0.0.1]/',
  ])
    assert.equal(isAccepted(url), false, url)
})

test('text that the URL parser would repair is rejected, because it would become a link to our own pages', () => {
  for (const url of ['https:shop.example/thanks', 'HTTPS:/shop.example', 'https:///shop.example']) {
    assert.ok('problem' in checkRedirectUrl(url), url)
    assert.ok(isRejected(url), url)
    assert.throws(() => checkBaseUrl(url, { allowHttp: true }), /it is not a URL/, url)
  }
  assert.throws(
    () => checkBaseUrl('https://shop.example\\pay', { allowHttp: true }),
    /only a host and a path/,
  )
  assert.equal(checkBaseUrl('https://shop.example/pay/', { allowHttp: false }), 'https://shop.example/pay')
})

test('a URL with an overlong host name is rejected before it is parsed', () => {
  const url = `https://${'漢'.repeat(261)}/`
  assert.deepEqual(checkRedirectUrl(url), { problem: 'its host is too long' })
  const maxLengthUrl = `https://${`${'a'.repeat(62)}.`.repeat(3)}${'a'.repeat(61)}:44300/`
  assert.deepEqual(checkRedirectUrl(maxLengthUrl), { url: maxLengthUrl })
})

test('text that the URL parser would shorten is rejected without parsing it: an overlong host could hide behind it', (t) => {
  const canParse = t.mock.method(URL, 'canParse')
  const host = '漢'.repeat(261)
  for (const url of [
    `ht\ttps://${host}/`,
    `https\n://${host}/`,
    ` https://${host}/`,
    `\u0001https://${host}/`,
  ])
    assert.deepEqual(checkRedirectUrl(url), { problem: 'it is not an absolute URL' })
  assert.equal(canParse.mock.callCount(), 0)
})
