import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { layers } from './layers.ts'

/** Modules that only files with a certain name may import. The composition and the command line connect everything, and everything may import `platform`. */
const privileges = [
  {
    rule: 'only stores, and the doctor, speak SQL',
    only: /\/(store|[a-z-]+-store|rows)\.ts$|^src\/doctor\//,
    mayImport: /^(kysely|pg|node:sqlite)$|^src\/platform\/storage\//,
  },
  {
    rule: 'only routes, pages and streams speak HTTP',
    only: /\/(routes|[a-z-]+-routes|schemas|[a-z-]+-schemas|authenticate|page|[a-z-]+-page)\.ts$|\/pages\//,
    mayImport: /^fastify$|typebox|^@fastify\/|^src\/platform\/(http|web)\//,
  },
  {
    rule: 'only other stores, the composition and the command line know a store',
    only: /\/(store|[a-z-]+-store)\.ts$/,
    mayImport: /^src\/.*\/(store|[a-z-]+-store)\.ts$/,
  },
  {
    rule: 'only the composition knows routes',
    only: /^$/,
    mayImport: /^src\/.*\/(routes|[a-z-]+-routes)\.ts$/,
  },
  {
    rule: 'only one file calls libsecp256k1',
    only: /^src\/coins\/codec\/(lib)?secp256k1\.ts$/,
    mayImport: /^@bitauth\/|^src\/coins\/codec\/libsecp256k1\.ts$/,
  },
  {
    rule: 'noble only verifies signatures: coins/codec/secp256k1.ts derives keys and signs',
    only: /^src\/(networks\/(bch-schnorr|sandbox\/script\/[a-z-]+)|conformance\/signatures)\.ts$/,
    mayImport: /^@noble\/curves\//,
  },
]

/** The file that accesses the process, and the one that deliberately crashes it. */
const touchesProcess = [
  'src/kernel/failpoint.ts',
  'src/main.ts',
  'src/platform/http/old-generation.ts',
  'src/platform/thread-cpu-time.ts',
  'src/platform/workers/worker.ts',
]

