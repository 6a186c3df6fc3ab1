import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileScope, only } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const secret = 'A'.repeat(43)
const pages: readonly (readonly [path: string, status: number])[] = [
  [`/register/${secret}`, 410],
  [`/register?invitation=${secret}`, 410],
  [`/reset/${secret}`, 410],
  [`/invitation/${secret}`, 410],
  ['/login/code', 200],
]

test('pages that anyone can open with a made-up secret respond while another process holds the write lock', {
  skip: only('sqlite'),
}, async () => {
  const service = await startService(fileScope, { destinations: [] })
  const other = new DatabaseSync(service.storage.url.replace('sqlite:', ''))
  other.exec('begin immediate')
  try {
    for (const [path, status] of pages) {
      const reply = await service.request(path, { token: null, headers: { cookie: `step=${secret}` } })
      assert.equal(reply.status, status, path)
    }
  } finally {
    other.close()
  }
})
