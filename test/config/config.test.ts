import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'quittance-settings-'))
after(() => rmSync(folder, { recursive: true }))

/** A file with a secret. */
function getFile(content: string): string {
  const path = join(folder, `${Buffer.from(content).toString('hex')}.secret`)
  writeFileSync(path, content)
  return path
}

/** The errors of that environment. */
function readErrors(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    assert.equal(error.message, ['Invalid settings:', ...error.errors.map((one) => `  ${one}`)].join('\n'))
    return error.errors
  }
  return []
}

/** Fails unless each of these settings alone is rejected, by its name. */
function assertRejected(name: string, ...values: readonly string[]): void {
  for (const value of values) {
    const [mistake = '', ...others] = readErrors({ [name]: value })
    assert.match(mistake, new RegExp(`^${name}\\b`), `${name}=${value}`)
    assert.deepEqual(others, [])
  }
}

const secret = { SECRET_KEY: '5e'.repeat(32) }
const main = { NETWORK: 'main', BASE_URL: 'https://pay.example', ...secret }

test('an empty environment configures the sandbox on localhost', () => {
  const config = readConfig({})
  assert.partialDeepStrictEqual(config, {
    host: '127.0.0.1',
    port: 3000,
    baseUrl: 'http://localhost:3000',
    logLevel: 'info',
    chain: 'regtest',
    quoteMs: 900_000,
    invoiceMs: 86_400_000,
    graceMs: 60_000,
    nodeTimeoutMs: 8_000,
    nodePollMs: 5_000,
    databaseConnections: 10,
    allowPrivateWebhooks: true,
    sandboxControl: true,
    sandboxBlockMs: null,
  })
  assert.equal(config.secrets.databaseUrl, 'sqlite:data/quittance.db')
  assert.deepEqual([...config.secrets.nodes.values()], Array(6).fill('sandbox:'))
  assert.deepEqual(
    config.rates.sources.map(({ name }) => name),
    ['fixed'],
  )
  assert.deepEqual(config.confirmations, {
    BCH: 0,
    BSV: 0,
    BTC: 1,
    DASH: 0,
    DOGE: 1,
    LTC: 1,
  })
  assert.equal(config.refuseReplaceable.size, 0)
})

test('WEBHOOK_ALLOW_PRIVATE defaults to true with NETWORK=regtest and to false elsewhere', () => {
  const test = { ...main, NETWORK: 'test' }
  assert.equal(readConfig({}).allowPrivateWebhooks, true)
  assert.equal(readConfig({ WEBHOOK_ALLOW_PRIVATE: 'false' }).allowPrivateWebhooks, false)
  assert.equal(readConfig(main).allowPrivateWebhooks, false)
  assert.equal(readConfig(test).allowPrivateWebhooks, false)
  assert.equal(readConfig({ ...test, WEBHOOK_ALLOW_PRIVATE: 'true' }).allowPrivateWebhooks, true)
})

test('an empty or blank setting counts as unset', () => {
  const blank = {
    HOST: '',
    PORT: ' ',
    BASE_URL: '',
    DATABASE_URL: '',
    NETWORK: '',
    RATES: '',
    BTC_NODE: '',
    LOG_LEVEL: '',
  }
  assert.deepEqual(readConfig(blank), readConfig({}))
})

test('settings are read from the environment', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '8080',
    BASE_URL: 'https://pay.example/shop/',
    DATABASE_URL: 'postgres://u:p@db:5432/q',
    LOG_LEVEL: 'debug',
    QUOTE_SECONDS: '600',
    INVOICE_SECONDS: '3600',
    GRACE_SECONDS: '0',
    LTC_NODE: 'http://user:password@10.0.0.5:9332',
    BTC_REFUSE_REPLACEABLE: 'true',
    BTC_CONFIRMATIONS: '3',
    RATES: 'fixed:BTC/USD=50000,LTC/EUR=80.5',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SANDBOX_CONTROL: 'false',
    SANDBOX_BLOCK_SECONDS: '10',
  })
  assert.partialDeepStrictEqual(config, {
    host: '0.0.0.0',
    port: 8080,
    baseUrl: 'https://pay.example/shop',
    logLevel: 'debug',
    quoteMs: 600_000,
    invoiceMs: 3_600_000,
    graceMs: 0,
    allowPrivateWebhooks: true,
    sandboxControl: false,
    sandboxBlockMs: 10_000,
  })
  assert.equal(config.secrets.databaseUrl, 'postgres://u:p@db:5432/q')
  assert.equal(config.secrets.nodes.get('LTC'), 'http://user:password@10.0.0.5:9332')
  assert.equal(config.secrets.nodes.get('BTC'), 'sandbox:')
  assert.deepEqual([...config.refuseReplaceable], ['BTC'])
  assert.equal(config.confirmations.BTC, 3)
  assert.deepEqual(config.rates.sources, [{ name: 'fixed', argument: 'BTC/USD=50000,LTC/EUR=80.5' }])
})

