import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { renderExampleView } from './example-view.ts'

test('quotes in the URL, a header or the body are part of the command', () => {
  const request = {
    method: 'POST',
    url: "http://localhost:3000/invoices?q=a'b",
    headers: { 'x-note': "it's" },
    token: false,
    body: `{"memo":"it's"}`,
  }
  const { text } = renderExampleView({ request, response: { status: 200, type: 'text/plain', body: '' } })
  const [, escaped = ''] = /<code>(curl [^<]*)<\/code>/.exec(text) ?? []
  const command = escaped.replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\n' "$@"; }\n${command}`], { encoding: 'utf8' })
  assert.deepEqual(words.trimEnd().split('\n'), [
    request.url,
    '-X',
    'POST',
    '-H',
    "x-note: it's",
    '-d',
    request.body,
  ])
})
