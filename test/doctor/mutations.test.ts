import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { fileScope, testedKind } from '../helpers/databases.ts'
import { openFullDatabase } from './full-service.ts'
import { buildMutations, isDetected } from './mutations.ts'
import { readTables } from './schema.ts'
import { unchecked, uncheckedTables } from './unchecked.ts'

const { database } = await openFullDatabase(fileScope)
const tables = await readTables(database.read)

test('a database with rows in every table violates no invariant', async () => {
  const { violations } = await database.runInSnapshot((sql) => diagnose(sql, checks))
  assert.deepEqual(violations, [])
})

test('each column that the doctor does not check exists and is listed with the reason', () => {
  const known = tables.flatMap(({ name, columns }) => [
    `${name}.(row)`,
    ...columns.map((column) => `${name}.${column.name}`),
  ])
  for (const location of Object.keys(unchecked)) assert.ok(known.includes(location), location)
  const names = tables.map(({ name }) => name)
  for (const name of Object.keys(uncheckedTables)) assert.ok(names.includes(name), name)
})

for (const table of tables.filter(({ name }) => !(name in uncheckedTables))) {
  test(`the doctor finds each change of ${table.name}`, async () => {
    const mutations = await buildMutations(database.read, table)
    assert.ok(mutations.length > 0, 'there is no row to change')
    const [found, missed] = [new Set<string>(), new Set<string>()]
    for (const mutation of mutations) {
      const location = `${table.name}.${mutation.column ?? '(row)'}`
      // The checks are the same on PostgreSQL, and slower: there one change of each column has to be found.
      if (testedKind !== 'sqlite' && found.has(location)) continue
      const isSeen = await isDetected(database, mutation)
      if (isSeen !== null) (isSeen ? found : missed).add(location)
    }
    const expected = Object.keys(unchecked).filter((place) => place.startsWith(`${table.name}.`))
    const places = [...missed].filter((place) => testedKind === 'sqlite' || !found.has(place))
    assert.deepEqual(
      places.filter((place) => !expected.includes(place)),
      [],
      'the doctor misses a change that is not listed as unchecked',
    )
    if (testedKind === 'sqlite')
      assert.deepEqual(
        places.sort(),
        expected.sort(),
        'the doctor detects a change that is listed as unchecked',
      )
  })
}
