import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}

for (const file of ['package-lock.json', 'wallets/package-lock.json', 'tools/mutation/package-lock.json']) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
  const entries = Object.entries(packages).filter(([path]) => path !== '')

  test(`every package of ${file} is installed only with its locked hash`, () => {
    assert.ok(entries.length > 100)
    const unlocked = entries.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
    assert.deepEqual(
      unlocked.map(([path]) => path),
      [],
    )
  })

  test(`${file} names no download URL: the configured registry decides`, () => {
    const resolved = entries.filter(([, entry]) => entry.resolved !== undefined || entry.link)
    assert.deepEqual(
      resolved.map(([path]) => path),
      [],
    )
  })
}
