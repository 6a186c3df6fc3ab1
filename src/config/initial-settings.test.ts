import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { createInitialSettings, type InitialChoices } from './initial-settings.ts'

const plain: InitialChoices = {
  domain: 'pay.example.com',
  network: 'main',
  database: 'sqlite',
  rabbitmq: false,
  litecoin: false,
  metrics: false,
  local: false,
}
const everything = { ...plain, database: 'postgres', rabbitmq: true, litecoin: true, metrics: true } as const

function parse(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}

test('the service starts with the settings of a new installation', () => {
  for (const network of ['main', 'test', 'regtest'] as const) {
    for (const choices of [plain, everything, { ...everything, local: true }]) {
      const settings = parse(createInitialSettings({ ...choices, network }))
      const config = readConfig(settings)
      assert.equal(config.baseUrl, 'https://pay.example.com')
      assert.equal(config.chain, network)
      assert.equal(config.secrets.databaseUrl, settings.DATABASE_URL)
    }
  }
  const { secrets, events } = readConfig(parse(createInitialSettings(everything)))
  assert.ok(secrets.nodes.has('LTC'))
  assert.ok(events.transports.includes('amqp'))
})

test('a local installation connects to everything on its own machine, and needs no compose.yaml', () => {
  const settings = parse(createInitialSettings({ ...everything, local: true }))
  const { secrets } = readConfig(settings)
  for (const url of [secrets.databaseUrl, secrets.nodes.get('LTC'), secrets.amqpUrl])
    assert.equal(new URL(url ?? '').hostname, '127.0.0.1')
  assert.equal(settings.COMPOSE_PROFILES, undefined)
  const { DATABASE_URL } = parse(createInitialSettings({ ...plain, local: true }))
  assert.equal(DATABASE_URL, 'sqlite:/var/lib/quittance/quittance.db')
})

test('every secret is newly generated and too long to guess', () => {
  const [one, other] = [createInitialSettings(everything), createInitialSettings(everything)].map(parse)
  for (const name of [
    'SECRET_KEY',
    'METRICS_TOKEN',
    'POSTGRES_PASSWORD',
    'RABBITMQ_PASSWORD',
    'LITECOIN_RPC_PASSWORD',
    'GRAFANA_PASSWORD',
  ]) {
    assert.match(one?.[name] ?? '', /^[0-9a-f]{48,}$/, name)
    assert.notEqual(one?.[name], other?.[name], name)
  }
})

test('compose.yaml uses only variables that init writes, sets no defaults for them, and defines every profile', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const settings = parse(createInitialSettings(everything))
  const variables = [...compose.matchAll(/\$\{(\w+)([^}]*)\}/g)]
  assert.ok(variables.length > 3)
  for (const [, name = '', rest] of variables) {
    assert.ok(name in settings, name)
    assert.equal(rest, ':?run quittance init', name)
  }
  for (const profile of settings.COMPOSE_PROFILES?.split(',') ?? [])
    assert.match(compose, new RegExp(`profiles: \\[[^\\]]*\\b${profile}\\b`))
})
