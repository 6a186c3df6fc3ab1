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

test('the merged OpenMetrics exposition has no empty line, and ends with # EOF', () => {
  const exposition = (worker: number) =>
    `# HELP up Up.\n# TYPE up gauge\nup{worker="${worker}"} 1\n# HELP free Free.\n# TYPE free gauge\nfree{worker="${worker}"} 2\n# EOF\n`
  assert.equal(
    mergeExpositions([exposition(1), exposition(2)]),
    `# HELP up Up.
# TYPE up gauge
up{worker="1"} 1
up{worker="2"} 1
# HELP free Free.
# TYPE free gauge
free{worker="1"} 2
free{worker="2"} 2
# EOF
`,
  )
})
