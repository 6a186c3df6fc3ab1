import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { createManualClock, day, second, toIsoString } from '../../src/kernel/clock.ts'
import { createDatabaseUrl, openTestDatabase } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { type Service, type ServiceOptions, startService } from '../helpers/service.ts'
import { computeIdentity, createCountedClock, startSigningProcess, testSecret } from '../helpers/signing.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

interface Listed {
  readonly owner: string
  readonly expirationDate: string
  readonly validDomains: readonly string[]
  readonly publicKeys: readonly string[]
}

interface Rotated {
  readonly public_key: string
  readonly identity: string
  readonly created_at: string
  readonly expires_at: string
}

const keysPath = '/signingKeys/paymentProtocol.json'

async function listedBy({ request }: Pick<Service, 'request'>): Promise<Listed> {
  const { status, text } = await request(keysPath, { token: null })
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

const serve = (t: TestContext, options: ServiceOptions = {}) =>
  startService(t, { destinations: [], ...options })

async function rotate(url: string, more = ''): Promise<Rotated> {
  const { exit, err, json } = await createTerminal(url).quittance(`keys rotate ${more} --json`)
  assert.equal(exit, 0, err)
  return json as Rotated
}

test('the first start creates a key, which is listed with its host for a year', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 10, 22))
  const service = await serve(t, { clock, settings: { BASE_URL: 'http://pay.localhost:4000' } })
  const listed = await listedBy(service)
  assert.deepEqual(listed, {
    owner: 'Quittance at pay.localhost',
    expirationDate: toIsoString(clock.now() + 365 * day),
    validDomains: ['pay.localhost'],
    publicKeys: listed.publicKeys,
  })
  assert.equal(listed.publicKeys.length, 1)
  assert.match(listed.publicKeys[0] ?? '', /^0[23][0-9a-f]{64}$/)
  assert.equal(service.logged.join('').includes(computeIdentity(listed.publicKeys[0] ?? '')), true)
})

test('the list is public, has the same bytes until the keys change, and is open to any origin', async (t) => {
  const service = await serve(t)
  const { headers, text } = await service.request(keysPath, { token: null })
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cache-control'], 'no-cache')
  assert.equal((await service.request(keysPath)).text, text)
  assert.equal(text, JSON.stringify(JSON.parse(text)))
  const preflight = await service.request(keysPath, { method: 'OPTIONS', token: null })
  assert.equal(preflight.status, 204)
  assert.match(String(preflight.headers['access-control-allow-methods']), /\bGET\b/)
  assert.equal((await service.request(keysPath, { method: 'POST', body: {} })).status, 405)
})

test('the signatures page is named after the SHA-256 of the list as sent, and empty if nobody signed it; any other name is 404', async (t) => {
  const service = await serve(t)
  const keyHash = createHash('sha256')
    .update((await service.request(keysPath)).text)
    .digest('hex')
  const { status, headers, json } = await service.request(`/signatures/${keyHash}.json`, { token: null })
  assert.equal(status, 200)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.deepEqual(json, { keyHash, signatures: [] })
  for (const other of ['0'.repeat(64), keyHash.toUpperCase(), `../${keyHash}`, `%2e%2e%2f${keyHash}`, ''])
    assert.equal((await service.request(`/signatures/${other}.json`)).status, 404, other)
  assert.equal((await service.request(`/signatures/${keyHash}`)).status, 404)
})

test('signatures that people add to the KEY_SIGNATURES folder appear while the service runs', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-signatures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const service = await serve(t, { settings: { KEY_SIGNATURES: folder } })
  const keyHash = createHash('sha256')
    .update((await service.request(keysPath)).text)
    .digest('hex')
  const armored = '-----BEGIN PGP SIGNATURE-----\n\niHUEABYKAB0=\n-----END PGP SIGNATURE-----\n'
  mkdirSync(join(folder, keyHash))
  writeFileSync(join(folder, keyHash, `${'AB'.repeat(20)}.asc`), armored)
  let signatures: { signature: string; identifier: string }[] = []
  await until(async () => {
    const { text } = await service.request(`/signatures/${keyHash}.json`)
    signatures = JSON.parse(text).signatures
    return signatures.length > 0
  })
  const [{ identifier, signature } = assert.fail(), ...others] = signatures
  assert.equal(others.length, 0)
  assert.equal(identifier, 'ab'.repeat(20))
  assert.equal(Buffer.from(signature, 'hex').toString(), armored)
})

