import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readProgramFile } from '../program-files.ts'

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
} as const

/** Every asset, with dependencies before the files that refer to them. */
const assetNames = [
  'figtree.woff2',
  'logo.svg',
  'rosette.svg',
  'quittance.css',
  'dashboard.css',
  'page.js',
  'countdown.js',
  'copy-button.js',
  'actions.js',
  'checkout.js',
  'embed.js',
  'modal.js',
  'sync.js',
  'live.js',
  'copy.js',
  'submit.js',
  'passkeys.js',
  'till.js',
] as const

export type AssetName = (typeof assetNames)[number]
type Encoding = 'br' | 'gzip' | null

export interface Asset {
  readonly type: string
  readBody(encoding: Encoding): Promise<Buffer>
}

export interface Assets {
  /** URL with a digest of the content in the file name, so that it can be cached indefinitely. */
  getUrl(name: AssetName): string
  find(file: string): Asset | undefined
  get(name: AssetName): Asset
}

const digestCharacters = 12
const readAsset = (name: AssetName): Buffer => readProgramFile(`platform/web/assets/${name}`)

/**
 * Loads all assets.
 * @param prefix the path component of the base URL
 */
export function loadAssets(prefix: string): Assets {
  const files = new Map<AssetName, { file: string; asset: Asset }>()
  for (const name of assetNames) {
    const bytes = /\.(css|js)$/.test(name) ? replaceLinks(name, files) : readAsset(name)
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, digestCharacters)
    const [stem = '', extension = ''] = name.split('.')
    files.set(name, {
      file: `${stem}.${digest}.${extension}`,
      asset: createAsset(bytes, extension as keyof typeof contentTypes),
    })
  }
  const byFile = new Map([...files.values()].map(({ file, asset }) => [file, asset]))
  return {
    getUrl: (name) => `${prefix}/assets/${getFile(name).file}`,
    find: (file) => byFile.get(file),
    get: (name) => getFile(name).asset,
  }

  function getFile(name: AssetName): { file: string; asset: Asset } {
    const file = files.get(name)
    if (!file) throw new Error(`asset ${name} does not exist`)
    return file
  }
}

/** Adds digests to the file names that a stylesheet or script refers to. */
function replaceLinks(name: AssetName, files: ReadonlyMap<AssetName, { file: string }>): Buffer {
  const text = readAsset(name).toString()
  const link = /(url\("|from '\.\/)([\w-]+\.\w+)/g
  const addDigest = (_: string, before: string, file: string) =>
    `${before}${files.get(file as AssetName)?.file ?? file}`
  return Buffer.from(text.replace(link, addDigest))
}

function createAsset(bytes: Buffer, extension: keyof typeof contentTypes): Asset {
  // WOFF2 is already compressed.
  const isCompressible = extension !== 'woff2'
  return {
    type: contentTypes[extension],
    readBody: isCompressible ? compressOnce(bytes) : async () => bytes,
  }
}

/** Returns the bytes in an encoding. Each encoding is computed once. */
export function compressOnce(bytes: Buffer): Asset['readBody'] {
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    if (encoding === null) return Promise.resolve(bytes)
    const cached = compressed.get(encoding) ?? compress(bytes, encoding)
    compressed.set(encoding, cached)
    return cached
  }
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Brotli quality for pages, which are compressed for every response. The maximum quality is for assets, which are compressed once. */
const pageQuality = 5

function compress(bytes: Buffer, encoding: Exclude<Encoding, null>, quality?: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes)
  return brotliAsync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality ?? constants.BROTLI_MAX_QUALITY },
  })
}

export const compressPage = (text: string, encoding: Exclude<Encoding, null>): Promise<Buffer> =>
  compress(Buffer.from(text), encoding, pageQuality)

/** Several times the length that browsers send. */
const maxHeaderLength = 256
const maxEncodings = 16

/** The best encoding that `Accept-Encoding` allows. Only the beginning of a long header is read. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  const acceptEncoding = String(header ?? '')
    .slice(0, maxHeaderLength)
    .toLowerCase()
    .split(',', maxEncodings)
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  return acceptEncoding.includes('br') ? 'br' : acceptEncoding.includes('gzip') ? 'gzip' : null
}