/** Signs of a decision that belongs into the folder of its subject. The composition only tests settings and missing parts. */
const decisions = [
  { what: 'SQL, HTTP or a class', pattern: /\.query\b|\breply\.|\bclass\b|\bRegExp\b/ },
  { what: 'a function of data: an async arrow function with parameters', pattern: /\basync \([^)]/ },
  { what: 'work on an answer: `(await …)`', pattern: /\(await (?!Promise\.all)/ },
  { what: 'control flow', pattern: /^\s*(?:for|while|switch|throw|try)\b/m },
  { what: 'a condition that calls a function', pattern: /\bif \([^)]*\w\(/ },
  { what: 'a selection from a list', pattern: /\.(?:filter|some|every|reduce|sort|toSorted)\(/ },
]

/** The npm packages that the lowest folders may use: small, pure, without dependencies. */
const pureLibraries = /^(@noble\/|@scure\/base|@bitauth\/libauth\/|ipaddr\.js$)/

interface Import {
  /** A path from the repository's root, or the name of a package. */
  readonly from: string
  /** Type-only: erased at run time. */
  readonly erased: boolean
}

const files = globSync('src/**/*.ts')
  .filter((file) => !/\.(test|d)\.ts$/.test(file))
  .sort()
const imports = new Map(files.map((file) => [file, findImports(file)]))
const placed = files.filter((file) => !isEntry(file))
/** Files outside the rules about kinds of file: they compose the others, read their settings, or are their foundation. */
const parts = placed.filter((file) => !['composition', 'cli', 'config', 'platform'].includes(getFolder(file)))

function findImports(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const statements = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)]
  const calls = [...text.matchAll(/\bimport\('([^']+)'\)/g)]
  return [
    ...statements.map(([, type, name = '']) => ({ from: resolved(file, name), erased: type !== undefined })),
    ...calls.map(([, name = '']) => ({ from: resolved(file, name), erased: false })),
  ]
}

function resolved(file: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
}

const exportForm = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm
const isGenerated = (file: string) =>
  file.endsWith('_pb.ts') || /^src\/(client\/api|openapi\/examples\/recorded)\.ts$/.test(file)

/** `file name` for each name that a file imports; the name is `*` for a whole module. */
function importedNames(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const statements = [...text.matchAll(/^(?:import|export)\s+([^'"]*?)\sfrom\s+'(\.[^']+)'/gm)]
  const calls = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)]
  return [
    ...statements.flatMap(([, names = '', name = '']) =>
      [...names.matchAll(/(\*|\w+)(?: as \w+)?\s*(?=[,}]|$| as )/g)].map(
        ([, imported]) => `${resolved(file, name)} ${imported}`,
      ),
    ),
    ...calls.map(([, name = '']) => `${resolved(file, name)} *`),
  ]
}

/** The text of a file without comments. */
function getCode(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

function getFolder(file: string): string {
  return file.split('/')[1] ?? ''
}

/** The entry point of the process. */
function isEntry(file: string): boolean {
  return /^src\/[^/]+$/.test(file)
}

const getLevel = (file: string): number => layers.findIndex(({ folder }) => folder === getFolder(file))

/** `file → imported path` for each forbidden import. */
function wrong(among: readonly string[], isWrong: (from: string, file: string) => boolean): string[] {
  return among.flatMap((file) =>
    (imports.get(file) ?? []).flatMap(({ from }) => (isWrong(from, file) ? `${file} → ${from}` : [])),
  )
}

test('every folder belongs to a layer', () => {
  assert.deepEqual(
    placed.filter((file) => getLevel(file) < 0),
    [],
  )
})

test('imports only go to lower layers', () => {
  assert.deepEqual(
    wrong(placed, (from, file) => from.startsWith('src/') && getLevel(from) > getLevel(file)),
    [],
  )
})

for (const { rule, only, mayImport } of privileges) {
  test(rule, () => {
    const others = parts.filter((file) => !only.test(file))
    assert.deepEqual(
      wrong(others, (from) => mayImport.test(from)),
      [],
    )
  })
}

test('the composition only wires modules together: no SQL, no HTTP, no business logic', () => {
  const own = placed.filter((file) => getFolder(file) === 'composition')
  assert.deepEqual(
    own.flatMap((file) =>
      (imports.get(file) ?? []).flatMap(({ from, erased }) =>
        erased || /^(src\/|node:timers)/.test(from) ? [] : [`${file} → ${from}`],
      ),
    ),
    [],
  )
  const found = own.flatMap((file) =>
    decisions.flatMap(({ what, pattern }) => (pattern.test(getCode(file)) ? [`${file}: ${what}`] : [])),
  )
  assert.deepEqual(found, [])
})

test('the map in README.md is the list of layers; UPDATE_DOCS=1 rewrites it', () => {
  const rows = layers.map(({ folder, holds }) => `| \`src/${folder}\` | ${holds} |`)
  const header = '| Folder | Contents |\n|---|---|\n'
  const page = readFileSync('README.md', 'utf8')
  const [before = '', after] = page.split(header)
  assert.ok(after !== undefined, 'README.md has the table')
  const fresh = [before, header, ...rows.map((row) => `${row}\n`), after.replace(/^(\|.*\n)+/, '')].join('')
  if (process.env.UPDATE_DOCS === '1') writeFileSync('README.md', fresh)
  else assert.equal(page, fresh)
})

test('no file has the same name as a folder next to it', () => {
  const folders = new Set(files.map((file) => `${dirname(file)}.ts`))
  assert.deepEqual(
    files.filter((file) => folders.has(file)),
    [],
  )
})

test('the kernel and the coins import little from npm', () => {
  const lowFiles = placed.filter(
    (file) => /^src\/(kernel|coins)\//.test(file) && !file.endsWith('/routes.ts'),
  )
  assert.deepEqual(
    wrong(lowFiles, (from) => !/^(src\/|node:)/.test(from) && !pureLibraries.test(from)),
    [],
  )
})

test('the client runs anywhere: it imports nothing but itself', () => {
  const own = files.filter((file) => file.startsWith('src/client/'))
  assert.ok(own.length > 5)
  assert.deepEqual(
    wrong(own, (from) => !from.startsWith('src/client/')),
    [],
  )
})

test('every export is imported by another file', () => {
  const importers = globSync('{src,test,tools}/**/*.ts').filter((file) => !file.endsWith('.d.ts'))
  const uses = new Set(importers.flatMap(importedNames))
  const unused = files
    .filter((file) => !isGenerated(file) && !uses.has(`${file} *`))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(exportForm)].map(([, name]) => `${file} ${name}`),
    )
  assert.deepEqual(
    unused.filter((each) => !uses.has(each)),
    [],
  )
})

test('there are no import cycles, not even of types', () => {
  const done = new Set<string>()
  const visit = (file: string, importPath: readonly string[]): void => {
    assert.ok(!importPath.includes(file), [...importPath, file].join(' → '))
    if (done.has(file)) return
    for (const { from } of imports.get(file) ?? []) visit(from, [...importPath, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test("only main.ts, the channel of a worker and the readers of Node's options and of CPU time access the process", () => {
  const found = files.filter((file) => /\bprocess\.[a-z]|'node:process'/.test(getCode(file)))
  assert.deepEqual(
    found.filter((file) => !touchesProcess.includes(file)),
    [],
  )
})
