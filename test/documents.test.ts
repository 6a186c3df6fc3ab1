import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { eventTypes } from '../src/events/event.ts'
import { transports } from '../src/events/transports/index.ts'
import { errorCatalog } from '../src/kernel/error-catalog.ts'

const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'])
const getText = (path: string): string => readFileSync(path, 'utf8')

/** Rows of the tables of a page: `| a | b |`. */
const listRows = (page: string): string[][] =>
  [...getText(page).matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()))

/** The text between backticks in a cell or a page. */
const coded = (markdown: string): string[] =>
  [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

test('docs/errors.md lists every error with its status, once', () => {
  const listed = listRows('docs/errors.md').flatMap(([code = '', status = '']) => {
    const [name] = coded(code)
    return name === undefined ? [] : [`${name} ${status}`]
  })
  const known = Object.entries(errorCatalog).map(([code, { status }]) => `${code} ${status}`)
  assert.deepEqual(listed.sort(), known.sort())
})

test('docs/wallets.md lists every payment rejection with its status', () => {
  const payment = /^(tx|invoice|quote|network|broadcast|payment)_|^coin_not_offered$|^currency_mismatch$/
  const listed = listRows('docs/wallets.md').flatMap(([code = '', status = '']) =>
    coded(code).map((name) => `${name} ${status}`),
  )
  const known = Object.entries(errorCatalog)
    .filter(([code]) => payment.test(code) && code !== 'invoice_not_cancellable')
    .map(([code, { status }]) => `${code} ${status}`)
  for (const row of known) assert.ok(listed.includes(row), row)
})

test('docs/events.md lists every event type and every transport', () => {
  const listed = listRows('docs/events.md').flatMap(([first = '']) => coded(first))
  for (const name of [...eventTypes, ...transports.keys()]) assert.ok(listed.includes(name), name)
})

test('every dependency has its reason in docs/decisions', () => {
  const { dependencies, devDependencies } = JSON.parse(getText('package.json'))
  const reasons = globSync('docs/decisions/*.md').flatMap((page) =>
    listRows(page).flatMap(([first = '']) => coded(first)),
  )
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (!name.startsWith('@types/')) assert.ok(reasons.includes(name), name)
  }
})

test('every file that a page names exists', () => {
  for (const page of pages.filter((page) => page !== 'CHANGELOG.md')) {
    const links = [...getText(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, to = '']) =>
      join(dirname(page), to),
    )
    const named = coded(getText(page)).filter((code) =>
      /^[\w.-]+(\/[\w.-]+)+\.(ts|md|json|css|js)$/.test(code),
    )
    for (const file of [...links, ...named]) {
      assert.ok(existsSync(file) || existsSync(join('src', file)), `${page}: ${file}`)
    }
  }
})

for (const lock of globSync(['package-lock.json', '{wallets,tools/mutation,packages/*}/package-lock.json']))
  test(`${lock} works on every platform and names no registry`, () => {
    const { packages } = JSON.parse(getText(lock)) as {
      packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>
    }
    for (const [path, { resolved, optionalDependencies = {} }] of Object.entries(packages)) {
      assert.equal(resolved, undefined, path)
      // npm leaves out packages it did not install, and `npm ci` then rejects the file.
      for (const name of Object.keys(optionalDependencies)) {
        assert.ok(
          packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`],
          `${path}: ${name}`,
        )
      }
    }
  })
