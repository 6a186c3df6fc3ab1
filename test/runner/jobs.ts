import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'

/** One test file, run on one database. */
export interface Job {
  readonly file: string
  readonly database: DatabaseKind
}

/** Test files below these paths, or all of them, sorted. */
export function findTestFiles(paths: readonly string[]): string[] {
  const all = globSync('{src,test,tools}/**/*.test.ts', { exclude: ['**/node_modules'] }).sort()
  return paths.length === 0 ? all : all.filter((file) => paths.some((path) => file.startsWith(path)))
}

export const isFaultTest = (file: string): boolean => file.startsWith('test/faults/')

const isPageTest = (file: string): boolean => file.startsWith('test/ui/')

/**
 * Every file on each of these databases, the slowest first. A file that opens no database runs once,
 * because its result is the same on all of them, and so does one that looks at pages (`test/ui`).
 */
export function planJobs(files: readonly string[], databases: readonly DatabaseKind[]): Job[] {
  const longestFirst = [...files].sort((a, b) => computeRank(a) - computeRank(b))
  return longestFirst.flatMap((file) => {
    const runsOnce = isPageTest(file) || !usesDatabase(file)
    const kinds = runsOnce ? databases.slice(0, 1) : databases
    return kinds.map((database) => ({ file, database }))
  })
}

/** Folders whose files run for minutes or wait for other programs come first. Tests next to the code take less than a second. */
const ranks = ['test/faults/', 'test/journeys/', 'test/ui/', 'test/wallets/', 'test/', 'tools/', 'src/']

const computeRank = (file: string): number => ranks.findIndex((folder) => file.startsWith(folder))

/** These read TEST_DATABASE: a file that imports neither of them, directly or not, doesn't depend on the database. */
const databaseModules = ['test/helpers/databases.ts', 'tools/simulation/databases.ts']

export function usesDatabase(file: string): boolean {
  const seen = new Set<string>()
  const pending = [file]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (databaseModules.includes(next)) return true
    if (seen.has(next)) continue
    seen.add(next)
    pending.push(...findImports(next))
  }
  return false
}

const imports = new Map<string, readonly string[]>()

/** Project files that a file names in an import, or in a URL relative to itself, as for a child process. */
function findImports(file: string): readonly string[] {
  const known = imports.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8').replace(typeImport, '')
  // A string in generated code may look like an import of a file that doesn't exist.
  const found = [...text.matchAll(moduleName)]
    .map(([, name = '']) => join(dirname(file), name))
    .filter((path) => existsSync(path))
  imports.set(file, found)
  return found
}

/** Erased before the code runs. */
const typeImport = /^(?:import|export) type [^;]*? from '[^']*'$/gm

const moduleName = /'(\.{1,2}\/[^'\n]*\.ts)'/g
