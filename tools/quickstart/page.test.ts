import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseQuickstart } from './page.ts'

test('every block of docs/quickstart.md is run, on the machine that its paragraph names', () => {
  const page = readFileSync('docs/quickstart.md', 'utf8')
  const blocks = parseQuickstart(page)
  const fences = page.split('\n').filter((line) => line.includes('```'))
  assert.equal(blocks.length, fences.length / 2)
  for (const { commands } of blocks) assert.ok(page.includes(`\`\`\`sh\n${commands}\`\`\``))
  const places = new Set(blocks.map(({ place }) => place))
  assert.deepEqual([...places].sort(), ['computer', 'new server', 'server'])
})

test('a block in another language, or without a machine, is an error', () => {
  assert.throws(() => parseQuickstart('## Start\n\nOn the server:\n\n```console\nls\n```\n'), /only/)
  assert.throws(
    () => parseQuickstart('## Start\n\nOn the server.\n\nThen:\n\n```sh\nls\n```\n'),
    /where it runs/,
  )
})
