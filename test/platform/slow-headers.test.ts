import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { assertLinear } from '../helpers/linear-time.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: ['LTC'] })

/** Node's limit for all headers together. */
const maxHeader = 15_000

/** Every header that the product reads by name. The list is derived, so a new header is tested automatically. */
const headers = [
  ...new Set(
    globSync('src/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/headers\['([a-z-]+)'\]/g)])
      .map(([, name = '']) => name),
  ),
  ...['accept', 'authorization', 'authentication', 'cookie', 'origin', 'referer', 'x-forwarded-for'],
].filter((name) => !['content-type', 'content-length', 'www-authenticate'].includes(name))

const pieces = [
  ' ',
  '\t',
  ',',
  ';',
  ' ;',
  ';q=',
  ', ',
  '=',
  '"',
  '(',
  '.',
  ':',
  'a=',
  'Basic ',
  '::',
  '[',
  '%',
  '-',
]

test('parsing a header takes linear time, whatever it repeats', async () => {
  assert.ok(headers.includes('accept-encoding') && headers.includes('x-currency'), headers.join())
  const { uid } = (await service.createInvoice()).invoice
  for (const path of ['/login', `/r/${uid}`, `/invoices/${uid}`]) {
    for (const piece of pieces) {
      await assertLinear(`${path}: ${JSON.stringify(piece)}`, maxHeader, async (size) => {
        const text = `x${piece.repeat(size / piece.length)}x`
        const all = Object.fromEntries(headers.map((name) => [name, text]))
        await service.request(path, { token: null, headers: all })
      })
    }
  }
})
