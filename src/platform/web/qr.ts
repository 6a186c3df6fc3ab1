import { encode } from 'uqr'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type Html, html } from './html.ts'

/** The quiet zone of four modules that ISO/IEC 18004 §9.1 requires. */
const quietZoneModules = 4

/** An open page keeps requesting the same code, and encoding it is most of the work. */
const cache = createBoundedMap<string, { path: string; size: number }>(500)

/** A QR code as SVG at error correction level M: black on white in any colour scheme. */
export function renderQrCode(text: string, label: string): Html {
  const { path, size } = cache.get(text) ?? renderAndCache(text)
  return html`<svg class="qr-code" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

function renderAndCache(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: quietZoneModules })
  const runs = data.flatMap((row, y) =>
    [...findRuns(row)].map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  )
  const qrCode = { path: runs.join(''), size }
  cache.set(text, qrCode)
  return qrCode
}

/** `[start, length]` of each run of dark modules. */
function* findRuns(row: readonly boolean[]): Generator<[number, number]> {
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x]) x++
    yield [start, x - start]
  }
}
