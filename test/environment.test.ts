import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../src/config/config.ts'

const example = readFileSync('.env.example', 'utf8')
const settings = [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}))

/** Chosen so that every setting is read: some are read only if another one needs them. */
const environments = [
  {},
  { EVENT_TRANSPORTS: 'amqp,blockchain' },
  { NETWORK: 'main', EVENT_TRANSPORTS: 'amqp,blockchain' },
]

/** The names that are looked up when the settings are read, valid or not. */
function namesRead(environment: Readonly<Record<string, string>>): string[] {
  const names = new Set<string>()
  const watched = new Proxy(environment, {
    get(target, name) {
      names.add(String(name))
      return target[String(name)]
    },
  })
  try {
    readConfig(watched)
  } catch {
    // A missing setting is reported after everything has been read.
  }
  return [...names]
}

const read = new Set(environments.flatMap(namesRead))

test('.env.example has every setting that is read, once, and no other', () => {
  const expected = [...read].filter((name) => !name.endsWith('_FILE')).sort()
  assert.deepEqual(settings.map(({ name }) => name).sort(), expected)
})

test('.env.example has the defaults', () => {
  const defaults = settings.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])
  assert.deepEqual(readConfig(Object.fromEntries(defaults)), readConfig({}))
})

test('.env.example says what each setting is for', () => {
  for (const block of example.split(/\n\n+/).filter((block) => /^#[A-Z_]+=/m.test(block))) {
    assert.match(block, /^# \S.*[.:?]?\n/, block)
  }
})
