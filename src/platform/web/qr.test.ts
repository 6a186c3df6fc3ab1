import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { renderQrCode } from './qr.ts'

/** The dark modules of a drawing, row by row. */
function listModules(svg: string): string[] {
  const [, size = '0'] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? []
  const rows = Array.from({ length: Number(size) }, () => Array<string>(Number(size)).fill('.'))
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(width); at++) (rows[Number(y)] ?? [])[Number(x) + at] = '#'
  return rows.map((row) => row.join(''))
}

test('a QR code is black on white, level M, with a quiet zone of four modules', () => {
  const link = 'pay:?r=https://pay.example/r/01kk1g9ng064rapsggrm3jtw0j26tnp036h7'
  const { text } = renderQrCode(link, 'a "code"')
  assert.match(text, /fill="#fff"\/><path d="[^"]+" fill="#000"/)
  assert.match(text, /aria-label="a &#34;code&#34;"/)
  const rows = listModules(text)
  const expected = encode(link, { ecc: 'M', boostEcc: false, border: 4 }).data
  assert.deepEqual(
    rows,
    expected.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')),
  )
  for (const row of [...rows.slice(0, 4), ...rows.slice(-4)]) assert.match(row, /^\.+$/)
  assert.ok(rows.every((row) => row.startsWith('....') && row.endsWith('....')))
  // The first two modules of the format are the level: 00 is M (ISO/IEC 18004 table 12), masked with 10.
  const [format = ''] = [rows[12]?.slice(4, 6)]
  assert.equal(format, '#.')
})
