import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildProgram } from '../tools/package/build.ts'

const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const needed: string = engines.node.replace('>=', '')

const isOlder = (node: string): boolean => {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).replace('v', '')
  return version.localeCompare(needed, undefined, { numeric: true }) < 0
}

/** An older Node on this machine. */
const old = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => existsSync(node) && isOlder(node))
const skip = old === undefined && `needs a Node below ${needed} in /usr/bin or /usr/local/bin`

function run(node: string, ...words: string[]) {
  const { status, stderr, stdout } = spawnSync(node, words, { encoding: 'utf8', timeout: 60_000 })
  return { status, stderr, stdout }
}

test('every npm script that starts the service begins with a file that any Node can read', () => {
  for (const name of ['start', 'dev', 'quittance']) assert.match(scripts[name], / src\/start\.js( |$)/)
  assert.equal(run(process.execPath, 'src/start.js', '--version').status, 0)
})

test('a Node with a known hash flooding is rejected, and one that sorts below it as text is not', () => {
  const check = (version: string) => {
    const setVersion = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`
    const script = `${setVersion} process.argv = ['', '', '--version']; require('./src/start.js')`
    return run(process.execPath, '-e', script).status
  }
  for (const version of ['20.20.2', '24.9.0', '24.14.0']) assert.equal(check(version), 1, version)
  for (const version of ['24.14.1', '24.100.0', '26.0.0']) assert.equal(check(version), 0, version)
})

test('the first TypeScript file is read from the compile cache, so Node never loads its parser', () => {
  const { PATH } = process.env
  const options = {
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  }
  const start = () => {
    const { status, stderr } = spawnSync(process.execPath, ['src/start.js', '--version'], options)
    return { status, stderr: stderr.toString() }
  }
  // Fills the cache.
  assert.equal(start().status, 0)
  assert.match(start().stderr, /reading cache .* for StrippedTypeScript \S+\/src\/main\.ts\.\.\..* success/)
})

test(`below Node ${needed} the service says in one line which Node it needs`, { skip }, () => {
  const { status, stderr } = run(old ?? '', 'src/start.js', 'serve')
  assert.equal(status, 1)
  assert.match(
    stderr,
    new RegExp(`^Quittance needs Node ${needed} or later; this is Node [\\d.]+ [^\\n]*\\n$`),
  )
})

test(`below Node ${needed} the installed program says so too`, { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-node-'))
  t.after(() => rmSync(folder, { recursive: true }))
  await buildProgram(folder)
  const { status, stderr } = run(old ?? '', join(folder, 'bin/quittance.cjs'), 'serve')
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`^Quittance needs Node ${needed} or later`))
})
