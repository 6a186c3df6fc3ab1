import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeExpositions } from './merge.ts'

test('all samples of a metric are grouped under one HELP and one TYPE line', () => {
  const exposition = (worker: number) =>
    [
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      `requests_total{worker="${worker}"} ${worker}0`,
      '',
      '# HELP up Up.',
      '# TYPE up gauge',
      `up{worker="${worker}"} 1`,
      '',
    ].join('\n')
  assert.equal(
    mergeExpositions([exposition(1), exposition(2)]),
    `# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{worker="1"} 10
requests_total{worker="2"} 20

# HELP up Up.
# TYPE up gauge
up{worker="1"} 1
up{worker="2"} 1
`,
  )
})
