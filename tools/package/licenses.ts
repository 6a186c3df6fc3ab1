import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name?: string }
}

/** Collects the licences of everything that the program comes with: the packages, the font and the password list. */
export function collectLicenses(metafile: Metafile): string {
  const packages = listBundledPackages(metafile).map((folder) => {
    const manifest = readManifest(folder)
    return formatSection(`${manifest.name} ${manifest.version}`, findLicense(folder, manifest))
  })
  return [
    formatSection('Quittance', readFileSync('LICENSE', 'utf8')),
    formatSection('Figtree', readFileSync('src/platform/web/assets/figtree-OFL.txt', 'utf8')),
    formatSection('zxcvbn: common passwords', fillMitLicense('2012-2016 Dan Wheeler and Dropbox, Inc.')),
    ...packages,
  ].join('\n')
}

/** The licence of the Node inside an executable. */
export const formatNodeLicense = (): string => formatSection(`Node.js ${process.version}`, readNodeLicense())

/** Lists the folders of the bundled packages, such as `node_modules/ws`. Several versions of a package have several folders. */
function listBundledPackages({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [])
  return [...new Set(folders)].sort()
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const formatSection = (title: string, text: string): string =>
  `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${text.trim()}\n`

/** Node's licence contains those of its own dependencies. It is next to the executable that is copied. */
function readNodeLicense(): string {
  const installed = globSync('node_modules/node/node_modules/node-*/LICENSE')
  const candidates = [...installed, join(dirname(process.execPath), '../LICENSE')]
  const file = candidates.find((each) => existsSync(each))
  if (file === undefined) throw new Error('the licence of Node is missing: run npm ci')
  return readFileSync(file, 'utf8')
}

function findLicense(folder: string, manifest: Manifest): string {
  const text = readLicenseFiles(folder) || readLicenseOfReadme(folder) || addMissingLicense(folder, manifest)
  if (text === null) throw new Error(`${folder} contains no licence: add it to ${import.meta.filename}`)
  return text
}

function readLicenseFiles(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)(?!.*\.[jt]s$)/i.test(name))
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

/** Some packages have their whole licence in their README. */
function readLicenseOfReadme(folder: string): string | null {
  const name = readdirSync(folder).find((each) => /^readme/i.test(each))
  const [, text = ''] = name ? readFileSync(join(folder, name), 'utf8').split(/^#+ licen[cs]e\s*$/im) : []
  return /Permission is hereby granted[\s\S]*WARRANTY/.test(text) ? text : null
}

/** Provides the text for packages that declare a licence but don't contain it. */
function addMissingLicense(folder: string, { name, license, author }: Manifest): string | null {
  if (name === '@bufbuild/protobuf') {
    const [copyright = ''] = /Copyright .*/.exec(readHeader(join(folder, 'dist/cjs/index.js'))) ?? []
    const apache = readFileSync('node_modules/@opentelemetry/api/LICENSE', 'utf8')
    return `${copyright}\n\n${apache}\n\n${readHeader(join(folder, 'dist/cjs/wire/varint.js'))}`
  }
  const holder = typeof author === 'string' ? author : author?.name
  return license === 'MIT' && holder !== undefined ? fillMitLicense(holder) : null
}

/** The comment at the beginning of a file. */
const readHeader = (file: string): string =>
  [...readFileSync(file, 'utf8').matchAll(/^\/\/ ?(.*)$/gm)].map(([, line]) => line).join('\n')

const fillMitLicense = (holder: string): string =>
  readFileSync('LICENSE', 'utf8').replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)
