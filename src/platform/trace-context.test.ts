import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTraceParent, parseTraceParent } from './trace-context.ts'

// The examples of https://www.w3.org/TR/trace-context/ and of its test suite.
const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const valid = `00-${traceId}-${parentId}-01`

test('a valid traceparent has a trace id, whatever its flags, and so does one of a later version', () => {
  const later = [`01-${traceId}-${parentId}-00`, `cc-${traceId}-${parentId}-01-what-the-future-will-be-like`]
  for (const header of [valid, `00-${traceId}-${parentId}-00`, `00-${traceId}-${parentId}-ff`, ...later])
    assert.equal(parseTraceParent(header)?.traceId, traceId, header)
})

test('an invalid traceparent is ignored', () => {
  const wrong = [
    undefined,
    '',
    [valid],
    `${valid}, ${valid}`,
    ` ${valid}`,
    `${valid}-`,
    `${valid}-more`,
    `${valid}\n`,
    valid.toUpperCase(),
    `ff-${traceId}-${parentId}-01`,
    `cc-${traceId}-${parentId}-01.what`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.slice(1)}-${parentId}-011`,
    `00-${traceId}-${parentId.replace('b', '.')}-01`,
    `cc-${traceId}-${parentId}-01-${'x'.repeat(1_000)}`,
  ]
  for (const header of wrong) assert.equal(parseTraceParent(header), undefined, String(header))
})

test('a formatted traceparent contains the span and the sampled flag, and no other flags', () => {
  for (const [flags, formatted] of [
    ['00', '00'],
    ['01', '01'],
    ['fe', '00'],
    ['ff', '01'],
  ]) {
    const span = parseTraceParent(`00-${traceId}-${parentId}-${flags}`) ?? assert.fail()
    assert.equal(formatTraceParent(span), `00-${traceId}-${parentId}-${formatted}`)
  }
})
