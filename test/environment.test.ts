import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../src/config/config.ts'
import { readSettingNames } from '../src/config/unknown-settings.ts'

const example = readFileSync('.env.example', 'utf8')
const settings = [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}))

test('.env.example lists each setting that is read exactly once, and no others', () => {
  const expected = [...readSettingNames()].filter((name) => !name.endsWith('_FILE')).sort()
  assert.deepEqual(settings.map(({ name }) => name).sort(), expected)
})

test('.env.example has the defaults', () => {
  const defaults = settings.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])
  assert.deepEqual(readConfig(Object.fromEntries(defaults)), readConfig({}))
})

test('.env.example describes each setting', () => {
  for (const block of example.split(/\n\n+/).filter((block) => /^#[A-Z_]+=/m.test(block))) {
    assert.match(block, /^# \S.*[.:?]?\n/, block)
  }
})
