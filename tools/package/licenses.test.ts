import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundle } from './bundle.ts'
import { collectLicenses, formatNodeLicense } from './licenses.ts'

test('the licences of the executable include those of Node, the font and every bundled package, with its version', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-licenses-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'quittance.cjs')
  const sections = `${formatNodeLicense()}\n${collectLicenses(await bundle(program))}`.split(
    `${'='.repeat(80)}\n`,
  )
  const texts = new Map(
    sections.flatMap((title, index) =>
      index % 2 === 1 ? [[title.trim(), sections[index + 1] ?? ''] as const] : [],
    ),
  )
  for (const [title, text] of texts)
    assert.match(
      text,
      /Permission .* granted|Redistribution and use|Apache License|OPEN FONT LICENSE/is,
      title,
    )

  // The bundle itself names each file that it was made from.
  const names = /^ *\/\/ (node_modules\/(?:.*\/node_modules\/)?(?:@[^/\s]+\/)?[^/\s]+)\//gm
  const packages = new Set([...readFileSync(program, 'utf8').matchAll(names)].map(([, path = '']) => path))
  assert.ok(packages.size > 100)
  for (const path of packages) {
    const { name, version } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'))
    assert.ok(texts.has(`${name} ${version}`), path)
  }
  assert.ok(texts.has('Figtree'))
  assert.match(texts.get(`Node.js ${process.version}`) ?? '', /V8, located at deps\/v8/)
})
