import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { findSlowText } from './helpers/pattern-growth.ts'
import { findExpressions } from './helpers/source-patterns.ts'

const { expressions, constructed } = findExpressions(
  globSync('src/**/*.{ts,js}').filter((file) => !/\.(test|d)\.ts$/.test(file)),
)

test('every regular expression takes linear time, whatever text it reads', () => {
  assert.ok(expressions.length > 150, `only ${expressions.length} were found`)
  const slow = expressions.flatMap(({ file, source, flags }) => {
    const found = findSlowText(source, flags)
    return found ? [`${file}: /${source}/${flags} takes ${found.kind} time`] : []
  })
  assert.deepEqual(slow, [])
})

test('every regular expression is a literal, so that it can be checked', () => {
  assert.deepEqual(constructed, [])
})

test('known slow regular expressions are detected, and others are not', () => {
  const exponential = [
    '^(a+)+$',
    '^(a*)*b',
    '^(a|a)*$',
    '^(a|ab|b)*c',
    '^([a-z]|\\w)+!',
    '(x+x+)+y',
    '^(?:a?){30,}b',
  ]
  const polynomial = [
    '\\s*;\\s*',
    '=+$',
    '\\s+$',
    '^\\s*(.*)\\s*;$',
    '^.*a.*b$',
    '\\d+\\.\\d+',
    '(?=.*a)b',
    '^\\d+\\w*$',
    '[a-z]{1,100}!',
    '\\w+\\b!',
    '<!--.*-->',
  ]
  const linear = [
    '^a+b+$',
    '\\s;\\s',
    '[^a-z]+',
    '^\\s*;',
    '^(\\d{3})+$',
    '\\bEdg\\w*\\/',
    '-----BEGIN[^-]+-----',
    '^[^@]+@[a-z]+(\\.[a-z]+)*$',
    ', .*$',
    '^(a|b)*c',
    '(?:^|; *)lang=([a-z]{2})(?:;|$)',
  ]
  const classify = (source: string) => findSlowText(source, 's')?.kind ?? 'linear'
  for (const source of exponential) assert.equal(classify(source), 'exponential', source)
  for (const source of polynomial) assert.equal(classify(source), 'polynomial', source)
  for (const source of linear) assert.equal(classify(source), 'linear', source)
})
