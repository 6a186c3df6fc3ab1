import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { addCleanup } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const execute = promisify(execFile)
const tsc = resolve('node_modules/.bin/tsc')

/** The first program of docs/client.md. */
const program = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/client.md', 'utf8'))?.[1] ?? assert.fail()

test('the packed client is installed into an empty project, and takes an order until it is paid', async (t) => {
  const project = mkdtempSync(join(tmpdir(), 'quittance-shop-'))
  addCleanup(t, () => rmSync(project, { recursive: true }))
  // `npm pack`, without the scripts that compile into the repository's own folder.
  const { stdout } = await execute('npm', [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    project,
  ])
  const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[]
  const installed = join(project, 'node_modules/quittance')
  mkdirSync(installed, { recursive: true })
  await execute('tar', ['-xzf', join(project, filename), '--strip-components=1', '-C', installed])
  await execute(tsc, ['-p', 'tsconfig.client.json', '--outDir', join(installed, 'dist')])

  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, 'shop.ts'), program)
  assert.ok(program.trim().split('\n').length <= 20)
  const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')]
  await execute(
    tsc,
    ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', ...types, 'shop.ts'],
    { cwd: project },
  )

  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const environment = { QUITTANCE_URL: service.baseUrl, QUITTANCE_TOKEN: service.merchant.token }
  const shop = spawn(process.execPath, ['--no-strip-types', 'shop.js'], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  addCleanup(t, () => void shop.kill())
  const lines: string[] = []
  for await (const line of createInterface({ input: shop.stdout })) {
    lines.push(line)
    if (line.startsWith('pay ')) await service.pay(line.slice(line.lastIndexOf('/') + 1), 'LTC')
  }
  assert.match(lines.at(-1) ?? '', /^ship order 7 [0-9a-f]{64}$/)
})
