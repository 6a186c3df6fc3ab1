import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'

// A promise that nobody awaits is an answer before the money is written down. Biome's rule against them is young: these tests watch it.

const fixture = 'test/fixtures/floating-promises.ts'

test('the linter finds every floating promise, and does not let it pass', async () => {
  const { linter } = JSON.parse(readFileSync('biome.json', 'utf8'))
  assert.equal(linter.rules.nursery.noFloatingPromises, 'error')

  const expected = [...readFileSync(fixture, 'utf8').matchAll(/^export function /gm)].length
  const told = await lint('--only=nursery/noFloatingPromises', '--reporter=github', fixture)
  const found = told.match(/^::\w+ title=lint.nursery.noFloatingPromises,/gm) ?? []
  assert.equal(found.length, expected, told)
})

test('no statement of Kysely stands alone, where the linter does not see that it is a promise', () => {
  const alone = globSync('src/**/*.ts').flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, place) => (beginsAlone(line, lines[place - 1]) ? `${file}:${place + 1}` : []))
  })
  assert.deepEqual(alone, [])
})

/** A line that begins a chain of Kysely's, and continues nothing. */
function beginsAlone(line: string, before = ''): boolean {
  const begins = /^\s*[\w.]+(\.query$|(\.query)?\.(selectFrom|insertInto|updateTable|deleteFrom)\()/.test(
    line,
  )
  return begins && !/(=>|[=(,?:[&|]|await|return)\s*$/.test(before)
}

/** What Biome prints. It ends with 1 when it has found something: that is what is asked for here. */
async function lint(...words: readonly string[]): Promise<string> {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'lint', ...words]
  const { stdout } = await promisify(execFile)(process.execPath, biome).catch((error) => error)
  return String(stdout)
}