test('all errors are reported together, each with the name of its setting', () => {
  const mistakes = readErrors({
    NETWORK: 'mainnet',
    PORT: '65536',
    BASE_URL: 'pay.example',
    LOG_LEVEL: 'loud',
    QUOTE_SECONDS: '15 minutes',
    RATES: 'kraken,kraken',
    DATABASE_URL: 'mysql://x',
    LTC_NODE: 'litecoind',
    WEBHOOK_ALLOW_PRIVATE: 'yes',
    RATE_QUORUM: '0',
  })
  const names = mistakes.map((mistake) => /^[A-Z_]+/.exec(mistake)?.[0]).sort()
  assert.deepEqual(names, [
    'BASE_URL',
    'DATABASE_URL',
    'LOG_LEVEL',
    'LTC_NODE',
    'NETWORK',
    'PORT',
    'QUOTE_SECONDS',
    'RATES',
    'RATE_QUORUM',
    'WEBHOOK_ALLOW_PRIVATE',
  ])
})

test('numbers are integers within their range', () => {
  assertRejected('PORT', '-1', '65536', '80.5', '1e3', '0x50', 'http', '８０')
  assertRejected('QUOTE_SECONDS', '0', '1', '86401', '-900')
  assertRejected('INVOICE_SECONDS', '59', '2592001')
  assertRejected('GRACE_SECONDS', '-1', '3601')
  assertRejected('NODE_TIMEOUT_SECONDS', '0', '61')
  assertRejected('NODE_POLL_SECONDS', '0', '11')
  assertRejected('DATABASE_CONNECTIONS', '1', '101')
  assertRejected('WORKERS', '0', '65')
  // The database is SQLite.
  assertRejected('WORKERS', '2')
  assertRejected('BTC_CONFIRMATIONS', '7', 'one')
})

test('enumerated values are case-sensitive', () => {
  assertRejected('NETWORK', 'Main', 'mainnet', 'testnet', 'signet')
  assertRejected('LOG_LEVEL', 'INFO', 'verbose')
  assertRejected('SANDBOX_CONTROL', '0', 'no', 'TRUE')
})

test('an unknown rate source, a repeated one and an invalid fixed rate are rejected', () => {
  assertRejected('RATES', 'oracle', 'kraken,oracle', 'kraken,,coinbase', 'fixed:,fixed:')
  assertRejected(
    'RATES',
    'fixed:BTC/USD',
    'fixed:BTC/USD=0',
    'fixed:BTC/USD=-1',
    'fixed:XYZ/USD=1',
    'fixed:BTC/XYZ=1',
    'fixed:BTC/USD=1,BTC/USD=2',
  )
  assertRejected('RATE_CURRENCIES', 'usd', 'USD,XXX')
  assertRejected('RATE_QUORUM', '0', 'two', '2,XYZ=1')
})

test('a base URL has no query, fragment or user: it is used unencoded in payment URIs', () => {
  assertRejected(
    'BASE_URL',
    'localhost:3000',
    'ftp://pay.example',
    'https://pay.example/?x=1',
    'https://pay.example/#x',
    'https://pay.example/a=b',
    'https://pay.example/a&b',
    'https://user@pay.example',
    'https://:password@pay.example',
    'https://pay.example/a b',
    '/pay',
  )
  assert.equal(readConfig({ BASE_URL: 'https://pay.example//' }).baseUrl, 'https://pay.example')
})

test('http is allowed on regtest only; elsewhere BASE_URL must be set', () => {
  assert.equal(readConfig({ BASE_URL: 'http://192.168.1.5:3000' }).baseUrl, 'http://192.168.1.5:3000')
  for (const NETWORK of ['main', 'test']) {
    assert.match(readErrors({ NETWORK, ...secret }).join(), /^BASE_URL must be set/)
    assert.match(
      readErrors({ ...secret, NETWORK, BASE_URL: 'http://pay.example' }).join(),
      /^BASE_URL: it must begin with https/,
    )
    assert.match(
      readErrors({ ...secret, NETWORK, BASE_URL: 'http://localhost' }).join(),
      /^BASE_URL: it must begin with https/,
    )
    assert.deepEqual(readErrors({ ...secret, NETWORK, BASE_URL: 'https://pay.example' }), [])
  }
})

test('mainnet refuses to start with a sandbox node, a fixed rate or an http base URL', () => {
  assert.match(
    readErrors({ ...main, DOGE_NODE: 'sandbox:' }).join(),
    /^DOGE_NODE: the sandbox requires NETWORK=regtest/,
  )
  assert.match(
    readErrors({ ...main, RATES: 'fixed:' }).join(),
    /^RATES: fixed rates are not allowed on the main network/,
  )
  assert.match(readErrors({ ...main, RATES: 'kraken,fixed:BTC/USD=1' }).join(), /^RATES: fixed rates/)
  assert.equal(readErrors({ ...main, BASE_URL: 'http://x', BTC_NODE: 'sandbox:', RATES: 'fixed:' }).length, 3)
})

