import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Lowest first. A folder may import from itself and from those before it; the files of `src/` itself and of `cli/` from all. */
const layers = [
  'kernel',
  'platform',
  'coins',
  'wallet',
  'events',
  'audit',
  'accounts',
  'sessions',
  'rates',
  'networks',
  'invoices',
  'account-links',
  'signing-keys',
  'payment-requests',
  'conformance',
  'payments',
  'webhooks',
  'event-streams',
  'event-proofs',
  'checkout',
  'dashboard',
  'doctor',
  'metrics',
]

/** What only files of a certain name import. The root files join everything, and `platform` is what is imported. */
const privileges = [
  {
    rule: 'only stores, and the doctor, speak SQL',
    only: /\/(store|[a-z-]+-store|rows)\.ts$|^src\/doctor\//,
    mayImport: /^(kysely|pg|node:sqlite)$|^src\/platform\/storage\//,
  },
  {
    rule: 'only routes, pages and streams speak HTTP',
    only: /\/(routes|[a-z-]+-routes|schemas|authenticate|page|[a-z-]+-page)\.ts$|\/pages\//,
    mayImport: /^fastify$|typebox|^@fastify\/|^src\/platform\/(http|web)\//,
  },
  {
    rule: 'only other stores and the root files know a store',
    only: /\/(store|[a-z-]+-store)\.ts$/,
    mayImport: /^src\/.*\/(store|[a-z-]+-store)\.ts$/,
  },
  {
    rule: 'only the root files know routes',
    only: /^$/,
    mayImport: /^src\/.*\/(routes|[a-z-]+-routes)\.ts$/,
  },
]

/** The one file that speaks to the process, and the one whose purpose is to end it as a crash does. */
const touchesProcess = ['src/kernel/failpoint.ts', 'src/main.ts']

/** What the lowest folders may take from npm: small, pure, without dependencies of others. */
const pureLibraries = /^(@noble\/|@scure\/base|ipaddr\.js$)/

interface Import {
  /** A path from the repository's root, or the name of a package. */
  readonly from: string
  /** Types alone: gone when the file runs. */
  readonly erased: boolean
}

const files = globSync('src/**/*.ts')
  .filter((file) => !/\.(test|d)\.ts$/.test(file))
  .sort()
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const placed = files.filter((file) => !isRoot(file))

function importsOf(file: string): Import[] {
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

function folderOf(file: string): string {
  return file.split('/')[1] ?? ''
}

/** Where everything is joined. */
function isRoot(file: string): boolean {
  return /^src\/(cli\/)?[^/]+$/.test(file)
}

/** `file → what it imports`, of the imports that are wrong. */
function wrong(among: readonly string[], isWrong: (from: string, file: string) => boolean): string[] {
  return among.flatMap((file) =>
    (imports.get(file) ?? []).flatMap(({ from }) => (isWrong(from, file) ? `${file} → ${from}` : [])),
  )
}

test('every folder has its place among the layers', () => {
  assert.deepEqual(
    placed.filter((file) => !layers.includes(folderOf(file))),
    [],
  )
})

test('imports flow one way', () => {
  const level = (file: string) => (isRoot(file) ? layers.length : layers.indexOf(folderOf(file)))
  assert.deepEqual(
    wrong(placed, (from, file) => from.startsWith('src/') && level(from) > level(file)),
    [],
  )
})

for (const { rule, only, mayImport } of privileges) {
  test(rule, () => {
    const others = placed.filter((file) => folderOf(file) !== 'platform' && !only.test(file))
    assert.deepEqual(
      wrong(others, (from) => mayImport.test(from)),
      [],
    )
  })
}

test('the kernel and the coins take little from npm', () => {
  const low = placed.filter((file) => /^src\/(kernel|coins)\//.test(file) && !file.endsWith('/routes.ts'))
  assert.deepEqual(
    wrong(low, (from) => !/^(src\/|node:)/.test(from) && !pureLibraries.test(from)),
    [],
  )
})

test('no file imports itself, however long the way', () => {
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    assert.ok(!way.includes(file), [...way, file].join(' → '))
    if (done.has(file)) return
    for (const { from, erased } of imports.get(file) ?? []) if (!erased) visit(from, [...way, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('only main.ts speaks to the process', () => {
  const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = files.filter((file) => /\bprocess\.[a-z]|'node:process'/.test(code(file)))
  assert.deepEqual(
    found.filter((file) => !touchesProcess.includes(file)),
    [],
  )
})
