import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { addCleanup } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

test('the commands of docs/shop-in-ten-minutes.md create an invoice, pay it and see that it is paid', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const page = readFileSync('docs/shop-in-ten-minutes.md', 'utf8')
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  assert.equal(commands.length, 5)
  // Not in the repository: the tests on the other database run at the same time.
  const folder = mkdtempSync(join(tmpdir(), 'quittance-guide-'))
  addCleanup(t, () => rmSync(folder, { recursive: true }))
  const script = commands.join('\n').replaceAll('order.json', join(folder, 'order.json'))
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      QUITTANCE_URL: service.baseUrl,
      QUITTANCE_TOKEN: service.merchant.token,
    },
  })
  assert.match(stdout, /<title>.*<\/title>/)
  assert.match(stdout, /^success +true$/m)
  assert.match(stdout, /"status":"paid"\n"type":"invoice\.paid"/)
})