test('mainnet refuses to start with a failpoint, which is for tests', () => {
  const FAILPOINT = 'payment.sent:crash'
  assert.deepEqual(readErrors({ ...main, FAILPOINT }), [
    'FAILPOINT: it is for tests and not allowed on the main network.',
  ])
  assert.equal(readConfig(main).failpoint, null)
  assert.deepEqual(readConfig({ FAILPOINT }).failpoint, {
    name: 'payment.sent',
    action: { kind: 'crash' },
  })
})

test('outside regtest a secret must be set: there is no default, and a short one is rejected', () => {
  for (const NETWORK of ['main', 'test']) {
    const environment = { NETWORK, BASE_URL: 'https://pay.example' }
    assert.match(readErrors(environment).join(), /^SECRET_KEY .*must be set/)
    for (const SECRET_KEY of ['secret', '00', 'x'.repeat(31)])
      assert.match(readErrors({ ...environment, SECRET_KEY }).join(), /^SECRET_KEY must be at least 32 bytes/)
  }
})

test('outside regtest there is no default node: a coin without one is not offered', () => {
  assert.equal(readConfig(main).secrets.nodes.size, 0)
  const { secrets } = readConfig({ ...main, BTC_NODE: 'http://u:p@127.0.0.1:8332' })
  assert.deepEqual([...secrets.nodes], [['BTC', 'http://u:p@127.0.0.1:8332']])
})

test('a secret may be in a file named by NAME_FILE', () => {
  const { secrets } = readConfig({
    DATABASE_URL_FILE: getFile('postgres://u:from-a-file@db/q\n'),
    BTC_NODE_FILE: getFile(' http://u:from-a-file@10.0.0.5:8332 '),
    COINGECKO_KEY_FILE: getFile('key'),
  })
  assert.equal(secrets.databaseUrl, 'postgres://u:from-a-file@db/q')
  assert.equal(secrets.nodes.get('BTC'), 'http://u:from-a-file@10.0.0.5:8332')
  assert.equal(secrets.coingeckoKey, 'key')
})

test('a file that is unreadable, empty, or set together with its setting is an error', () => {
  assert.match(
    readErrors({ DATABASE_URL_FILE: join(folder, 'missing') }).join(),
    /^DATABASE_URL_FILE names a file that cannot be read/,
  )
  assert.match(
    readErrors({ DATABASE_URL_FILE: folder }).join(),
    /^DATABASE_URL_FILE names a file that cannot be read/,
  )
  assert.match(
    readErrors({ COINGECKO_KEY_FILE: getFile('\n') }).join(),
    /^COINGECKO_KEY_FILE names an empty file/,
  )
  assert.match(
    readErrors({ COINGECKO_KEY: 'a', COINGECKO_KEY_FILE: getFile('b') }).join(),
    /^Set COINGECKO_KEY or COINGECKO_KEY_FILE, not both/,
  )
})

test('DATABASE_URL names a SQLite file or a PostgreSQL database', () => {
  const rejected = [
    'mysql://db',
    'sqlite:',
    'sqlite://',
    'sqlite::memory:',
    'sqlite://:memory:',
    'postgres:db',
  ]
  assertRejected('DATABASE_URL', ...rejected)
  for (const url of rejected)
    assert.equal(readErrors({ DATABASE_URL: url, WORKERS: '2' }).length, 1, `${url} with WORKERS=2`)
  for (const url of ['sqlite:data/x.db', 'sqlite:///var/x.db', 'postgresql://u:p@h:5432/d'])
    assert.deepEqual(readErrors({ DATABASE_URL: url }), [])
})

test('errors never repeat a secret', () => {
  const secret = 'hunter2'
  const mistakes = readErrors({
    DATABASE_URL: `mysql://u:${secret}@h/d`,
    BTC_NODE: `ftp://u:${secret}@h`,
    LTC_NODE_FILE: getFile(`nonsense ${secret}`),
    BASE_URL: `https://u:${secret}@h`,
  })
  assert.equal(mistakes.length, 4)
  assert.ok(!mistakes.join().includes(secret))
})

test('secrets are separate, so that the rest can be logged', () => {
  const { secrets, ...rest } = readConfig({
    DATABASE_URL: 'postgres://u:hunter2@h/d',
    COINGECKO_KEY: 'hunter2',
  })
  assert.match(JSON.stringify(secrets), /hunter2/)
  assert.doesNotMatch(JSON.stringify(rest), /hunter2/)
})
