import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { defineStatement, toSqlValue } from './statement.ts'

const blocks = defineStatement<{ coin: string; low: number; high: number }, { hash: string }>(
  (query, param) =>
    query
      .selectFrom('followed_blocks')
      .select('hash')
      .where('height', '<=', param('high'))
      .where('coin', '=', param('coin'))
      .where('height', '>=', param('low')),
)

test('parameters are bound in the order of their placeholders', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    assert.deepEqual(blocks.compile(kind).bind({ coin: 'BTC', low: 3, high: 5 }), [5n, 'BTC', 3n])
  }
})

test('each database gets its own placeholders, and a statement is compiled once', () => {
  assert.match(blocks.compile('sqlite').text, /"height" <= \? and "coin" = \? and "height" >= \?$/)
  assert.match(blocks.compile('postgres').text, /"height" <= \$1 and "coin" = \$2 and "height" >= \$3$/)
  assert.equal(blocks.compile('sqlite'), blocks.compile('sqlite'))
})

test('a constant is inlined as a literal, so that partial indexes match', () => {
  const claimed = defineStatement<{ now: string }, { id: string }>((query, param) =>
    query
      .selectFrom('payments')
      .select('id')
      .where('status', '=', 'sending')
      .where('watched', '=', 1)
      .where('reason', 'in', ["it's", null])
      .where('lease_until', '<=', param('now')),
  )
  const { text, bind } = claimed.compile('sqlite')
  assert.match(
    text,
    /"status" = 'sending' and "watched" = 1 and "reason" in \('it''s', null\) and "lease_until" <= \?$/,
  )
  assert.deepEqual(bind({ now: 'then' }), ['then'])
})

test('inserted values can be parameters or literals', () => {
  const insert = defineStatement<{ height: number; hash: string }, never>((query, param) =>
    query.insertInto('followed_blocks').values({ height: param('height'), coin: 'LTC', hash: param('hash') }),
  )
  const { text, bind } = insert.compile('postgres')
  assert.match(text, /values \(\$1, 'LTC', \$2\)$/)
  assert.deepEqual(bind({ hash: 'ab', height: 7 }), [7n, 'ab'])
})

test('a parameter used twice is bound twice, also in raw SQL', () => {
  const either = defineStatement<{ word: string }, { hash: string }>(
    (_query, param) =>
      sql<{
        hash: string
      }>`select hash from followed_blocks where hash = ${param('word')} or coin = ${param('word')}`,
  )
  assert.deepEqual(either.compile('sqlite').bind({ word: 'x' }), ['x', 'x'])
})

test("a statement's name is derived from its text, unique, and short enough for PostgreSQL", () => {
  const same = () =>
    defineStatement<{ uid: string }, never>((query, param) =>
      query.deleteFrom('invoices').where('uid', '=', param('uid')),
    )
  const other = defineStatement<{ uid: string }, never>((query, param) =>
    query.deleteFrom('payments').where('id', '=', param('uid')),
  )
  assert.equal(same().compile('postgres').name, same().compile('postgres').name)
  assert.notEqual(same().compile('postgres').name, other.compile('postgres').name)
  assert.ok(same().compile('postgres').name.length <= 63)
})

test('integers are bound as integers; values that no column stores are rejected', () => {
  assert.equal(toSqlValue(5, 0), 5n)
  assert.equal(toSqlValue(2 ** 53 - 1, 0), 9007199254740991n)
  assert.equal(toSqlValue(null, 0), null)
  for (const value of [undefined, 0.1, 2 ** 53, Number.NaN, true, new Date(0), ['a'], {}]) {
    assert.throws(() => toSqlValue(value, 'vout'), /^TypeError: parameter vout /)
  }
})
