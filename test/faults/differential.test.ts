import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addCleanup } from '../helpers/databases.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'

const maxMs = 100_000

function differential(...words: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['tools/differential/main.ts', ...words], {
    encoding: 'utf8',
    timeout: maxMs,
  })
  return { status, stdout }
}

/** A wrapper that runs litecoind with another setting. */
async function changedNode(t: TestContext, setting: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-changed-node-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'litecoind')
  await writeFile(program, `#!/bin/sh\nexec litecoind "$@" ${setting}\n`)
  await chmod(program, 0o755)
  return program
}

test('a node with a different rule than the sandbox is detected, with the command that reproduces it', {
  skip: withoutLitecoind,
}, async (t) => {
  const program = await changedNode(t, '-datacarrier=0')
  const { status, stdout } = differential('--coin', 'LTC', '--program', `LTC=${program}`, '--seeds', '4')
  assert.equal(status, 1, stdout)
  assert.match(stdout, /^ {2}sandbox {2}.*\n {2}node {5}.*"-26 scriptpubkey"/m)
  assert.match(stdout, /^npm run differential -- --coin LTC .*--seed \d$/m)
})

test('without an installed node nothing is compared, and the run fails', () => {
  const { status, stdout } = differential('--coin', 'LTC', '--program', 'LTC=/nowhere/litecoind')
  assert.equal(status, 1)
  assert.match(stdout, /nothing was compared/)
})