test('KEY_SIGNATURES must name a folder', () => {
  for (const KEY_SIGNATURES of ['/nowhere/at/all', import.meta.filename, `${import.meta.filename}/inside`])
    assert.throws(() => readConfig({ KEY_SIGNATURES }), /KEY_SIGNATURES must name an existing folder/)
  assert.equal(readConfig({}).keySignatures, null)
})

test('keys rotate creates a new key immediately, which the running service lists first; the old one stays listed until its end', async (t) => {
  const clock = createManualClock(Date.now())
  const service = await serve(t, { clock })
  const before = await listedBy(service)
  clock.advance(1 * day)
  const made = await rotate(service.storage.url)
  assert.equal(made.identity, computeIdentity(made.public_key))
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 365 * day)
  await until(async () => (await listedBy(service)).publicKeys.length === 2)
  const both = await listedBy(service)
  assert.deepEqual(both.publicKeys, [made.public_key, ...before.publicKeys])
  // That of the key that ends first.
  assert.equal(both.expirationDate, before.expirationDate)
  clock.set(Date.parse(before.expirationDate))
  await until(async () => !(await listedBy(service)).publicKeys.includes(before.publicKeys[0] ?? ''))
})

test('a new key is listed before it signs, and signs within seconds', async (t) => {
  const { url } = await openTestDatabase(t)
  const clock = createManualClock(Date.now())
  const { identity, listed, tools } = await startSigningProcess(t, { url, clock })
  const first = identity()
  clock.advance(1 * second)
  const rotated = await tools.rotate('command line', { withdraw: false })
  const made = 'key' in rotated ? rotated.key.pair.identity : assert.fail(rotated.error)
  await until(async () => listed().length === 2)
  assert.equal(identity(), first)
  clock.advance(5 * second)
  await until(async () => identity() === made)
})

test('processes that start concurrently create one key, and sign with it', async (t) => {
  const { url, database } = await openTestDatabase(t)
  const processes = await Promise.all(Array.from({ length: 5 }, () => startSigningProcess(t, { url })))
  const [first, ...others] = processes.map(({ getSigner }) => getSigner().sign('{"memo":"one of them"}'))
  for (const other of others) assert.deepEqual(other, first)
  assert.equal((await database.read.query.selectFrom('signing_keys').selectAll().execute()).length, 1)
})

test('servers that start concurrently on an empty database list the same key', async (t) => {
  const url = await createDatabaseUrl(t)
  const settings = { SECRET_KEY: testSecret }
  const start = async () => {
    const port = await freePort()
    const { baseUrl } = await startProcess(t, { url, port, settings })
    return (await (await fetch(`${baseUrl}${keysPath}`)).json()) as Listed
  }
  const [one, other] = await Promise.all([start(), start()])
  assert.equal(one.publicKeys.length, 1)
  assert.deepEqual(other, one)
})

test('of keys created concurrently one signs, and all are listed', async (t) => {
  const { url, database } = await openTestDatabase(t)
  const processes = await Promise.all(Array.from({ length: 4 }, () => startSigningProcess(t, { url })))
  const made = await Promise.all(
    processes.map(({ tools }) => tools.rotate('command line', { withdraw: false })),
  )
  assert.ok(made.every((each) => 'key' in each))
  const rows = await database.read.query.selectFrom('signing_keys').selectAll().execute()
  assert.equal(rows.length, 5)
  const signing = rows.filter(({ retired_at }) => retired_at === null)
  assert.equal(signing.length, 1)
  assert.equal(
    signing[0]?.created_at,
    rows
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1),
  )
  const expected = computeIdentity(signing[0]?.public_key ?? '')
  await until(async () => processes.every(({ identity }) => identity() === expected))
})

test('a restart keeps the key', async (t) => {
  const { url } = await openTestDatabase(t)
  const before = await startSigningProcess(t, { url })
  await before.stop()
  const after = await startSigningProcess(t, { url })
  assert.deepEqual(after.getSigner().sign('{}'), before.getSigner().sign('{}'))
})

