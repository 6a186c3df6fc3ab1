import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { createMemoryLog, isInStream } from '../../test/helpers/event-log.ts'
import { formatCursor } from './cursor.ts'
import { type EventReader, maxPageBytes, readNext, readPage, resolvePosition, type Stream } from './log.ts'

const account: Stream = { kind: 'account', accountId: 1 }

test('a cursor beyond the newest event or from elsewhere is invalid', () => {
  const bounds = { lastWritten: 5, lastPruned: 2 }
  for (const cursor of ['c6', 'cz', 'x', '']) {
    assert.throws(() => resolvePosition(bounds, { cursor }), { code: 'cursor_invalid' })
  }
  assert.equal(resolvePosition(bounds, { cursor: 'c5' }), 5)
})

test('a cursor into the pruned range fails with the oldest usable cursor', () => {
  assert.throws(() => resolvePosition({ lastWritten: 50, lastPruned: 36 }, { cursor: 'cz' }), {
    code: 'cursor_expired',
    members: { oldest: 'c10' },
  })
  assert.equal(resolvePosition({ lastWritten: 50, lastPruned: 36 }, { cursor: 'c10' }), 36)
})

test('without a cursor, reading starts at the oldest stored event or with the next new one', () => {
  assert.equal(resolvePosition({ lastWritten: 5, lastPruned: 2 }, 'oldest'), 2)
  assert.equal(resolvePosition({ lastWritten: 5, lastPruned: 2 }, 'newest'), 5)
})

test('a page that another process prunes during the read fails instead of being incomplete', async () => {
  const log = createMemoryLog()
  for (let count = 0; count < 10; count++) log.append()
  const pruning: EventReader = {
    ...log.reader,
    read(stream, above, limit) {
      log.prune(5)
      return log.reader.read(stream, above, limit)
    },
  }
  await assert.rejects(readNext(pruning, account, 3, 100), { code: 'cursor_expired' })
})

test('consecutive pages make up the whole stream, whatever is written in between', async () => {
  const accounts = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      accounts,
      accounts,
      fc.integer({ min: 1, max: 7 }),
      async (before, addedLater, limit) => {
        const log = createMemoryLog()
        const mine = before
          .map((accountId) => log.append({ accountId }))
          .filter((event) => isInStream(account, event))
        const read = []
        let cursor: string | null = null
        for (let busy = true; busy; ) {
          const page = await readPage(log.reader, account, cursor === null ? 'oldest' : { cursor }, limit)
          read.push(...page.events)
          cursor = `c${page.next.toString(36)}`
          const accountId = addedLater.pop()
          if (accountId !== undefined) {
            const event = log.append({ accountId })
            if (isInStream(account, event)) mine.push(event)
          }
          busy = page.events.length > 0 || accountId !== undefined
        }
        assert.deepEqual(read, mine)
      },
    ),
  )
})

test('a page of large events ends at about 8 MB, and its cursor continues with the rest', async () => {
  const log = createMemoryLog()
  const data = JSON.stringify({ memo: 'x'.repeat(390_000) })
  const all = Array.from({ length: 100 }, () => log.append({ data }))
  const read = []
  const sizes: number[] = []
  for (let cursor = 'c0'; cursor !== formatCursor(log.getNewest()); ) {
    const page = await readPage(log.reader, account, { cursor }, 1_000)
    sizes.push(page.events.reduce((bytes, event) => bytes + event.data.length, 0))
    read.push(...page.events)
    cursor = formatCursor(page.next)
  }
  assert.deepEqual(read, all)
  assert.deepEqual(
    sizes.map((bytes) => Math.floor(bytes / data.length)),
    [20, 20, 20, 20, 20],
  )
  assert.ok(Math.max(...sizes) <= maxPageBytes, `${sizes}`)
})

test('a page has at least one event, however large it is', async () => {
  const log = createMemoryLog()
  const all = [1, 2].map(() => log.append({ data: JSON.stringify({ memo: 'ü'.repeat(4_500_000) }) }))
  const { events, next } = await readPage(log.reader, account, 'oldest', 1_000)
  assert.deepEqual([events, next], [all.slice(0, 1), 1])
})

test('a page is read fifty events at a time, and other work runs in between', async () => {
  const log = createMemoryLog()
  for (let count = 0; count < 120; count++) log.append()
  const limits: number[] = []
  const reader: EventReader = {
    ...log.reader,
    read(stream, above, limit) {
      limits.push(limit)
      return log.reader.read(stream, above, limit)
    },
  }
  const page = readPage(reader, account, 'oldest', 110)
  const turns: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn()
    turns.push(limits.length)
  }
  assert.equal((await page).events.length, 110)
  assert.deepEqual(limits, [50, 50, 10])
  assert.ok(
    turns.every((count, turn) => count - (turns[turn - 1] ?? 0) <= 1),
    turns.join(),
  )
  assert.equal(turns.at(-1), 3)
})

test('events written while a page is read are neither skipped nor returned twice', async () => {
  const log = createMemoryLog()
  const all = Array.from({ length: 60 }, (_, index) => log.append({ accountId: index % 3 === 0 ? 2 : 1 }))
  const writing: EventReader = {
    ...log.reader,
    async read(stream, above, limit) {
      const events = await log.reader.read(stream, above, limit)
      if (log.getNewest() < 200) all.push(log.append(), log.append({ accountId: 2 }), log.append())
      return events
    },
  }
  const read = []
  for (let cursor = 'c0'; cursor !== formatCursor(log.getNewest()); ) {
    const page = await readPage(writing, account, { cursor }, 1_000)
    read.push(...page.events)
    cursor = formatCursor(page.next)
  }
  assert.deepEqual(
    read,
    all.filter((event) => isInStream(account, event)),
  )
})
