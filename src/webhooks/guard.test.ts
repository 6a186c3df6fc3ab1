import assert from 'node:assert/strict'
import { type AddressInfo, connect as connectSocket, createServer, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { WebhookUnreachableError } from './attempt-error.ts'
import { type Connect, createConnectionGuard, type Resolve } from './guard.ts'
import { createPostWebhook } from './post.ts'

const never = new AbortController().signal

/** Fails the test before any packet is sent. */
const noConnection =
  (reached: string[]): Connect =>
  ({ host }) => {
    reached.push(host)
    throw new Error(`a connection to ${host} was about to be opened`)
  }

const names =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses

/** The result of opening a connection that nothing can accept. */
async function attempt(url: string, resolve: Resolve) {
  const reached: string[] = []
  const open = createConnectionGuard({ allowPrivate: false, resolve, connect: noConnection(reached) })
  const error = await open(new URL(url), never).then(
    () => assert.fail('it connected'),
    (cause: unknown) => cause,
  )
  return { reached, rejection: error instanceof WebhookUnreachableError ? error.message : null }
}

const privateAddresses = [
  '127.0.0.1',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001::7f00:1',
  'fe80::1',
  'fe80::1%lo',
  'fc00::1',
  'fd00:ec2::254',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'nonsense',
]

for (const address of privateAddresses) {
  test(`a name that resolves to ${address} is never connected to, whether it is the only address or one of several`, async () => {
    for (const resolve of [names(address), names('8.8.8.8', address), names(address, '2606:4700::1111')]) {
      const { reached, rejection } = await attempt('https://shop.example/hook', resolve)
      assert.deepEqual(reached, [])
      assert.match(rejection ?? '', /private or loopback/)
      // Merchants must not learn what our internal names resolve to.
      assert.doesNotMatch(rejection ?? '', new RegExp(address.replaceAll(/[.%]/g, '\\$&')))
    }
  })
}

for (const url of [
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://0x7f.1/',
  'http://localhost/',
  'http://shop.example:22/',
  'http://user@shop.example/',
  'gopher://shop.example/',
]) {
  test(`${url} is rejected at the connection too, because an address in a URL is never looked up`, async () => {
    const lookups: string[] = []
    const resolve: Resolve = async (name) => {
      lookups.push(name)
      return ['8.8.8.8']
    }
    const { reached, rejection } = await attempt(url, resolve)
    assert.deepEqual([reached, lookups], [[], []])
    assert.match(rejection ?? '', /URL is not allowed/)
  })
}

test('the connection goes to the checked address: a name is resolved once', async () => {
  let lookups = 0
  // Public when checked, private at the next lookup.
  const rebind: Resolve = async () => (lookups++ === 0 ? ['8.8.8.8'] : ['127.0.0.1'])
  const { reached } = await attempt('https://shop.example/', rebind)
  assert.deepEqual([lookups, reached], [1, ['8.8.8.8']])
})

test('a connection to an address other than the checked one is closed before anything is written', async (t) => {
  const { port, written } = await listener(t)
  const open = createConnectionGuard({
    allowPrivate: false,
    resolve: names('8.8.8.8'),
    // As in a network that redirects a public address.
    connect: () => connectSocket({ host: '127.0.0.1', port }),
  })
  await assert.rejects(open(new URL('http://shop.example/'), never), /private or loopback/)
  assert.deepEqual(written, [])
})

test('the next address is tried when a connection fails, up to four', async () => {
  const reached: string[] = []
  const resolve = names('8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '8.8.8.5')
  const connect: Connect = ({ host }) => {
    reached.push(host)
    const socket = new Socket()
    socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    return socket
  }
  await assert.rejects(
    createConnectionGuard({ allowPrivate: false, resolve, connect })(new URL('http://shop.example/'), never),
    {
      code: 'ECONNREFUSED',
    },
  )
  assert.deepEqual(reached, ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4'])
})

test('a redirect to a private address is not followed: the delivery fails like any other', async (t) => {
  const reached: string[] = []
  const { port } = await listener(t, 'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\n\r\n')
  const open = createConnectionGuard({
    allowPrivate: true,
    resolve: names('127.0.0.1'),
    connect: ({ host, port }) => {
      reached.push(host)
      return connectSocket({ host, port })
    },
  })
  const webhook = { accountId: 1, url: `http://shop.example:${port}/`, headers: {}, body: '{}' }
  const outcome = await createPostWebhook(open)(webhook, never)
  assert.partialDeepStrictEqual(outcome, { kind: 'response', status: 302 })
  assert.deepEqual(reached, ['127.0.0.1'])
})

test('WEBHOOK_ALLOW_PRIVATE allows private addresses and any port', async (t) => {
  const { port } = await listener(t)
  const connect: Connect = ({ host, port }) => connectSocket({ host, port })
  const open = createConnectionGuard({ allowPrivate: true, resolve: names('127.0.0.1'), connect })
  const socket = await open(new URL(`http://shop.example:${port}/`), never)
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
})

/** Listens on 127.0.0.1, records what is written, and sends a fixed response. */
async function listener(t: TestContext, response = '') {
  const written: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      written.push(chunk)
      if (response !== '') socket.end(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, written }
}
