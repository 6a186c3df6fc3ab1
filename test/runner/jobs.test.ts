import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findTestFiles, isFaultTest, planJobs, usesDatabase } from './jobs.ts'

const files = findTestFiles([])

test('every test file runs on SQLite, and each one that opens a database also runs once on PostgreSQL, except for page layout', () => {
  const jobs = planJobs(files, ['sqlite', 'postgres'])
  const on = (kind: string) => jobs.filter(({ database }) => database === kind).map(({ file }) => file)
  assert.deepEqual(on('sqlite').sort(), files)
  const both = files.filter((file) => usesDatabase(file) && !file.startsWith('test/ui/'))
  assert.deepEqual(on('postgres').sort(), both)
  assert.deepEqual(
    planJobs(files, ['postgres'])
      .map(({ file }) => file)
      .sort(),
    files,
  )
})

test('a file that mentions a helper that opens the test database counts as using a database', () => {
  const names =
    /openTestDatabase|createDatabaseUrl|testedKind|withDatabase|startService|startPaying|TEST_DATABASE/
  const naming = files.filter((file) => names.test(readFileSync(file, 'utf8')) && file !== own)
  assert.ok(naming.length > 100)
  assert.deepEqual(
    naming.filter((file) => !usesDatabase(file)),
    [],
  )
  assert.ok(!usesDatabase('src/kernel/money.test.ts'))
})

test('the slowest files start first', () => {
  const jobs = planJobs(files, ['sqlite', 'postgres'])
  const lastFault = jobs.findLastIndex(({ file }) => isFaultTest(file))
  assert.ok(jobs.slice(0, lastFault + 1).every(({ file }) => isFaultTest(file)))
  assert.ok(jobs.at(-1)?.file.startsWith('src/'))
})

const own = 'test/runner/jobs.test.ts'
