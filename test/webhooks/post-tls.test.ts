import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates, TLSSocket, type TlsOptions } from 'node:tls'
import type { Resolve } from '../../src/webhooks/guard.ts'
import { post } from './post-once.ts'
import { openReceiver } from './receiver.ts'

const skip = hasOpenssl()
const resolve: Resolve = async () => ['127.0.0.1']

test('over TLS the certificate must be valid for the host name, which is sent as SNI', {
  skip,
}, async (t) => {
  const names: unknown[] = []
  const { port, trust } = await openTlsReceiver(t, {
    SNICallback(name, done) {
      names.push(name)
      done(null)
    },
  })
  const stranger = await post(`https://shop.example:${port}/`, { resolve })
  assert.ok(stranger.kind === 'no_response')
  assert.equal(stranger.error.code, 'tls_failed')
  assert.match(stranger.error.detail ?? '', /SELF_SIGNED/)
  assert.deepEqual(names, ['shop.example'])

  trust()
  const good = await post(`https://shop.example:${port}/`, { resolve })
  assert.partialDeepStrictEqual(good, { kind: 'response', status: 200 })
  const wrong = await post(`https://other.example:${port}/`, { resolve })
  assert.partialDeepStrictEqual(wrong, {
    error: { code: 'tls_failed', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  })

  const plain = await openReceiver(t)
  const none = await post(plain.url.replace('http:', 'https:'))
  assert.ok(none.kind === 'no_response')
  assert.match(none.error.code, /^(tls_failed|connection_closed)$/)
  assert.deepEqual(plain.received, [])
})

test('a receiver cannot choose finite-field Diffie-Hellman, whose parameters it could make arbitrarily large', {
  skip,
}, async (t) => {
  const { port, trust } = await openTlsReceiver(t, {
    keyType: ['rsa:2048'],
    dhparam: 'auto',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256',
    maxVersion: 'TLSv1.2',
  })
  trust()
  const outcome = await post(`https://shop.example:${port}/`, { resolve })
  assert.ok(outcome.kind === 'no_response')
  assert.equal(outcome.error.code, 'tls_failed')
})

test('a receiver cannot start a second handshake on a connection', { skip }, async (t) => {
  const { port, trust } = await openTlsReceiver(t, {
    maxVersion: 'TLSv1.2',
    onSocket(socket) {
      socket.on('error', () => {})
      socket.renegotiate({}, () => {})
    },
  })
  trust()
  const outcome = await post(`https://shop.example:${port}/`, { resolve, timeoutMs: 30_000 })
  assert.partialDeepStrictEqual(outcome, { kind: 'no_response', error: { code: 'tls_failed' } })
})

test('a receiver is disconnected after 256 KiB of TLS records with little in them', { skip }, async (t) => {
  const { port, trust } = await openTlsReceiver(t, {
    // A record of one byte has 85.
    ciphers: 'ECDHE-ECDSA-AES256-SHA384',
    maxVersion: 'TLSv1.2',
    onSocket(socket) {
      socket.on('error', () => {})
      const sendByte = () => void (socket.writable && socket.write('x', sendByte))
      socket.write('HTTP/1.1 200 ', sendByte)
    },
  })
  trust()
  const outcome = await post(`https://shop.example:${port}/`, { resolve, timeoutMs: 30_000 })
  assert.partialDeepStrictEqual(outcome, { kind: 'no_response', error: { code: 'tls_failed' } })
})

test('everything that a receiver sends over TLS is processed within the share of its account', {
  skip,
}, async (t) => {
  const { port, trust } = await openTlsReceiver(t)
  trust()
  const accounts = new Set<number>()
  const outcome = await post(`https://shop.example:${port}/`, {
    resolve,
    async runWithinShare(accountId, work) {
      accounts.add(accountId)
      await new Promise((next) => setImmediate(next))
      work()
    },
  })
  assert.partialDeepStrictEqual(outcome, { kind: 'response', status: 200 })
  assert.deepEqual([...accounts], [7])

  const waiting = await post(`https://shop.example:${port}/`, {
    resolve,
    timeoutMs: 100,
    runWithinShare: () => new Promise(() => {}),
  })
  assert.partialDeepStrictEqual(waiting, { kind: 'no_response', error: { code: 'timeout' } })
})

interface TlsReceiverOptions extends TlsOptions {
  readonly keyType?: readonly string[]
  readonly onSocket?: (socket: TLSSocket) => void
}

/** A receiver on 127.0.0.1 with a certificate for shop.example. */
async function openTlsReceiver(
  t: TestContext,
  {
    keyType = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    onSocket,
    ...options
  }: TlsReceiverOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-nodes', '-newkey', ...keyType]
  const subject = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example', '-days', '1']
  execFileSync('openssl', [...request, ...subject, '-keyout', keyFile, '-out', certificateFile], {
    stdio: 'ignore',
  })
  const certificate = readFileSync(certificateFile, 'utf8')
  const server = createServer({ key: readFileSync(keyFile), cert: certificate, ...options })
  server.on('request', ({ socket }, response) => {
    if (onSocket && socket instanceof TLSSocket) onSocket(socket)
    else response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  })
  return { port: (server.address() as AddressInfo).port, trust }

  function trust(): void {
    const defaultCertificates = getCACertificates('default')
    setDefaultCACertificates([...defaultCertificates, certificate])
    t.after(() => setDefaultCACertificates(defaultCertificates))
  }
}

function hasOpenssl(): false | string {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'openssl is not there'
  }
}
