import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createDatabaseUrl } from './helpers/databases.ts'
import { freePort } from './helpers/free-port.ts'
import { startProcess } from './helpers/process.ts'

const execute = promisify(execFile)
const { bin, files, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The result of `npm pack`, laid out as when installed, and the program in it. */
async function packed(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-packed-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // `npm run check` covers the types.
  const options = ['--noCheck', '--outDir', join(folder, 'dist')]
  await execute('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', ...options])
  cpSync('package.json', join(folder, 'package.json'))
  cpSync('src/platform/web/assets', join(folder, 'dist/platform/web/assets'), { recursive: true })
  cpSync('src/accounts/common-passwords.txt', join(folder, 'dist/accounts/common-passwords.txt'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return join(folder, bin.quittance)
}

test('the installed program is plain JavaScript, lists its commands and serves', async (t) => {
  assert.equal(bin.quittance.split('/')[0], 'dist')
  assert.ok(files.includes('dist'))
  assert.match(
    scripts.prepack,
    /tsc -p tsconfig\.build\.json && tsc -p tsconfig\.client\.json && cp -r src\/platform\/web\/assets dist\/platform\/web\/assets && cp src\/accounts\/common-passwords\.txt dist\/accounts\/$/,
  )

  const program = await packed(t)
  // With the options of `npm start`.
  const [options = ''] = / --\S+(?= src)/.exec(scripts.start) ?? []
  assert.ok(readFileSync(program, 'utf8').startsWith(`#!/usr/bin/env -S node${options}\n`))
  const { stdout } = await execute(process.execPath, ['--no-strip-types', program, '--help'])
  assert.match(stdout, /^ {2}serve$/m)
  const { isCommonPassword } = await import(join(dirname(program), 'accounts/common-passwords.js'))
  assert.ok(isCommonPassword('Password1'))
  const command = [process.execPath, program]
  const { baseUrl } = await startProcess(t, {
    url: await createDatabaseUrl(t),
    port: await freePort(),
    command,
  })
  assert.equal((await fetch(`${baseUrl}/health/ready`)).status, 200)
})
