import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { buildProgram } from '../tools/package/build.ts'
import { createDatabaseUrl } from './helpers/databases.ts'
import { freePort } from './helpers/free-port.ts'
import { startProcess } from './helpers/process.ts'

const execute = promisify(execFile)
const { bin, files, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The program as in the result of `npm pack`. Returns its path. */
async function buildPackedProgram(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-packed-'))
  t.after(() => rmSync(folder, { recursive: true }))
  await buildProgram(join(folder, 'dist'))
  copyFileSync('package.json', join(folder, 'package.json'))
  return join(folder, bin.quittance)
}

test('the installed program is plain JavaScript, needs no dependencies, lists its commands and licences, and serves', async (t) => {
  assert.equal(bin.quittance.split('/')[0], 'dist')
  assert.ok(files.includes('dist'))
  assert.match(scripts.prepack, /&& node tools\/package\/main\.ts && tsc -p tsconfig\.client\.json$/)

  const program = await buildPackedProgram(t)
  // With the options of `npm start`.
  const [options = ''] = / --\S+(?= src)/.exec(scripts.start) ?? []
  assert.ok(readFileSync(program, 'utf8').startsWith(`#!/usr/bin/env -S node${options}\n`))
  const { stdout } = await execute(process.execPath, ['--no-strip-types', program, '--help'])
  assert.match(stdout, /^ {2}serve$/m)
  const { stdout: licenses } = await execute(program, ['licenses'])
  assert.match(licenses, /^kysely [\d.]+$/m)
  const account = ['account', 'create', '--email', 'a@example.com', '--password-stdin']
  const creation = execute(program, account, {
    env: { ...process.env, DATABASE_URL: await createDatabaseUrl(t) },
  })
  creation.child.stdin?.end('password1\n')
  await assert.rejects(creation, /common/)
  const command = [process.execPath, program]
  const { baseUrl } = await startProcess(t, {
    url: await createDatabaseUrl(t),
    port: await freePort(),
    command,
  })
  assert.equal((await fetch(`${baseUrl}/health/ready`)).status, 200)
})
