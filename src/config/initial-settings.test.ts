import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSettings } from '../../test/helpers/parse-settings.ts'
import { coins } from '../coins/index.ts'
import { readConfig } from './config.ts'
import { createInitialSettings, type InitialChoices } from './initial-settings.ts'

const plain: InitialChoices = {
  domain: 'pay.example.com',
  network: 'main',
  database: 'sqlite',
  rabbitmq: false,
  nodes: new Set(),
  metrics: false,
  local: false,
}
const everything = {
  ...plain,
  database: 'postgres',
  rabbitmq: true,
  nodes: new Set(coins.keys()),
  metrics: true,
} as const

test('the service starts with the settings of a new installation', () => {
  for (const network of ['main', 'test', 'regtest'] as const) {
    for (const choices of [plain, everything, { ...everything, local: true }]) {
      const settings = parseSettings(createInitialSettings({ ...choices, network }))
      const config = readConfig(settings)
      assert.equal(config.baseUrl, 'https://pay.example.com')
      assert.equal(config.chain, network)
      assert.equal(config.secrets.databaseUrl, settings.DATABASE_URL)
    }
  }
  const { secrets, events } = readConfig(parseSettings(createInitialSettings(everything)))
  assert.deepEqual([...secrets.nodes.keys()], [...coins.keys()])
  assert.ok(events.transports.includes('amqp'))
})

test('a local installation connects to everything on its own machine, and needs no compose.yaml', () => {
  const settings = parseSettings(createInitialSettings({ ...everything, local: true }))
  const { secrets } = readConfig(settings)
  for (const url of [secrets.databaseUrl, secrets.nodes.get('LTC'), secrets.amqpUrl])
    assert.equal(new URL(url ?? '').hostname, '127.0.0.1')
  assert.equal(settings.COMPOSE_PROFILES, undefined)
  const { DATABASE_URL } = parseSettings(createInitialSettings({ ...plain, local: true }))
  assert.equal(DATABASE_URL, 'sqlite:/var/lib/quittance/quittance.db')
})

test('every secret is newly generated and too long to guess', () => {
  const [one, other] = [createInitialSettings(everything), createInitialSettings(everything)].map(
    parseSettings,
  )
  for (const name of [
    'SECRET_KEY',
    'METRICS_TOKEN',
    'POSTGRES_PASSWORD',
    'RABBITMQ_PASSWORD',
    ...[...coins.keys()].map((code) => `NODE_PASSWORD_${code}`),
    'GRAFANA_PASSWORD',
  ]) {
    assert.match(one?.[name] ?? '', /^[0-9a-f]{48,}$/, name)
    assert.notEqual(one?.[name], other?.[name], name)
  }
})
