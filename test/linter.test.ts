import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'

// With an unawaited promise, a payer could get the response before the money is recorded. Biome's rule against them is new, so these tests check it.

const fixture = 'test/fixtures/floating-promises.ts'

test('the linter finds and fails on every floating promise', async () => {
  const { linter } = JSON.parse(readFileSync('biome.json', 'utf8'))
  assert.equal(linter.rules.nursery.noFloatingPromises, 'error')

  const expected = [...readFileSync(fixture, 'utf8').matchAll(/^export function /gm)].length
  const report = await lint('--only=nursery/noFloatingPromises', '--reporter=github', fixture)
  const found = report.match(/^::\w+ title=lint.nursery.noFloatingPromises,/gm) ?? []
  assert.equal(found.length, expected, report)
})

test("no Kysely statement is left unused, because the linter doesn't recognise it as a promise", () => {
  const alone = globSync('src/**/*.ts').flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => (beginsAlone(line, lines[index - 1]) ? `${file}:${index + 1}` : []))
  })
  assert.deepEqual(alone, [])
})

/** A line that begins a Kysely chain and continues nothing. */
function beginsAlone(line: string, before = ''): boolean {
  const begins = /^\s*[\w.]+(\.query$|(\.query)?\.(selectFrom|insertInto|updateTable|deleteFrom)\()/.test(
    line,
  )
  return begins && !/(=>|[=(,?:[&|]|await|return)\s*$/.test(before)
}

/** Biome's output. It exits with 1 if it has found something, which is expected here. */
async function lint(...words: readonly string[]): Promise<string> {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'lint', ...words]
  const { stdout } = await promisify(execFile)(process.execPath, biome).catch((error) => error)
  return String(stdout)
}
