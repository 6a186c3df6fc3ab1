import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { type CoinCode, coins } from '../src/coins/index.ts'
import { readConfig } from '../src/config/config.ts'
import { createInitialSettings, type InitialChoices } from '../src/config/initial-settings.ts'
import { readSettingNames } from '../src/config/unknown-settings.ts'
import { parseSettings } from './helpers/parse-settings.ts'

interface ComposeService {
  readonly profiles: readonly string[]
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
}

const text = readFileSync('compose.yaml', 'utf8')
const compose: { services: Record<string, ComposeService>; volumes: Record<string, null> } = parse(text, {
  merge: true,
})
const services = Object.entries(compose.services)

const everything: InitialChoices = {
  domain: 'pay.example.com',
  network: 'main',
  database: 'postgres',
  rabbitmq: true,
  nodes: new Set(coins.keys()),
  metrics: true,
  local: false,
}
const settings = parseSettings(createInitialSettings(everything))

/** The services that run with these choices. */
function listRunning(choices: Partial<InitialChoices>): string[] {
  const { COMPOSE_PROFILES } = parseSettings(createInitialSettings({ ...everything, ...choices }))
  const profiles = new Set(COMPOSE_PROFILES?.split(','))
  return services
    .filter(([, service]) => service.profiles.some((name) => profiles.has(name)))
    .map(([name]) => name)
}

const getNode = (code: CoinCode) => {
  const { hostname, port, password } = new URL(settings[`${code}_NODE`] ?? '')
  const service = compose.services[hostname] ?? assert.fail(hostname)
  return { service, command: service.command ?? [], port, password }
}

test('compose.yaml uses only variables that init writes, and sets no defaults for them', () => {
  const variables = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]
  assert.ok(variables.length > 3)
  for (const [, name = '', rest] of variables) {
    assert.ok(name in settings, name)
    assert.equal(rest, ':?run quittance init', name)
  }
})

test('the chosen services run, and nothing else', () => {
  const none = { database: 'sqlite', rabbitmq: false, nodes: new Set<CoinCode>(), metrics: false } as const
  assert.deepEqual(listRunning(none), ['quittance', 'caddy'])
  assert.deepEqual(listRunning({ ...none, rabbitmq: true }), ['quittance', 'caddy', 'rabbitmq'])
  assert.deepEqual(listRunning({ ...none, nodes: new Set(['LTC']) }), ['quittance', 'caddy', 'litecoin'])
  assert.deepEqual(
    listRunning({}),
    services.map(([name]) => name),
  )
})

test('every service has the volumes that compose.yaml defines, and an image of one version', () => {
  const volumes = services
    .flatMap(([, service]) => service.volumes ?? [])
    .map((volume) => volume.split(':')[0] ?? '')
  assert.deepEqual(
    volumes.filter((name) => !name.startsWith('.')).sort(),
    Object.keys(compose.volumes).sort(),
  )
  for (const [name, { image }] of services)
    if (name !== 'quittance') assert.match(image ?? '', /^[\w./-]+:v?\d[\d.]*$/, name)
})

for (const code of coins.keys()) {
  test(`${code}: the service reaches its node, which is pruned, and has no wallet, no index and a password of its own`, () => {
    const { service, command, port, password } = getNode(code)
    assert.deepEqual(service.profiles, ['nodes', `nodes-${code.toLowerCase()}`])
    assert.match(command[0] ?? '', /^\w+d$/)
    assert.equal(settings[`NODE_PASSWORD_${code}`], password)
    const passwords = command.filter((option) => option.startsWith('-rpcpassword='))
    assert.deepEqual(passwords, [`-rpcpassword=\${NODE_PASSWORD_${code}:?run quittance init}`])
    for (const option of ['-disablewallet', '-rpcbind=0.0.0.0', `-rpcport=${port}`, '-rpcuser=quittance'])
      assert.ok(command.includes(option), option)
    const pruneMb = Number(command.find((option) => option.startsWith('-prune='))?.split('=')[1])
    assert.ok(pruneMb >= 20_000)
    const indexes = command.filter((option) => /index/.test(option) && !option.endsWith('=0'))
    assert.deepEqual(indexes, [])
  })
}

test('the service gets no password that is not part of its own settings', () => {
  const { environment = {} } = compose.services.quittance ?? assert.fail()
  const passed: Record<string, string> = { ...settings, ...environment }
  readConfig(passed)
  const names = readSettingNames()
  const own = Object.entries(passed).filter(([name]) => names.has(name))
  for (const [name, value] of Object.entries(passed)) {
    if (!name.includes('PASSWORD') || value === '') continue
    assert.ok(
      own.some(([, setting]) => setting.includes(value)),
      name,
    )
  }
})