test('a changed SECRET_KEY creates a new key at the start; a process with the old one keeps signing, and logs it once', async (t) => {
  const { url, database } = await openTestDatabase(t)
  const clock = createCountedClock(Date.now())
  const old = await startSigningProcess(t, { url, clock })
  const oldIdentity = old.identity()
  const changed = await startSigningProcess(t, { url, secret: 'a7'.repeat(32) })
  assert.notEqual(changed.identity(), oldIdentity)
  await until(async () => old.warnings.length > 0)
  await clock.waitForReads(6)
  assert.equal(old.identity(), oldIdentity)
  assert.equal(old.warnings.length, 1)
  const rows = await database.read.query.selectFrom('signing_keys').selectAll().execute()
  // Both are listed, and neither process replaces the other's.
  assert.equal(rows.length, 2)
  assert.deepEqual([...old.failures, ...changed.failures, ...changed.warnings], [])
})

test('in the last 30 days of a key the running service creates its successor, and lists the old one until its end', async (t) => {
  const clock = createCountedClock(Date.now())
  const { url, database } = await openTestDatabase(t)
  const processes = await Promise.all([1, 2].map(() => startSigningProcess(t, { url, clock })))
  const identities = () => new Set(processes.map(({ identity }) => identity()))
  const [first = ''] = identities()
  const listRows = () => database.read.query.selectFrom('signing_keys').selectAll().execute()
  clock.advance(335 * day - 1)
  await clock.waitForReads(12)
  assert.equal((await listRows()).length, 1)
  clock.advance(1)
  await until(async () => (await listRows()).length === 2)
  assert.deepEqual([...identities()], [first])
  clock.advance(5 * second)
  await until(async () => identities().size === 1 && !identities().has(first))
  assert.equal((await listRows()).length, 2)
  for (const { failures } of processes) assert.deepEqual(failures, [])
})

test('a service that was down for longer than a key’s lifetime creates a new one', async (t) => {
  const clock = createManualClock(Date.now())
  const { url } = await openTestDatabase(t)
  const before = await startSigningProcess(t, { url, clock })
  const old = before.identity()
  await before.stop()
  clock.advance(400 * day)
  const after = await startSigningProcess(t, { url, clock })
  assert.notEqual(after.identity(), old)
})

test('keys rotate --withdraw removes the previous keys from the list', async (t) => {
  const service = await serve(t)
  const made = await rotate(service.storage.url, '--withdraw')
  await until(async () => (await listedBy(service)).publicKeys.length === 1)
  await until(async () => (await listedBy(service)).publicKeys[0] === made.public_key)
})

test('keys rotate rejects a SECRET_KEY that is not the service’s', async (t) => {
  const service = await serve(t)
  const { exit, err } = await createTerminal(service.storage.url).quittance('keys rotate', '', {
    SECRET_KEY: 'a7'.repeat(32),
  })
  assert.equal(exit, 1)
  assert.match(err, /SECRET_KEY/)
  assert.equal((await service.stores.signingKeys.listActive(Date.now())).length, 1)
})

test('keys rotate works before the service was ever started, and without --json', async (t) => {
  const { url } = await openTestDatabase(t)
  const { identity } = await rotate(url)
  assert.equal((await startSigningProcess(t, { url, secret: testSecret })).identity(), identity)
  assert.match(
    (await createTerminal(url).quittance('keys rotate')).out,
    /^public_key +0[23][0-9a-f]{64}\nidentity +1/,
  )
})

test('at most 100 keys are listed', async (t) => {
  const { url } = await openTestDatabase(t)
  const { tools } = await startSigningProcess(t, { url })
  const make = (withdraw: boolean) => tools.rotate('command line', { withdraw })
  for (let made = 1; made < 100; made++) assert.ok('key' in (await make(false)))
  assert.ok('error' in (await make(false)))
  assert.ok('key' in (await make(true)))
  assert.ok('key' in (await make(false)))
})

test('operators see a new key in their audit log', async (t) => {
  const service = await serve(t)
  const another = await service.anotherMerchant('other', [])
  const { identity } = await rotate(service.storage.url)
  const [entry] = await service.stores.audit.listByAccount(service.merchant.id, 1)
  assert.partialDeepStrictEqual(entry, { actor: 'command line', action: 'signing.key.made' })
  assert.equal(entry?.detail.identity, identity)
  const others = await service.stores.audit.listByAccount(another.id, 10)
  assert.ok(others.every(({ action }) => action !== 'signing.key.made'))
})
