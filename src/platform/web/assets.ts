import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
} as const

/** Everything that pages load, in an order in which none names a later one. */
const names = [
  'figtree.woff2',
  'logo.svg',
  'rosette.svg',
  'quittance.css',
  'dashboard.css',
  'page.js',
  'countdown.js',
  'deeds.js',
  'checkout.js',
  'embed.js',
  'sync.js',
  'live.js',
  'copy.js',
  'till.js',
] as const

export type AssetName = (typeof names)[number]
export type Coding = 'br' | 'gzip' | null

export interface Asset {
  readonly type: string
  body(coding: Coding): Promise<Buffer>
}

export interface Assets {
  /** Where it lies: the name holds a digest of what it is, so that it may be kept for ever. */
  url(name: AssetName): string
  find(file: string): Asset | undefined
  named(name: AssetName): Asset
}

const digestCharacters = 12
const folder = join(import.meta.dirname, 'assets')

/** Reads what pages load. `prefix`: the path of the service's own address. */
export function openAssets(prefix: string): Assets {
  const files = new Map<AssetName, { file: string; asset: Asset }>()
  for (const name of names) {
    const bytes = /\.(css|js)$/.test(name) ? withLinks(name, files) : readFileSync(join(folder, name))
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, digestCharacters)
    const [stem = '', kind = ''] = name.split('.')
    files.set(name, { file: `${stem}.${digest}.${kind}`, asset: assetOf(bytes, kind as keyof typeof types) })
  }
  const byFile = new Map([...files.values()].map(({ file, asset }) => [file, asset]))
  return {
    url: (name) => `${prefix}/assets/${of(name).file}`,
    find: (file) => byFile.get(file),
    named: (name) => of(name).asset,
  }

  function of(name: AssetName): { file: string; asset: Asset } {
    const found = files.get(name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
}

/** What a stylesheet or a script names lies beside it, under the name that holds the digest. */
function withLinks(name: AssetName, files: ReadonlyMap<AssetName, { file: string }>): Buffer {
  const text = readFileSync(join(folder, name), 'utf8')
  const link = /(?<=url\("|from '\.\/)[\w-]+\.\w+(?="\)|')/g
  return Buffer.from(text.replace(link, (named) => files.get(named as AssetName)?.file ?? named))
}

function assetOf(bytes: Buffer, kind: keyof typeof types): Asset {
  // A font is compressed in itself.
  const compressible = kind !== 'woff2'
  const made = new Map<Coding, Promise<Buffer>>()
  return {
    type: types[kind],
    body(coding) {
      if (coding === null || !compressible) return Promise.resolve(bytes)
      const known = made.get(coding) ?? compress(bytes, coding)
      made.set(coding, known)
      return known
    },
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Pages are made anew each time: what takes longest to compress is for what is kept. */
const pageQuality = 5

export function compress(bytes: Buffer, coding: Exclude<Coding, null>, quality?: number): Promise<Buffer> {
  if (coding === 'gzip') return zip(bytes)
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality ?? constants.BROTLI_MAX_QUALITY },
  })
}

export const compressPage = (text: string, coding: Exclude<Coding, null>): Promise<Buffer> =>
  compress(Buffer.from(text), coding, pageQuality)

/** The best coding that `Accept-Encoding` takes. */
export function codingOf(header: string | string[] | undefined): Coding {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}
