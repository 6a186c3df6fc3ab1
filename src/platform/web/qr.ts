import { encode } from 'uqr'
import { type Html, html } from './html.ts'

/** ISO/IEC 18004 §9.1: four modules of nothing around it. */
const quietModules = 4

/** An open page asks for the same code again and again, and making it is most of the work. */
const kept = new Map<string, { path: string; size: number }>()
const mostKept = 500

/** A QR code as SVG: black on white whatever the page's colours, level M. */
export function qrCode(text: string, label: string): Html {
  const { path, size } = kept.get(text) ?? keep(text)
  return html`<svg class="qr-code" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

function keep(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: quietModules })
  const runs = data.flatMap((row, y) =>
    [...runsOf(row)].map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  )
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  const made = { path: runs.join(''), size }
  kept.set(text, made)
  return made
}

/** `[start, length]` of each run of dark modules. */
function* runsOf(row: readonly boolean[]): Generator<[number, number]> {
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x]) x++
    yield [start, x - start]
  }
}
