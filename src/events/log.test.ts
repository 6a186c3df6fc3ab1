import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holds, memoryLog } from '../../test/helpers/event-log.ts'
import { type EventReader, positionOf, readOn, readPage, type Stream } from './log.ts'

const account: Stream = { kind: 'account', accountId: 1 }

test('a cursor beyond the newest event or from elsewhere is invalid', () => {
  const bounds = { newest: 5, pruned: 2 }
  for (const cursor of ['c6', 'cz', 'x', '']) {
    assert.throws(() => positionOf(bounds, { cursor }), { code: 'cursor_invalid' })
  }
  assert.equal(positionOf(bounds, { cursor: 'c5' }), 5)
})

test('a cursor into the pruned range fails with the oldest usable cursor', () => {
  assert.throws(() => positionOf({ newest: 50, pruned: 36 }, { cursor: 'cz' }), {
    code: 'cursor_expired',
    members: { oldest: 'c10' },
  })
  assert.equal(positionOf({ newest: 50, pruned: 36 }, { cursor: 'c10' }), 36)
})

test('without a cursor, reading starts at the oldest kept event or with the next new one', () => {
  assert.equal(positionOf({ newest: 5, pruned: 2 }, 'oldest'), 2)
  assert.equal(positionOf({ newest: 5, pruned: 2 }, 'newest'), 5)
})

test('a page that another process prunes during the read fails instead of being incomplete', async () => {
  const log = memoryLog()
  for (let count = 0; count < 10; count++) log.append()
  const pruning: EventReader = {
    ...log.reader,
    read(stream, above, limit) {
      log.prune(5)
      return log.reader.read(stream, above, limit)
    },
  }
  await assert.rejects(readOn(pruning, account, 3, 100), { code: 'cursor_expired' })
})

test('consecutive pages make up the whole stream, whatever is written in between', async () => {
  const accounts = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(accounts, accounts, fc.integer({ min: 1, max: 7 }), async (before, meanwhile, limit) => {
      const log = memoryLog()
      const mine = before
        .map((accountId) => log.append({ accountId }))
        .filter((event) => holds(account, event))
      const read = []
      let cursor: string | null = null
      for (let busy = true; busy; ) {
        const page = await readPage(log.reader, account, cursor === null ? 'oldest' : { cursor }, limit)
        read.push(...page.events)
        cursor = `c${page.next.toString(36)}`
        const accountId = meanwhile.pop()
        if (accountId !== undefined) {
          const event = log.append({ accountId })
          if (holds(account, event)) mine.push(event)
        }
        busy = page.events.length > 0 || accountId !== undefined
      }
      assert.deepEqual(read, mine)
    }),
  )
})
